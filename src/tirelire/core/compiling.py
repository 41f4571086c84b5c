"""Rules written once, in Python, run at native speed.

`kernel` marks a function of the rules (`allocating` one that makes arrays, `inlined` a small one).
`entry_point` compiles a function that Python calls. Only entry points are cached on disk: the code
of the kernels that they call is linked into them. With `NUMBA_DISABLE_JIT=1` functions stay as
they are.

An entry point is a closure over the functions of a game. Numba's own cache never finds a closure
again, and does not notice when an imported kernel has changed. So our cache key is the name of the
entry point, its game, and a hash of its sources: its file, the game's kernel, and all that these
import.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
EntryPoint = Callable[..., Any]
"""A function that Python calls, before or after it is compiled."""

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels are compiled in this process."""

_ALIVE: list[Any] = []
"""Compiled code lives as long as its dispatcher."""

_TOLD = "TIRELIRE_UNCACHED"
"""Environment variable that is set once a process has reported that nothing is cached."""

_JIT = {"error_model": "numpy", "no_cfunc_wrapper": True}


def kernel(function: F) -> F:
    """Mark a function of the rules that makes no arrays, as nearly all do.

    It does not count references to its arrays: that would be an atomic operation at each call, and
    take longer than listing the decisions of a hand.
    """
    return _marked(function, _nrt=False)


def inlined(function: F) -> F:
    """Mark a small kernel that is always made part of its caller."""
    return _marked(function, _nrt=False, forceinline=True)


def allocating(function: F) -> F:
    """Mark a function of the rules that makes arrays."""
    return _marked(function, _nrt=True)


def _marked(function: F, **options: bool) -> F:
    if not COMPILED:
        return function
    marked: F = _compiled(function, **options)
    return marked


@cache
def _compiled(function: Callable[..., Any], **options: bool) -> Any:
    """Make the one compiled form of a function; Numba compiles it for its first caller.

    Numba compiles a function anew for every width of a whole number that it is called with, and for
    every constant. Here whole numbers are widened at the call; inlining finds the constants again.
    """
    numba: Any = import_module("numba")
    types: Any = import_module("numba.types")
    # Only compiled code calls kernels: without wrappers they compile twice as fast.
    compiled: Any = numba.njit(**_JIT, no_cpython_wrapper=True)(function)
    resolve = compiled.get_call_template

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        return resolve(tuple(map(widened, arguments)), keywords)

    compiled.get_call_template = get_call_template
    compiled.targetoptions.update(options)
    return compiled


@cache
def source_hash(*roots: Path) -> str:
    """Hash of some sources and of all that they import from our package or from their own.

    A game from outside is a package of its own, which lies elsewhere. Imports inside functions do
    not count: compiled code cannot come from them.
    """
    ours = Path(__file__).resolve().parent.parent
    found: set[Path] = set()
    waiting = [path.resolve() for path in roots]
    packages = {ours.name: ours, **{own.name: own for own in map(_package_of, waiting) if own}}
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for module, names in _imports(path.read_text("utf-8")):
            waiting += _imported_files(path, module, names, packages)
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


