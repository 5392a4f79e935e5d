"""Who we are to a Neo4j server, and how both sides prove it: passwords, tokens, files that rotate, certificates."""

import asyncio
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from neo4j import Auth as DriverAuth
from neo4j import TrustAll, TrustCustomCAs, TrustSystemCAs, basic_auth, bearer_auth
from neo4j.auth_management import AsyncAuthManager, ClientCertificate
from neo4j.exceptions import Neo4jError
from pydantic import BaseModel, ConfigDict, Field, SecretStr, model_validator

from chronomem.graph_schema.errors import InvalidInput

Auth = tuple[str, str] | str | Path | None
"""User name and password; a bearer token; a file that holds either and may change; or nothing."""


class ServerTLS(BaseModel):
    """How the connections to a Neo4j server are encrypted, beyond what its address says. Frozen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    authorities: Path | None = Field(
        default=None,
        description="A PEM file of the authorities that may sign the server's certificate; None trusts those of the"
        " system.",
    )
    certificate: Path | None = Field(
        default=None, description="A PEM file with our own certificate, for a server that asks for one (mutual TLS)."
    )
    key: Path | None = Field(
        default=None, description="A PEM file with its key; None if that is in the file of the certificate."
    )
    key_password: SecretStr | None = Field(default=None, description="The password of the key.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.certificate is None and (self.key or self.key_password):
            raise ValueError("a key is of no use without its certificate")
        return self

    def options(self, uri: str) -> dict[str, Any]:
        """Return the options of a driver: the address without its security, and the security by itself.

        Raises:
            InvalidInput: there is no such file.
        """
        for path in (self.authorities, self.certificate, self.key):
            if path is not None and not path.is_file():
                raise InvalidInput(f"{path} is no file; name the PEM file that connections to the server need")
        scheme, _, security = urlsplit(uri).scheme.partition("+")
        trusted = TrustSystemCAs() if self.authorities is None else TrustCustomCAs(str(self.authorities))
        found: dict[str, Any] = {
            "uri": scheme + uri[uri.index(":") :],
            "encrypted": True,
            "trusted_certificates": TrustAll() if security == "ssc" else trusted,
        }
        if self.certificate is not None:
            password = None if self.key_password is None else self.key_password.get_secret_value()
            found["client_certificate"] = ClientCertificate(self.certificate, self.key, password)
        return found


def driver_auth(auth: Auth) -> DriverAuth | AsyncAuthManager | None:
    """Return credentials as the driver takes them.

    Raises:
        InvalidInput: a file of credentials can't be used.
    """
    if isinstance(auth, Path):
        return FileCredentials(auth)
    if isinstance(auth, str):
        return bearer_auth(auth)
    return None if auth is None else basic_auth(*auth)


class FileCredentials(AsyncAuthManager):
    """The credentials in a file, read again whenever it has changed, and when the server refuses them.

    The file has one line, a bearer token; or two, the name of a user and the password. Whoever rotates them replaces
    the file in one step, as orchestrators do with the secrets that they mount.

    Raises:
        InvalidInput: the file can't be read, or has another form.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: int | None = None
        self._auth = self._read()

    async def get_auth(self) -> DriverAuth:
        return await asyncio.to_thread(self._read)

    async def handle_security_exception(self, auth: Any, error: Neo4jError) -> bool:  # noqa: ARG002 - the driver's
        """Return whether there are other credentials now, with which the driver tries again."""
        self._read_at = None
        return bool(await self.get_auth() != auth)

    def _read(self) -> DriverAuth:
        try:
            changed_at = self._path.stat().st_mtime_ns
            if changed_at != self._read_at:
                self._auth = self._parsed(self._path.read_text(encoding="utf-8"))
                self._read_at = changed_at
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"{self._path} can't be read for credentials: {type(error).__name__}") from None
        return self._auth

    def _parsed(self, text: str) -> DriverAuth:
        match text.strip().splitlines():
            case [token] if token:
                return bearer_auth(token)
            case [username, password]:
                return basic_auth(username, password)
            case lines:
                raise InvalidInput(
                    f"{self._path} has {len(lines)} lines; write one, a token, or two, a user name and a password"
                )
