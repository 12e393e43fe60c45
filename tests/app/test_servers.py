from __future__ import annotations

import pytest

from app.servers import (
    Server,
    address_problem,
    find_server,
    is_in_the_clear,
    is_remote,
    remote_choices,
    remote_name,
    remote_path,
    remote_place,
)

OFFICE = Server(id="1", name="Office", base_url="http://office:8000/v1", models=["org/large", "small:latest"])


def test_a_path_names_a_model_of_a_server_whatever_the_model_is_called() -> None:
    path = remote_path("1", "org/large model:7b?x=1#y")
    assert is_remote(path)
    assert remote_place(path) == ("1", "org/large model:7b?x=1#y")
    assert find_server([OFFICE], path) is OFFICE


def test_a_path_of_this_machine_names_no_server() -> None:
    assert not is_remote("/models/1/org/large")
    assert remote_place("/models/x.gguf") is None
    assert find_server([OFFICE], "/models/x.gguf") is None


def test_the_models_of_servers_are_choices_with_the_name_of_their_server() -> None:
    choices = remote_choices([OFFICE])
    assert [(choice.name, choice.server, choice.source) for choice in choices] == [
        ("org/large", "Office", "remote"),
        ("small:latest", "Office", "remote"),
    ]
    assert remote_name([OFFICE], choices[0].path) == "org/large on Office"


def test_a_model_that_is_called_by_its_path_is_shown_by_its_file() -> None:
    server = Server(id="1", name="Office", base_url="http://office/v1", models=["/home/someone/models/small.gguf"])
    (choice,) = remote_choices([server])
    assert choice.name == "small.gguf"
    assert remote_place(choice.path) == ("1", "/home/someone/models/small.gguf")


def test_a_model_whose_server_is_gone_keeps_its_name() -> None:
    assert remote_name([], remote_path("9", "large")) == "large"


@pytest.mark.parametrize("address", ["http://localhost:8000", "https://llm.example.org/v1", "http://[::1]:80/v1"])
def test_addresses_are_taken(address: str) -> None:
    assert address_problem(address) == ""


@pytest.mark.parametrize(
    "address",
    ["", "localhost:8000", "ftp://x/v1", "http://", "http://x:99999/v1", "http://me:secret@x/v1", "http://[::1"],
)
def test_what_is_no_address_is_told(address: str) -> None:
    assert "http://localhost:8000/v1" in address_problem(address)


@pytest.mark.parametrize(
    ("address", "is_clear"),
    [("http://office/v1", True), ("https://office/v1", False), ("http://127.0.0.1:1/v1", False)],
)
def test_only_what_leaves_the_machine_without_encryption_can_be_read_on_the_way(address: str, is_clear: bool) -> None:
    assert is_in_the_clear(address) is is_clear
