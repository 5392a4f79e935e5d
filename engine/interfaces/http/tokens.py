"""Bearer tokens: each gives access to the memory of one user or of all."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError

from chronomem.graph_schema.errors import InvalidInput, InvalidRecord
from chronomem.graph_schema.model.checks import check_name, invalid_input

_HASHED = "sha256:"
_SHORTEST = 16


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request.

    Attributes:
        user: the user whose memory they can access; None for administrators, who can access all.
    """

    user: str | None

    @property
    def is_admin(self) -> bool:
        return self.user is None

    def may_see(self, user: str) -> bool:
        return self.is_admin or self.user == user


ADMIN = Caller(None)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    admins: list[Annotated[str, StringConstraints(min_length=1)]] = []
    users: dict[Annotated[str, AfterValidator(lambda name: check_name(name, "user"))], list[str]] = {}


class Tokens:
    """The known tokens, by hash, so that looking up a nearly correct token takes no longer than any other."""

    def __init__(self, users: Mapping[str, Iterable[str]] | None = None, admins: Iterable[str] = ()) -> None:
        self._callers: dict[bytes, Caller] = {}
        for user, tokens in (users or {}).items():
            for token in tokens:
                self._add(token, Caller(check_name(user, "user")))
        for token in admins:
            self._add(token, ADMIN)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read tokens from a TOML file; instead of a token it may contain `sha256:` with the token's hash.

            admins = ["…"]

            [users]
            ann = ["…", "sha256:…"]

        Raises:
            InvalidRecord: the file can't be read, or its contents are invalid.
        """
        try:
            file = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
            return cls(file.users, file.admins)
        except OSError as error:
            raise InvalidRecord(path, None, f"the file can't be read ({error.strerror or error})") from None
        except ValidationError as error:
            raise InvalidRecord(path, None, str(invalid_input(error))) from None
        except ValueError as error:
            raise InvalidRecord(path, None, str(error)) from None

    def __bool__(self) -> bool:
        return bool(self._callers)

    def caller(self, token: str) -> Caller | None:
        """Return the caller of a token; None for an unknown token."""
        return self._callers.get(_hash(token))

    def _add(self, token: str, caller: Caller) -> None:
        if token.startswith(_HASHED):
            try:
                key = bytes.fromhex(token.removeprefix(_HASHED))
            except ValueError:
                key = b""
            if len(key) != hashlib.sha256().digest_size:
                raise InvalidInput(f"a token that begins with {_HASHED!r} must continue with 64 hexadecimal digits")
        elif len(token) < _SHORTEST:
            raise InvalidInput(f"a token has fewer than {_SHORTEST} characters, so it could be guessed; make it longer")
        else:
            key = _hash(token)
        if self._callers.setdefault(key, caller) != caller:
            raise InvalidInput("one token is given to two callers; make one for each")


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="replace")).digest()
