from __future__ import annotations

import signal
import sys

import pytest

from app import process_end


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM, 200])
def test_every_signal_gives_a_sentence_with_its_number_and_a_way_on(number: int) -> None:
    sentence = process_end.ended_by_signal(number)
    assert f"signal {int(number)}" in sentence
    assert sentence.endswith("your next message starts the engine again.")


@pytest.mark.parametrize(("last_words", "expected"), [("", "code 3. What"), ("Error: no.", "code 3: Error: no. What")])
def test_an_exit_code_stands_with_what_was_said_last(last_words: str, expected: str) -> None:
    assert expected in process_end.ended_with_code(3, last_words)