@cache
def _imports(source: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the imports of a module: the module with leading dots, and the imported names."""
    found: list[tuple[str, tuple[str, ...]]] = []
    waiting: list[ast.AST] = list(ast.parse(source).body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found.append((module, tuple(alias.name for alias in node.names)))
        elif isinstance(node, ast.Import):
            found += [(alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            waiting += node.orelse
        elif isinstance(node, (ast.If, ast.Try, ast.ExceptHandler, ast.With)):
            waiting += ast.iter_child_nodes(node)
    return tuple(found)


def _imported_files(
    path: Path, module: str, names: tuple[str, ...], packages: dict[str, Path]
) -> list[Path]:
    """Return the files that an import in a file can mean; some of them may not exist."""
    relative = module.lstrip(".")
    if relative == module:
        package, *parts = module.split(".")
        if package not in packages:
            return []
        home = packages[package]
    else:
        home = path.parents[len(module) - len(relative) - 1]
        parts = relative.split(".") if relative else []
    home = home.joinpath(*parts)
    if not home.is_dir():
        return [home.with_name(f"{home.name}.py")]
    modules = [home / f"{name}.py" for name in names]
    packaged = [home / name / "__init__.py" for name in names]
    return [home / "__init__.py", *modules, *packaged]


def _package_of(path: Path) -> Path | None:
    """Return the folder of the outermost package that a file belongs to."""
    found = None
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        found = folder
    return found


def array_type(dtype: Any, dimensions: int = 1) -> Any:
    """The type of a contiguous array of this dtype, for `entry_point`."""
    if not COMPILED:
        return dtype
    from numba import from_dtype, types

    return types.Array(from_dtype(np.dtype(dtype)), dimensions, "C")


def tuple_type(types: tuple[Any, ...]) -> Any:
    """The type of a named tuple, from one that has the types of its fields, for `entry_point`."""
    if not COMPILED:
        return type(types)
    numba_types: Any = import_module("numba.types")
    return numba_types.NamedTuple(tuple(types), type(types))


def scalar_type() -> Any:
    """The type of a whole number, for `entry_point`."""
    if not COMPILED:
        return int
    from numba import types

    return types.int64


def entry_point(
    function: Callable[..., Any],
    name: str,
    game: str,
    arguments: tuple[Any, ...],
    *,
    threads: bool = False,
    parts: tuple[Path, ...] = (),
) -> Any:
    """Compile an entry point for the given argument types, or load it from the cache.

    `threads` lets other Python threads run meanwhile: for long calls, since it makes a short one a
    third slower. `parts` are the files of the modules that it closes over: the cache key covers its
    own file, these, and all that they import.

    Returns the compiled code itself, which Python calls without a check of the types: the caller
    guarantees them.
    """
    if not COMPILED:
        return function
    numba: Any = import_module("numba")
    dispatcher = numba.njit(**_JIT, nogil=threads)(function)
    cached = _cache_of(function, name, game, parts)
    if cached is not None:
        dispatcher._cache = cached
    dispatcher.compile(arguments)
    _ALIVE.append(dispatcher)
    (overload,) = dispatcher.overloads.values()
    return overload.entry_point


def is_cached(
    function: Callable[..., Any], name: str, game: str, parts: tuple[Path, ...] = ()
) -> bool:
    """Tell whether the cache holds an entry point, so that it needs no compiling."""
    if not COMPILED:
        return True
    cached = _cache_of(function, name, game, parts)
    return cached is not None and Path(cached._cache_file._index_path).exists()


@cache
def has_cache() -> bool:
    """Tell whether compiled code can be cached; where it cannot, say so once on standard error.

    Numba writes into `NUMBA_CACHE_DIR`, beside the sources, or below the user's home: the first
    folder that is writable. Without a cache no process can compile for another. Where compilation
    is off, no cache is needed.
    """
    if not COMPILED:
        return True
    caching: Any = import_module("numba.core.caching")
    try:
        if not _is_homeless():
            caching.FunctionCache(array_type)
            return True
    except RuntimeError:  # no folder is writable
        pass
    _tell_uncached()
    return False


def _is_homeless() -> bool:
    """Tell whether Numba would make a folder called “~” where the process happens to be.

    It does so for an account without a home folder, unless it can write beside the sources.
    """
    appdirs: Any = import_module("numba.misc.appdirs")
    if os.environ.get("NUMBA_CACHE_DIR") or Path(appdirs.user_cache_dir("numba")).is_absolute():
        return False
    beside = Path(__file__).with_name("__pycache__")
    try:
        beside.mkdir(exist_ok=True)
        with TemporaryFile(dir=beside):
            return False
    except OSError:
        return True


def _tell_uncached() -> None:
    """Say that nothing is cached, unless the parent process has said so."""
    from tirelire.core.texts import language, say

    if _TOLD not in os.environ:
        os.environ[_TOLD] = "1"
        print(say(language(), "cli.uncached"), file=sys.stderr, flush=True)


def _cache_of(
    function: Callable[..., Any], name: str, game: str, parts: tuple[Path, ...] = ()
) -> Any:
    """Return the cache of an entry point, or None where nothing can be cached."""
    if not has_cache():
        return None
    caching: Any = import_module("numba.core.caching")
    sources = source_hash(Path(function.__code__.co_filename), *parts)
    key = (name, game, sources)

    class EntryPointCache(caching.FunctionCache):  # type: ignore[misc]
        """A cache whose key is made from the sources, not from the place of the closure."""

        def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
            return (sig, codegen.magic_tuple(), key)

        def load_overload(self, sig: Any, context: Any) -> Any:
            try:
                return super().load_overload(sig, context)
            except Exception:  # a damaged file can raise anything: compile again
                self.flush()
                return None

        def _save_overload(self, sig: Any, data: Any) -> None:
            try:
                for stale in Path(self._cache_path).glob(f"tirelire.{game}.{name}.*.nb?"):
                    if f".{sources}." not in stale.name:
                        stale.unlink(missing_ok=True)
                super()._save_overload(sig, data)
            except OSError:  # a full disk, or rights that were taken away
                _tell_uncached()

    cached = EntryPointCache(function)
    # A file of its own for each key: processes that compile different games at the same moment
    # would otherwise number their files alike and read each other's code.
    version = f"py{sys.version_info.major}{sys.version_info.minor}"
    cached._cache_file = caching.IndexDataCacheFile(
        cache_path=cached._cache_path,
        filename_base=f"tirelire.{game}.{name}.{version}.{sources}",
        source_stamp=key,
    )
    return cached
