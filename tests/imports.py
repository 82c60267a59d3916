"""Lists the imports of a module: anywhere in it, by full or relative name, or by `import_module`."""

import ast
from collections.abc import Iterator
from functools import cache


@cache
def imported(source: str, module: str) -> tuple[str, ...]:
    """Return the dotted names that a module imports; five laws of the house ask for those of each module.

    Args:
        source: its source code.
        module: its own dotted name; a package ends with ``.__init__``.

    Returns:
        Modules, and for ``from a import b`` the name ``a.b``, which may be a module or not.
    """
    return tuple(_imports(source, module))


def _imports(source: str, module: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            yield from (str(name.value) for name in node.args[:1] if isinstance(name, ast.Constant))


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
