"""Templates from anywhere: what they may do works, what they may not ends soon and with a reason."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

import pytest
from jinja2.exceptions import SecurityError, TemplateError

from engine.template_program import TemplateLimit, TemplateProgram

NOW = datetime(2024, 5, 6, 7, 8)
TURNS = [{"role": "user", "content": "hi <b>é"}, {"role": "assistant", "content": "ho"}]


def run(source: str, **more: Any) -> str:
    return TemplateProgram(source, {"bos_token": "<s>"}).run(TURNS, NOW, **more)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "{{ bos_token }}{% for m in messages %}{{ loop.index0 ~ m.role ~ loop.last }}{% endfor %}",
            "<s>0userFalse1assistantTrue",
        ),
        ("{% for m in messages %}{{ loop.length }}{% endfor %}", "22"),
        ("{{ strftime_now('%d %b %Y') }}", "06 May 2024"),
        ("{% generation %}x{% endgeneration %}y", "xy"),
        (
            "{% for m in messages %}{% if loop.first %}{% continue %}{% endif %}{{ m.content }}{% break %}{% endfor %}",
            "ho",
        ),
        ("{{ messages[0] | tojson }}", '{"role": "user", "content": "hi <b>é"}'),
        ("{{ messages | map(attribute='content') | join(',') }}", "hi <b>é,ho"),
        ("{{ messages | selectattr('role', 'equalto', 'user') | list | length }}", "1"),
        ("{% set ns = namespace(n=0) %}{% for i in range(5) %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "10"),
        ("{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}", "a1"),
        ("{% for x in nowhere %}{% else %}none{% endfor %}", "none"),
        (
            "{{ tools is none }}{{ documents is none }}{{ x is defined }}{{ messages[::-1][0].content }}",
            "TrueTrueFalseho",
        ),
        ("{{ '%s-%03d' % ('a', 7) }}{{ '{:>3}'.format(1) }}{{ 'ab' * 2 }}{{ [1] + [2] }}", "a-007  1abab[1, 2]"),
    ],
)
def test_what_templates_use_works(source: str, text: str) -> None:
    assert run(source) == text


def test_blocks_take_their_line_with_them_as_transformers_has_it() -> None:
    assert run("{% if true %}\n  a\n  {% endif %}\nb") == "  a\nb"


def test_the_variables_that_a_template_asks_for_are_known() -> None:
    assert TemplateProgram("{% set a = 1 %}{{ a }}{% if thinking %}{{ b }}{% endif %}", {}).names == {"thinking", "b"}


ENDLESS = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "a loop within a filter": "{% for a in range(99999) %}{{ range(99999) | list | length }}{% endfor %}",
    "macros": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(40) }}",
}
HUGE = {
    "times": "{{ 'a' * 10 ** 10 }}",
    "power": "{{ 10 ** 10000000000 }}",
    "plus": "{% set ns = namespace(x='ab') %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
    "tilde": "{% set ns = namespace(x='ab') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
    "replace": "{% set ns = namespace(x='a') %}{% for i in range(99) %}{% set ns.x = ns.x.replace('a', 'aaaaaaaa') %}"
    "{% endfor %}",
    "replacing filter": "{% set ns = namespace(x='a') %}{% for i in range(99) %}"
    "{% set ns.x = ns.x | replace('a', 'aaaaaaaa') %}{% endfor %}",
    "join": "{% set x = 'a' * 9999999 %}{{ [x, x, x, x, x, x, x, x] | join(x) }}",
    "width": "{{ 'a'.ljust(10000000000) }}",
    "width of a filter": "{{ 'a' | center(10000000000) }}",
    "format": "{{ '{:>10000000000}'.format(3) }}",
    "format operator": "{{ '%10000000000d' % 3 }}",
}


@pytest.mark.parametrize("source", ENDLESS.values(), ids=ENDLESS)
def test_a_template_without_an_end_is_ended(source: str) -> None:
    started = time.thread_time()
    with pytest.raises(TemplateLimit, match="does not come to an end"):
        run(source)
    assert time.thread_time() - started < 4  # of this thread's own time, however busy the machine is


@pytest.mark.parametrize("source", HUGE.values(), ids=HUGE)
def test_a_template_that_makes_too_much_is_ended_before_it_has_made_it(source: str) -> None:
    with pytest.raises(TemplateLimit, match="makes too much"):
        run(source)


@pytest.mark.parametrize(
    "source",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ messages.append(1) }}",
        "{{ messages[0].update({}) }}",
        "{{ run.__globals__.sys }}",
    ],
)
def test_nothing_outside_of_the_sandbox_is_reached_or_changed(source: str) -> None:
    with pytest.raises(SecurityError):
        run(source, run=run)


def test_a_template_that_refuses_says_why_and_can_be_run_again() -> None:
    program = TemplateProgram("{% if no %}{{ raise_exception('No.') }}{% endif %}yes", {})
    with pytest.raises(TemplateError, match="No"):
        program.run(TURNS, NOW, no=True)
    assert program.run(TURNS, NOW) == "yes"


@pytest.mark.parametrize("source", ["{% for %}", "{{ lipsum() }}", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"])
def test_a_faulty_template_raises_and_nothing_worse(source: str) -> None:
    with pytest.raises(Exception, match=r".+"):
        run(source)
