"""deploy/install-hashed takes wheels by their hash; a changed one, or one without a hash, is refused."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pip
import pytest

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def wheel(folder: Path, name: str, content: str = "ANSWER = 1\n", needs: str = "") -> Path:
    """Write a wheel of version 1.0 with one module."""
    info = f"{name}-1.0.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    files = {
        f"{name}.py": content,
        f"{info}/METADATA": metadata + (f"Requires-Dist: {needs}\n" if needs else ""),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    lines = [f"{path},sha256={_digest(text)},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*lines, f"{info}/RECORD,,"]) + "\n"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inside, text in files.items():
            archive.writestr(inside, text)
    return path


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the pip of this one."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (folder / "pip").symlink_to(Path(pip.__file__).parent)
    (packages(folder) / "pip.pth").write_text(f"{folder}\n")  # whatever is installed beside it may go again
    return folder / "bin" / "python"


def packages(environment: Path) -> Path:
    return next(environment.glob("lib/python*/site-packages"))


class Index:
    """Wheels in a folder, and a copy of deploy with their versions and hashes."""

    def __init__(self, folder: Path) -> None:
        self.wheels, self.deploy = folder / "wheels", folder / "deploy"
        self.deploy.mkdir()
        for name in ("install-hashed", "wanted_hashes.py"):
            shutil.copy(DEPLOY / name, self.deploy)
        for made in (wheel(self.wheels, "dicey", needs="boardy"), wheel(self.wheels, "boardy")):
            self.list(made)

    def list(self, made: Path) -> None:
        name = made.name.split("-")[0]
        with (self.deploy / "constraints.txt").open("a") as constraints:
            constraints.write(f"{name}==1.0\n")
        with (self.deploy / "hashes.txt").open("a") as hashes:
            digest = hashlib.sha256(made.read_bytes()).hexdigest()
            hashes.write(f"{name}==1.0 \\\n    --hash=sha256:{'0' * 64} \\\n    --hash=sha256:{digest}\n")

    def install(self, python: Path, *names: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_CONFIG_FILE": os.devnull,
        }
        command = [str(self.deploy / "install-hashed"), str(python), *names]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return Index(tmp_path)


def installed(python: Path) -> set[str]:
    """Packages and versions, as pip freeze tells them."""
    infos = packages(python.parents[1]).glob("*.dist-info")
    return {path.stem.replace("-", "==") for path in infos}


def clean(python: Path) -> None:
    subprocess.run(
        [python, "-m", "pip", "uninstall", "-q", "-y", "dicey", "boardy"], check=True, capture_output=True
    )


@pytest.mark.slow
def test_what_is_listed_is_installed_with_what_it_needs(index: Index, python: Path) -> None:
    done = index.install(python, "dicey>=1")
    assert done.returncode == 0, done.stderr
    assert installed(python) == {"dicey==1.0", "boardy==1.0"}
    assert index.install(python, "dicey>=1").returncode == 0  # again: nothing to do
    clean(python)


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["boardy", "dicey"])
def test_a_changed_wheel_is_refused(index: Index, python: Path, changed: str) -> None:
    wheel(index.wheels, changed, "import os\n", needs="boardy" if changed == "dicey" else "")
    done = index.install(python, "dicey>=1")
    assert done.returncode != 0
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert installed(python) == set()


@pytest.mark.slow
def test_a_package_without_a_hash_is_refused(index: Index, python: Path) -> None:
    wheel(index.wheels, "boardy", needs="stranger")
    wheel(index.wheels, "stranger")
    done = index.install(python, "dicey>=1")
    assert done.returncode != 0
    assert "No hash is known for stranger==1.0" in done.stderr
    assert installed(python) == set()


@pytest.mark.slow
def test_nothing_is_built_from_source(index: Index, python: Path, tmp_path: Path) -> None:
    (index.wheels / "boardy-1.0-py3-none-any.whl").unlink()
    source = tmp_path / "boardy-1.0"
    source.mkdir()
    (source / "setup.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    shutil.make_archive(str(index.wheels / "boardy-1.0"), "gztar", tmp_path, "boardy-1.0")
    assert index.install(python, "dicey>=1").returncode != 0
    assert not (tmp_path / "ran").exists()


def test_every_version_has_hashes_for_both_kinds_of_machine() -> None:
    versions = {
        line
        for line in (DEPLOY / "constraints.txt").read_text(encoding="utf-8").splitlines()
        if line[0] != "#"
    }
    text = (DEPLOY / "hashes.txt").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^(\S+==\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n?)+)", text, re.M))
    assert listed.keys() == versions, "run deploy/renew-constraints"
    # A compiled package has at least a wheel for each machine.
    assert all(
        listed[line].count("sha256") >= 2 for line in versions if line.split("==")[0] in ("numpy", "pyrage")
    )


def test_an_installation_takes_nothing_else() -> None:
    script = (DEPLOY / "install-python").read_text(encoding="utf-8")
    assert [line for line in script.splitlines() if "pip install" in line] == [
        '"$python" -m pip install --quiet --no-deps --no-build-isolation --editable .'
    ]
