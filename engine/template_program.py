"""A chat template is a program from a stranger: it runs in a sandbox, with a limit on its time and on what it makes."""

from __future__ import annotations

import functools
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Sized
from datetime import datetime
from typing import Any

from jinja2 import Environment, nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.meta import find_undeclared_variables
from jinja2.parser import Parser
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.visitor import NodeTransformer

_MOST_SECONDS = 1.0
_MOST_CHARS = 1 << 26
"""Of any text that a template makes: more than every context holds, and less than harms."""
_MOST_COUNT = 1 << 20
_WIDE_FORMAT = re.compile(r"%[^%a-zA-Z]*(\d{6}|\*)")


class TemplateLimit(Exception):
    """The template wants more than a conversation can need."""


class TemplateProgram:
    """A compiled template.

    Args:
        source: In Jinja, as transformers runs it.
        constants: Names that every run has, such as `bos_token`.

    Attributes:
        names: The variables that it asks for.

    Raises:
        Exception: The source is no template.
    """

    def __init__(self, source: str, constants: Mapping[str, Any]) -> None:
        self._environment = _Environment()
        tree = self._environment.parse(source)
        self.names = frozenset(find_undeclared_variables(tree))
        self._template = self._environment.from_string(_Counting().visit(tree))
        self._constants = dict(constants)

    def run(self, turns: Sequence[Mapping[str, Any]], now: datetime, **more: Any) -> str:
        """The text for these turns.

        Args:
            now: What the template takes for the present.
            more: Further variables.

        Raises:
            TemplateLimit: It takes too long, or makes too much.
            Exception: Whatever the template runs into.
        """
        self._environment.start(now)
        return self._template.render({"tools": None, "documents": None, **self._constants, **more, "messages": turns})


class _GenerationTag(Extension):
    """`{% generation %}` marks what a model is trained on; here its body is all that counts."""

    tags = {"generation"}  # noqa: RUF012 # jinja's own type for it

    def parse(self, parser: Parser) -> list[nodes.Node]:
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


class _Environment(ImmutableSandboxedEnvironment):
    """Every turn of a loop, every call and every operation that can make something large is looked at.

    The time is the thread's own: a busy machine makes no template too slow.
    """

    intercepted_binops = frozenset(["*", "**", "+", "%"])

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True, lstrip_blocks=True, optimized=False, extensions=[_GenerationTag, loopcontrols]
        )
        self._now = datetime.now()
        self._deadline = 0.0
        del self.globals["lipsum"]
        self.filters = {name: self._limited(name, run) for name, run in self.filters.items()}
        self.filters |= {"tojson": _to_json, "counted": self._counted, "concatenated": self._concatenated}
        self.globals |= {"raise_exception": _raise, "strftime_now": self._strftime_now}

    def start(self, now: datetime) -> None:
        self._now = now
        self._deadline = time.thread_time() + _MOST_SECONDS

    def tick(self) -> None:
        if time.thread_time() > self._deadline:
            raise TemplateLimit("it does not come to an end")

    def call(self, context: Context, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.tick()
        method = getattr(called, "__wrapped__", called)  # the sandbox has a `str.format` of its own
        owner = getattr(method, "__self__", None)
        if isinstance(owner, str):
            _check_growth(method.__name__, [owner, *args, *kwargs.values()])
        return _checked(super().call(context, called, *args, **kwargs))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        self.tick()
        if operator == "+" and isinstance(left, Sized) and isinstance(right, Sized):
            _check_length(len(left) + len(right))
        elif operator == "*":
            for one, other in ((left, right), (right, left)):
                if isinstance(one, Sized) and isinstance(other, int):
                    _check_length(len(one) * other)
        elif operator == "**" and isinstance(left, int) and isinstance(right, int):
            _check_length(left.bit_length() * max(right, 0))
        elif operator == "%" and isinstance(left, str) and _WIDE_FORMAT.search(left):
            raise TemplateLimit("it makes too much text")
        return super().call_binop(context, operator, left, right)

    def _limited(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(run)  # also takes over what tells jinja which arguments a filter wants
        def limited(*args: Any, **kwargs: Any) -> Any:
            self.tick()
            values = [value for value in args if not isinstance(value, Environment | Context | nodes.EvalContext)]
            _check_growth(name, [*values, *kwargs.values()])
            return _checked(run(*args, **kwargs))

        return limited

    def _counted(self, items: Any) -> _Counted:
        return _Counted(items if isinstance(items, Sized) else list(items), self.tick)

    def _concatenated(self, parts: list[Any]) -> str:
        texts = [str(part) for part in parts]
        _check_length(sum(map(len, texts)))
        return "".join(texts)

    def _strftime_now(self, format_: str) -> str:
        return self._now.strftime(format_)


class _Counted:
    """What a loop goes through."""

    def __init__(self, items: Any, tick: Callable[[], None]) -> None:
        self._items = items
        self._tick = tick

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        for item in self._items:
            self._tick()
            yield item


class _Counting(NodeTransformer):
    """Puts the counting into loops, and the measuring into `~`, which no hook of the sandbox sees."""

    def visit_For(self, node: nodes.For) -> nodes.For:  # noqa: N802 # the visitor's naming
        self.generic_visit(node)
        node.iter = _filtered(node.iter, "counted", node.lineno)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Filter:  # noqa: N802 # the visitor's naming
        self.generic_visit(node)
        return _filtered(nodes.List(node.nodes, lineno=node.lineno), "concatenated", node.lineno)


def _filtered(node: nodes.Node, name: str, lineno: int) -> nodes.Filter:
    assert isinstance(node, nodes.Expr)
    return nodes.Filter(node, name, [], [], None, None, lineno=lineno)


def _check_growth(name: str, values: Sequence[Any]) -> None:
    """Refuse what would become too large before it is made."""
    if any(isinstance(value, int) and abs(value) > _MOST_COUNT for value in values):
        raise TemplateLimit("it makes too much text")
    if name == "replace" and len(values) >= 3:
        text, old, new = (str(value) for value in values[:3])
        _check_length(len(text) + text.count(old) * len(new))
    elif name == "join":
        lists = [value for value in values if isinstance(value, list | tuple)]
        between = sum(len(value) for value in values if isinstance(value, str))
        _check_length(sum(len(part) + between for parts in lists for part in parts if isinstance(part, str)))
    elif name == "format" and isinstance(values[0], str) and re.search(r"\d{6}", values[0]):
        raise TemplateLimit("it makes too much text")


def _checked(value: Any) -> Any:
    if isinstance(value, str | list | tuple):
        _check_length(len(value))
    return value


def _check_length(length: int) -> None:
    if length > _MOST_CHARS:
        raise TemplateLimit("it makes too much text")


def _raise(message: str) -> None:
    raise TemplateError(message)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    """Jinja's own writes for HTML, and escapes what models should read."""
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)
