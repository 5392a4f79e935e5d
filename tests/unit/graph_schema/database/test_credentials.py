"""Credentials from files are those that the files hold now, and certificates are shown and checked."""

import asyncio
import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from neo4j import basic_auth, bearer_auth
from neo4j.exceptions import AuthError

from chronomem import InvalidInput, ServerTLS
from chronomem.graph_schema.database.connection import ServerConnection
from chronomem.graph_schema.database.credentials import FileCredentials, driver_auth
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import DatabaseUnavailable


def replaced(path: Path, text: str) -> None:
    """Replace a file in one step by one that is a second younger, as far as the clock of the files can tell."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    later = path.stat().st_mtime + 1 if path.exists() else 0
    os.utime(fresh, (later, later))
    fresh.replace(path)


def test_text_is_a_token_and_a_pair_is_a_name_with_a_password(tmp_path: Path) -> None:
    assert driver_auth("secret") == bearer_auth("secret")
    assert driver_auth(("neo4j", "secret")) == basic_auth("neo4j", "secret")
    assert driver_auth(None) is None
    replaced(tmp_path / "file", "secret\n")
    assert isinstance(driver_auth(tmp_path / "file"), FileCredentials)


def test_a_file_is_read_again_when_it_changes_and_when_the_server_refuses_it(tmp_path: Path) -> None:
    path = tmp_path / "credentials"
    replaced(path, "neo4j\nold\n")

    async def steps() -> None:
        given = FileCredentials(path)
        old = await given.get_auth()
        assert old == basic_auth("neo4j", "old")
        assert not await given.handle_security_exception(old, AuthError()), "there is nothing else to try"
        replaced(path, "neo4j\nnew\n")
        assert await given.get_auth() == basic_auth("neo4j", "new")
        assert await given.handle_security_exception(old, AuthError()), "worth another try"
        replaced(path, "a-token\n")
        assert await given.get_auth() == bearer_auth("a-token")

    asyncio.run(steps())


@pytest.mark.parametrize("text", ["", "a\nb\nc\n"])
def test_a_file_of_another_form_is_refused_without_its_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "credentials"
    replaced(path, text)
    with pytest.raises(InvalidInput, match="lines; write one, a token, or two"):
        driver_auth(path)
    with pytest.raises(InvalidInput, match="can't be read for credentials: FileNotFoundError"):
        ServerConnection("bolt://localhost", tmp_path / "missing")
    with pytest.raises(InvalidInput, match="is no file; name the PEM file"):
        ServerConnection("bolt://localhost", None, tls=ServerTLS(authorities=tmp_path / "missing"))


def test_a_key_needs_a_certificate() -> None:
    with pytest.raises(ValueError, match="without its certificate"):
        ServerTLS(key=Path("key.pem"))


def certified(folder: Path) -> ServerTLS:
    """Write a certificate that is its own authority, for both sides, and return the settings of a client with it."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(days=1), now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(pem))
    secret = serialization.BestAvailableEncryption(b"of the key")
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, secret))
    return ServerTLS(
        authorities=folder / "certificate.pem",
        certificate=folder / "certificate.pem",
        key=folder / "key.pem",
        key_password="of the key",  # type: ignore[arg-type]  # pydantic converts it
    )


def shown_by(tls: ServerTLS, folder: Path) -> list[Any]:
    """Connect to a server that asks for a certificate, and return the names of those that it was shown."""
    shown: list[Any] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4)
        shown.append(writer.get_extra_info("peercert")["subject"][0][0][1])
        writer.close()

    async def run() -> None:
        own = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=folder / "certificate.pem")
        own.load_cert_chain(folder / "certificate.pem", folder / "key.pem", "of the key")
        own.verify_mode = ssl.CERT_REQUIRED
        server = await asyncio.start_server(answer, "localhost", 0, ssl=own)
        port = server.sockets[0].getsockname()[1]
        store = GraphStore(ServerConnection(f"bolt+s://localhost:{port}", None, tls=tls))
        try:
            with pytest.raises(DatabaseUnavailable):  # it speaks TLS, and nothing else
                await store.read("read_schema")
        finally:
            await store.close()
            server.close()
            await server.wait_closed()

    asyncio.run(run())
    return shown


def test_a_server_that_asks_for_a_certificate_is_shown_ours(tmp_path: Path) -> None:
    tls = certified(tmp_path)
    assert set(shown_by(tls, tmp_path)) == {"localhost"}
    assert shown_by(tls.model_copy(update={"certificate": None, "key": None}), tmp_path) == []
    assert shown_by(tls.model_copy(update={"authorities": None}), tmp_path) == [], "nobody we know signed the server's"
