"""The way to a server: addresses, proxies, certificates, pages."""

from __future__ import annotations

import asyncio
import ssl
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.protocol import RemoteServer
from engine.remote import servers
from engine.remote.connection import Connection, Patience, addresses, is_loopback
from engine.remote.failures import RemoteError
from tests.fakes.fake_server import fake_server

T = TypeVar("T")
QUICK = Patience(connect=2.0, answer=2.0, page=1.0)


def asked(base_url: str, question: Callable[[Connection], Coroutine[Any, Any, T]], patience: Patience = QUICK) -> T:
    async def ask() -> T:
        connection = Connection(RemoteServer(name="Office", base_url=base_url), patience)
        try:
            return await question(connection)
        finally:
            await connection.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("base_url", "api", "root"),
    [
        ("http://office:8000", "http://office:8000/v1", "http://office:8000"),
        ("http://office:8000/", "http://office:8000/v1", "http://office:8000"),
        (" https://office/v1/ ", "https://office/v1", "https://office"),
        ("https://office/llm/v1", "https://office/llm/v1", "https://office/llm"),
        ("https://office/api/openai?x=1#y", "https://office/api/openai", "https://office/api/openai"),
    ],
)
def test_the_api_is_below_v1_unless_the_user_says_otherwise(base_url: str, api: str, root: str) -> None:
    assert addresses(base_url) == (api, root)


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:1/v1", True),
        ("http://127.0.0.5/v1", True),
        ("http://[::1]:8/v1", True),
        ("http://a.localhost/v1", True),
        ("http://10.0.0.1/v1", False),
        ("http://localhost.example.org/v1", False),
    ],
)
def test_this_machine_is_known_by_its_names(url: str, here: bool) -> None:
    assert is_loopback(url) is here


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_server() as proxy, fake_server(models=["real"]) as fake:
        for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.base_url.removesuffix("/v1"))
        offer = asked(fake.base_url, servers.look)
    assert list(offer.models) == ["real"]
    assert proxy.asked_pages == []


def test_a_proxy_of_the_environment_is_asked_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_server(models=["by way of the proxy"]) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        proxy.pages["http://office.invalid:8000/v1/models"] = (200, '{"data":[{"id":"there"}]}')
        offer = asked("http://office.invalid:8000/v1", servers.look)
    assert list(offer.models) == ["there"]


def test_a_page_that_moved_is_not_followed_with_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_server() as fake, fake_server() as other:
        fake.pages["/v1/models"] = (307, "")
        fake.location = other.base_url + "/models"
        with pytest.raises(RemoteError) as caught:
            asked(fake.base_url, servers.look)
    assert "has moved to" in caught.value.sentence
    assert other.asked_pages == []


def test_a_certificate_that_nobody_vouches_for_ends_it_before_anything_is_sent(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*self_signed(tmp_path))
    with fake_server(tls=context) as fake, pytest.raises(RemoteError) as caught:
        asked(fake.base_url, servers.look)
    assert "certificate of Office cannot be trusted" in caught.value.sentence
    assert fake.keys == []


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine that no authority has signed."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    today = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(today - timedelta(days=1))
        .not_valid_after(today + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


def test_a_server_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_server() as fake:
        fake.silent = threading.Event()
        with pytest.raises(RemoteError) as caught:
            asked(fake.base_url, servers.look, Patience(page=0.2))
        fake.silent.set()
    assert "has said nothing for too long" in caught.value.sentence


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<html></html>", "a web page in place of an answer"),
        ('{"data": 3}', "no answer of this kind"),
        ("[1, 2", "no answer of this kind"),
    ],
)
def test_a_list_of_models_that_is_none_is_a_sentence(page: str, words: str) -> None:
    with fake_server(pages={"/v1/models": (200, page)}) as fake, pytest.raises(RemoteError) as caught:
        asked(fake.base_url, servers.look)
    assert words in caught.value.sentence


@pytest.mark.parametrize(("owner", "kind"), [("vllm", "vllm"), ("llamacpp", "llama.cpp"), ("someone", "")])
def test_the_program_that_answers_is_known_by_the_owner_of_its_models(owner: str, kind: str) -> None:
    with fake_server(owner=owner) as fake:
        assert asked(fake.base_url, servers.look).kind == kind


def test_the_context_of_a_llama_server_is_that_of_one_of_its_slots() -> None:
    props = '{"default_generation_settings": {"n_ctx": 2048}, "total_slots": 4}'
    with fake_server(owner="llamacpp", models=["one"], context_tokens=131_072, pages={"/props": (200, props)}) as fake:
        assert asked(fake.base_url, servers.look).models["one"].context_tokens == 2048
