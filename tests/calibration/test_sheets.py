"""The printed sheets: true to scale, and what is on them is found again."""

import re
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from calibration.board_detection import detect_board
from calibration.boards import read_board
from calibration.plane import fit_plane
from calibration.sheets import PAPERS, SHEETS, Paper, sheet
from calibration.sheets.pages import _check_ruler
from calibration.sheets.pdf import Page
from companion.cli import main
from companion.locale.catalogue import show_in
from tests.calibration.printing import printed

PER_INCH = 150
LETTER = PAPERS[1]


def digest(page: Page) -> str:
    """A digest of what is drawn on a page."""
    return sha256("\n".join(page._drawn).encode()).hexdigest()[:16]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_a_pdf_of_its_paper(name: str, paper: Paper) -> None:
    page, _ = sheet(name, paper)
    pdf = page.pdf()
    assert pdf.startswith(b"%PDF-1.4") and pdf.endswith(b"%%EOF\n")
    start = int(re.search(rb"startxref\n(\d+)", pdf).group(1))
    assert pdf[start:].startswith(b"xref")
    for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", pdf), start=1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)
    shown = printed(pdf, 50)
    assert shown.shape[:2] == (round(paper.height * 50), round(paper.width * 50))
    rim = np.concatenate(
        [shown[:10].ravel(), shown[-10:].ravel(), shown[:, :10].ravel(), shown[:, -10:].ravel()]
    )
    assert rim.min() == 255, "something is drawn where no printer prints"


@pytest.mark.every(3)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("name", ["charuco", "corners", "tray"])
def test_markers_are_found_again_at_the_right_inches(name: str, paper: Paper) -> None:
    page, board = sheet(name, paper)
    assert board is not None
    detection = detect_board(printed(page.pdf(), PER_INCH), board)
    assert detection.parts == {"charuco": 24, "corners": 4, "tray": 4}[name]
    apart = np.linalg.norm(detection.pixels[:, None] - detection.pixels[None], axis=2) / PER_INCH
    true = np.linalg.norm(detection.inches[:, None] - detection.inches[None], axis=2)
    assert np.abs(apart - true).max() < 0.004


def test_the_check_ruler_is_five_inches_long() -> None:
    page, _ = sheet("corners", LETTER)
    shown = printed(page.pdf(), PER_INCH).min(axis=2)
    foot = shown[round(10.08 * PER_INCH) : round(10.14 * PER_INCH)]
    dark = np.nonzero((foot < 200).any(axis=0))[0]
    assert (dark.max() - dark.min()) / PER_INCH == pytest.approx(5.0, abs=0.02)


def test_the_check_ruler_tells_centimetres_halves_and_millimetres_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[np.ndarray] = []
    monkeypatch.setattr(Page, "outline", lambda _page, points, *_, **__: drawn.append(np.array(points)))
    _check_ruler(Page(LETTER.width, LETTER.height), 0.0, 0.0, upright=False)
    lengths = {round(line[0, 0] * 25.4): np.ptp(line[:, 1]) for line in drawn if line[1, 1] == 0.42}
    assert sorted(lengths) == list(range(128))
    whole, half = set(range(0, 128, 10)), set(range(5, 128, 10))
    kinds = whole, half, set(lengths) - whole - half
    long, middle, short = ({lengths[millimetre].round(3) for millimetre in kind} for kind in kinds)
    assert len(long) == len(middle) == len(short) == 1
    assert max(long) > max(middle) > max(short)


def test_the_shot_templates_have_the_size_of_the_rules() -> None:
    page, _ = sheet("templates", LETTER)
    shown = printed(page.pdf(), PER_INCH).min(axis=2) < 128
    above = shown[round(1.2 * PER_INCH) : round(2.0 * PER_INCH)]
    rows, columns = np.nonzero(above)
    assert np.ptp(columns) / PER_INCH == pytest.approx(5.0, abs=0.02)
    assert np.ptp(rows) / PER_INCH == pytest.approx(0.5, abs=0.02)


def test_the_command_writes_sheets_and_boards_that_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheets", str(tmp_path), "--paper", "letter"]) == 0
    told = capsys.readouterr().out.split()
    assert len(told) == len(SHEETS) + 3
    for name in ("charuco", "corners", "tray"):
        board = read_board(tmp_path / f"{name}-letter.toml")
        shown = printed((tmp_path / f"{name}-letter.pdf").read_bytes(), 100)
        plane = fit_plane(detect_board(shown, board))
        assert plane.reprojection_error < 0.3
        assert np.allclose(plane.homography[:2, :2] / plane.homography[2, 2], np.eye(2) * 100, atol=0.3)


def test_a_sheet_speaks_the_language_shown() -> None:
    try:
        show_in("fr")
        page, _ = sheet("ranges", PAPERS[0])
        show_in("en")
        english, _ = sheet("ranges", PAPERS[0])
    finally:
        show_in("en")
    assert any("Portées en pouces et centimètres" in drawn for drawn in page._drawn)
    assert any("Ranges in inches and centimetres" in drawn for drawn in english._drawn)
    page.pdf()  # every letter is one of the font's


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        # (a sheet, a digest of its drawing on A4 and on Letter)
        ("charuco", ("0fa2c4cededfff97", "80002f1e586de02f")),
        ("corners", ("77e137f870418312", "684c848fb6f0bda2")),
        ("tray", ("3b9bd9067c329ccf", "1779b8aaed0a76c9")),
        ("templates", ("937db4432dafc2b9", "d135f008b96d696f")),
        ("arc", ("90fc4742df8a9f99", "6f3f7461a315bf6d")),
        ("ranges", ("45bfbfbb83a3dc37", "41185b5d9b77aedc")),
    ],
)
def test_what_is_printed_changes_only_on_purpose(name: str, drawn: tuple[str, str]) -> None:
    """Look at ``companion sheets`` before you write another digest here."""
    pages = (sheet(name, paper)[0] for paper in PAPERS)
    assert tuple(digest(page) for page in pages) == drawn
