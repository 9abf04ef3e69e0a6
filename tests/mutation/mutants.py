"""Small changes to Python code, by the table of mutmut 3.8 (its mutation/mutators.py), on syntax trees of `ast`.

    for change in changes(tree):
        with change.made():
            code = compile(tree, path, "exec")

Three things differ from mutmut. Every argument of a call is changed once and every string once, where mutmut changes
them two and three times: what one of these changes survives the others nearly always do. A call that is a whole
statement is left out. And functions with decorators are changed, too, because nothing is wrapped here.
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.UAdd: ast.USub,
    ast.USub: ast.UAdd,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Div,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.Pow: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
PAIRS = ("lower upper", "lstrip rstrip", "find rfind", "ljust rjust", "index rindex", "removeprefix removesuffix")
METHODS = {a: b for pair in (*PAIRS, "partition rpartition") for a, b in (pair.split(), pair.split()[::-1])}
NOT_RUN = {"annotation", "returns", "decorator_list"}  # by the function itself; nor are its defaults
LOGGING = {"debug", "info", "warning", "error", "exception"}


def proves_nothing(node: ast.AST) -> bool:
    """Tell of code that no test could or should notice, so that nothing in it is changed."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.keyword):
        # Of zip: the two are equally long, and ruff wants it said. What only reads finds the same in a transaction that
        # may write.
        return node.arg in ("strict", "read_only")
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in ("len", "isinstance")  # mutmut changes neither: without an argument both only fail
    # What is written to the log is for those who run the application, and nothing reads it.
    return isinstance(node.func, ast.Attribute) and node.func.attr in LOGGING and "log.get(" in ast.unparse(node.func)


@dataclass(frozen=True)
class Change:
    """One node of a tree in the place of another."""

    function: str  # its qualified name
    statement: ast.stmt  # the innermost one around it
    holder: ast.AST
    field: str
    place: int | None  # in a list of nodes
    new: ast.AST | None  # None takes the old one out

    @property
    def old(self) -> ast.AST:
        """The node that is there."""
        there: Any = getattr(self.holder, self.field)
        node: ast.AST = there if self.place is None else there[self.place]
        return node

    @property
    def first_line(self) -> int:
        """The line where it is."""
        return next(self.lines())[0]

    def lines(self) -> Iterator[tuple[int, int]]:
        """Yield the first and last line of what is changed, then of the beginning of its statement."""
        old: Any = getattr(self.old, "pattern", self.old)
        if hasattr(old, "lineno"):
            yield old.lineno, old.end_lineno
        yield self.statement.lineno, self.statement.lineno

    @contextmanager
    def made(self) -> Iterator[None]:
        """Put the new node into the tree while the block runs."""
        before = getattr(self.holder, self.field)
        after: Any = self.new
        if self.place is not None:
            after = [*before[: self.place], *([] if self.new is None else [self.new]), *before[self.place + 1 :]]
        setattr(self.holder, self.field, after)
        try:
            yield
        finally:
            setattr(self.holder, self.field, before)


@dataclass
class _Walk:
    function: Function
    prefix: str
    found: list[Change] = field(default_factory=list)

    def into(self, holder: ast.AST, statement: ast.stmt) -> None:
        """Note the changes of all that a node holds."""
        for name, value in ast.iter_fields(holder):
            if name in NOT_RUN or (name == "args" and holder is self.function):
                continue
            places = enumerate(value) if isinstance(value, list) else [(None, value)]
            for place, node in places:
                if isinstance(node, ast.AST) and not proves_nothing(node):
                    inner = node if isinstance(node, ast.stmt) else statement
                    for new in replacements(node, holder):
                        self._note(inner, holder, name, place, node, new)
                    self.into(node, inner)

    def _note(
        self, statement: ast.stmt, holder: ast.AST, name: str, place: int | None, old: ast.AST, new: ast.AST | None
    ) -> None:
        if new is not None:
            if not hasattr(new, "lineno"):
                ast.copy_location(new, old)
            ast.fix_missing_locations(new)
        self.found.append(Change(self.prefix + self.function.name, statement, holder, name, place, new))


def changes(tree: ast.Module) -> Iterator[Change]:
    """Yield every change to the bodies of a module's functions and methods, always in the same order."""
    for statement in tree.body:
        if isinstance(statement, Function):
            yield from _in_function(statement, "")
        elif isinstance(statement, ast.ClassDef):
            for method in statement.body:
                if isinstance(method, Function):
                    yield from _in_function(method, f"{statement.name}.")


def _in_function(function: Function, prefix: str) -> list[Change]:
    walk = _Walk(function, prefix)
    walk.into(function, function)
    return walk.found


def replacements(node: ast.AST, holder: ast.AST) -> Iterator[ast.AST | None]:
    """Yield what may stand in a node's place."""
    match node:
        case ast.Constant(value=value):
            yield from _constants(value, holder)
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            yield _with(node, op=SWAPS[type(op)]())
        case ast.UnaryOp(op=ast.Not() | ast.Invert(), operand=operand):
            yield operand
        case ast.Compare(ops=ops):
            for place, each in enumerate(ops):
                yield _with(node, ops=[*ops[:place], SWAPS[type(each)](), *ops[place + 1 :]])
        case ast.AugAssign(target=target, op=op, value=value):
            if type(op) in SWAPS:
                yield _with(node, op=SWAPS[type(op)]())
            yield ast.Assign(targets=[target], value=value)
        case ast.Assign() | ast.AnnAssign(value=ast.expr()):
            is_none = isinstance(node.value, ast.Constant) and node.value.value is None
            yield _with(node, value=ast.Constant("" if is_none else None))
        case ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Call():
            yield from _calls(node)
        case ast.keyword():
            yield None
        case ast.Lambda(body=body):
            is_none = isinstance(body, ast.Constant) and body.value is None
            yield _with(node, body=ast.Constant(0 if is_none else None))
        case ast.IfExp(test=test):
            yield _with(node, test=ast.BoolOp(ast.And(), [test, ast.Constant(False)]))
            yield _with(node, test=ast.BoolOp(ast.Or(), [test, ast.Constant(True)]))
        case ast.Break():
            yield ast.Return(None)
        case ast.Continue():
            yield ast.Break()
        case ast.match_case() if isinstance(holder, ast.Match) and len(holder.cases) > 1:
            yield None


def _constants(value: object, holder: ast.AST) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
    elif isinstance(value, str):
        yield ast.Constant(f"XX{value}XX")


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Attribute) and node.func.attr == "returning" and len(node.args) == 1:
        return  # nearly always only whether a row comes back is asked, and NULL comes back as well
    for place, argument in enumerate(node.args):
        is_none = isinstance(argument, ast.Constant) and argument.value is None
        if not isinstance(argument, ast.Starred) and not is_none:
            yield _with(node, args=[*node.args[:place], ast.Constant(None), *node.args[place + 1 :]])
    if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
        yield _with(node, func=_with(node.func, attr=METHODS[node.func.attr]))


def _with(node: ast.AST, **fields: Any) -> Any:
    new = type(node)(**{**dict(ast.iter_fields(node)), **fields})
    return ast.copy_location(new, node)


def code_of(module: CodeType, function: str) -> CodeType | None:
    """Return the code of the only function that has this qualified name in a compiled module."""
    found = []
    waiting = [module]
    while waiting:
        for code in waiting.pop().co_consts:
            if isinstance(code, CodeType):
                waiting.append(code)
                if code.co_qualname == function:
                    found.append(code)
    return found[0] if len(found) == 1 else None
