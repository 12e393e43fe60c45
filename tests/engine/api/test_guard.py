"""Nothing listens unless it is asked to, and then only those are answered who may ask."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing

import httpx
import psutil
import pytest

from tests.engine.api.scripted_engine import ScriptedEngine, scripted, taken_port
from tests.engine.engine_child import ROOT

PAGE = "https://example.org"
KEY = "kv-open-sesame"
QUESTION = {"model": "kvasir", "messages": [{"role": "user", "content": "hello"}]}


@pytest.fixture
def engine() -> Iterator[ScriptedEngine]:
    with scripted() as engine:
        yield engine


def client(engine: ScriptedEngine, **wanted: object) -> httpx.Client:
    state = engine.listen(**wanted)
    assert state.state == "on", state.message
    # Proxies of the environment are for the world outside.
    return httpx.Client(base_url=f"http://127.0.0.1:{state.port}", trust_env=False, timeout=20)


def listening_ports() -> set[int]:
    return {each.laddr.port for each in psutil.Process().net_connections("inet") if each.status == "LISTEN"}


def test_nothing_listens_before_it_is_switched_on_and_after_it_is_switched_off(engine: ScriptedEngine) -> None:
    before = listening_ports()
    with client(engine) as http:
        port = http.base_url.port
        assert listening_ports() - before == {port}
        assert engine.listen(enabled=False).state == "off"
        assert listening_ports() == before
        with pytest.raises(httpx.ConnectError):
            http.get("/health")


def test_only_this_computer_is_listened_to_unless_the_user_says_otherwise(engine: ScriptedEngine) -> None:
    with client(engine) as http:
        addresses = {
            each.laddr.ip for each in psutil.Process().net_connections("inet") if each.laddr.port == http.base_url.port
        }
    assert addresses == {"127.0.0.1"}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", ""])
def test_other_computers_are_not_listened_to_without_a_key(engine: ScriptedEngine, host: str) -> None:
    before = listening_ports()
    state = engine.listen(host=host)
    assert state.state == "failed"
    assert "key" in state.message
    assert listening_ports() == before


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {KEY}x"},
        {"Authorization": f"Bearer {KEY[:-1]}"},
        {"Authorization": f"Basic {KEY}"},
        {"Authorization": KEY},
        {"Authorization": b"Bearer \xff\xfe"},
        {"Cookie": KEY},
    ],
)
def test_a_wrong_or_missing_key_is_refused_and_nothing_is_computed(
    engine: ScriptedEngine, headers: dict[str, str]
) -> None:
    with client(engine, key=KEY) as http:
        for answer in (
            http.post("/v1/chat/completions", json=QUESTION, headers=headers),
            http.post("/v1/completions", json={"model": "kvasir", "prompt": "x"}, headers=headers),
            http.get("/v1/models", headers=headers),
            http.get("/metrics", headers=headers),
            http.get("/openapi.json", headers=headers),
            http.get("/nothing", headers=headers),
        ):
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["error"]["code"] == "invalid_api_key"
            assert "tiny" not in answer.text
        assert http.get("/health", headers=headers).json() == {"status": "ok"}
    assert engine.asked == []


def test_the_right_key_opens(engine: ScriptedEngine) -> None:
    with client(engine, key=KEY) as http:
        answer = http.post("/v1/chat/completions", json=QUESTION, headers={"Authorization": f"bearer  {KEY}"})
    assert answer.json()["choices"][0]["message"]["content"] == "yes"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": PAGE},
        {"Origin": "null"},
        {"Origin": "http://localhost:3000"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    ],
)
def test_a_page_that_was_not_let_in_gets_nothing_and_starts_nothing(
    engine: ScriptedEngine, headers: dict[str, str]
) -> None:
    with client(engine, origins=["https://example.com"]) as http:
        # What pages may send without asking for leave first is text.
        posted = http.post("/v1/chat/completions", content=b"{}", headers={**headers, "Content-Type": "text/plain"})
        preflight = http.options("/v1/chat/completions", headers={**headers, "Access-Control-Request-Method": "POST"})
        for answer in (
            posted,
            preflight,
            http.get("/v1/models", headers=headers),
            http.get("/health", headers=headers),
        ):
            assert answer.status_code == 403
            assert not any(name.startswith("access-control") for name in answer.headers)
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert "tiny" not in answer.text
    assert engine.asked == []


def test_a_page_that_was_let_in_asks_for_leave_and_is_answered(engine: ScriptedEngine) -> None:
    with client(engine, key=KEY, origins=[PAGE + "/"]) as http:
        preflight = http.options(
            "/v1/chat/completions",
            headers={
                "Origin": PAGE,
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,content-type",
                "Access-Control-Request-Private-Network": "true",
            },
        )
        assert preflight.status_code == 204
        assert preflight.headers["access-control-allow-origin"] == PAGE
        assert preflight.headers["access-control-allow-headers"] == "authorization,content-type"
        assert preflight.headers["access-control-allow-private-network"] == "true"
        assert "POST" in preflight.headers["access-control-allow-methods"]
        headers = {"Origin": PAGE, "Authorization": f"Bearer {KEY}"}
        answer = http.post("/v1/chat/completions", json=QUESTION, headers=headers)
        assert answer.json()["choices"][0]["message"]["content"] == "yes"
        assert answer.headers["access-control-allow-origin"] == PAGE
        assert "Origin" in answer.headers["vary"]
        # It also sees why it was refused.
        refused = http.get("/v1/models", headers={"Origin": PAGE})
        assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (401, PAGE)


@pytest.mark.parametrize("host", ["example.org", "localhost.example.org", "127.0.0.1.example.org:80", "10.0.0.1", ""])
def test_a_name_that_was_made_to_point_here_is_refused(engine: ScriptedEngine, host: str) -> None:
    with client(engine) as http:
        assert http.get("/v1/models", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:5780", "127.0.0.1:1", "[::1]:5780", "[::1]"])
def test_the_names_of_this_computer_are_not(engine: ScriptedEngine, host: str) -> None:
    with client(engine) as http:
        assert http.get("/v1/models", headers={"Host": host}).status_code == 200


def test_with_a_key_other_computers_may_call_it_what_they_like(engine: ScriptedEngine) -> None:
    with client(engine, host="0.0.0.0", key=KEY) as http:
        headers = {"Host": "workstation.lan:5780", "Authorization": f"Bearer {KEY}"}
        assert http.get("/v1/models", headers=headers).status_code == 200
        assert http.get("/v1/models", headers={"Host": "workstation.lan:5780"}).status_code == 401


def test_a_port_that_is_taken_is_named_and_another_one_offered(engine: ScriptedEngine) -> None:
    with closing(taken_port()) as taken:
        port = taken.getsockname()[1]
        state = engine.listen(port=port)
        assert (state.state, state.port) == ("failed", port)
        assert f"Port {port} is taken" in state.message
        assert state.free_port > port
        assert str(state.free_port) in state.message
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", state.free_port))
    assert engine.listen(port=port).state == "on"


def test_an_address_that_this_computer_does_not_have_is_a_sentence(engine: ScriptedEngine) -> None:
    state = engine.listen(host="192.0.2.1", key=KEY)
    assert (state.state, state.message) == ("failed", "192.0.2.1 is no address of this computer.")


def test_another_key_holds_at_once(engine: ScriptedEngine) -> None:
    with client(engine, key=KEY) as http:
        assert http.get("/v1/models", headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
    with client(engine, key="another") as http:
        assert http.get("/v1/models", headers={"Authorization": f"Bearer {KEY}"}).status_code == 401


def test_an_engine_that_is_not_asked_to_listen_loads_no_web_server() -> None:
    code = (
        "import sys; from engine.api.service import LocalApi; from engine.protocol import ConfigureApi, ModelUnloaded\n"
        "api = LocalApi(print, lambda event: None); api.take(ModelUnloaded()); api.configure(ConfigureApi())\n"
        "print(*{'asyncio', 'starlette', 'uvicorn', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == []


def test_a_listening_api_needs_no_torch() -> None:
    code = "import sys, engine.api.server; print('uvicorn' in sys.modules, 'torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.split() == ["True", "False"]
