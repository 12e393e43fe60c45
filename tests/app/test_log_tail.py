from __future__ import annotations

from pathlib import Path

from app.log_tail import FIRST_BYTES, STEP_BYTES, LogTail, News


def write(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def test_only_whole_lines_are_told_and_each_of_them_once(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    tail = LogTail(path)
    write(path, "one\ntwo\nthr")
    assert tail.read() == News(("one", "two"), is_fresh=True)
    assert tail.read() == News(())
    write(path, "ee\r\nfour\n")
    assert tail.read() == News(("three", "four"))


def test_a_log_that_is_not_there_is_empty_until_it_is(tmp_path: Path) -> None:
    path = tmp_path / "later.log"
    tail = LogTail(path)
    assert tail.read() == News(())
    write(path, "now\n")
    assert tail.read().lines == ("now",)


def test_a_log_that_was_put_aside_is_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    tail = LogTail(path)
    write(path, "old\nhalf")
    tail.read()
    path.rename(tmp_path / "a.log.1")
    write(path, "new\n")
    assert tail.read() == News(("new",), is_fresh=True)


def test_of_a_large_log_only_the_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    write(path, "".join(f"line {number}\n" for number in range(FIRST_BYTES // 8)))
    news = LogTail(path).read()
    assert news.is_fresh
    assert sum(len(line) + 1 for line in news.lines) <= FIRST_BYTES
    assert all(line.startswith("line ") for line in news.lines)
    assert news.lines[-1] == f"line {FIRST_BYTES // 8 - 1}"


def test_who_writes_faster_than_it_is_read_is_followed_by_jumps(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    tail = LogTail(path)
    write(path, "begin\n")
    tail.read()
    write(path, "".join(f"line {number}\n" for number in range(STEP_BYTES // 4)))
    news = tail.read()
    assert news.is_fresh and news.lines[-1] == f"line {STEP_BYTES // 4 - 1}"
    assert "begin" not in news.lines
    assert tail.read() == News(())


def test_letters_that_are_cut_in_two_arrive_whole_and_bytes_that_are_none_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "a.log"
    tail = LogTail(path)
    path.write_bytes("zażółć\n".encode()[:4])
    assert tail.read().lines == ()
    path.write_bytes("zażółć\n".encode() + b"\xff\n")
    assert tail.read().lines == ("zażółć", "\ufffd")
