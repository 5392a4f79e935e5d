"""The settings of the embedded database, and the endpoint of a running one."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class EmbeddedSettings(BaseModel):
    """The settings of the embedded database.

    The settings of the process that starts the server apply to all that join it. If nobody uses the server, the next
    process replaces it by one with its own settings.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    heap_mb: int = Field(default=512, ge=128, description="Maximum size of the Java heap, in MiB.")
    command_timeout_s: float = Field(
        default=120.0,
        ge=0,
        description="The server stops any statement that runs longer than this, in seconds; 0 for never.",
    )
    linger_s: float = Field(
        default=1.0,
        ge=0,
        description="How long the server outlives a last client that vanished without closing, in seconds.",
    )
    keep_warm_s: float = Field(
        default=0.0,
        ge=0,
        description="How long the server keeps running for the next client after the last one closed, in seconds.",
    )
    java_cache: Literal["none", "use", "make"] = Field(
        default="use",
        description="The ahead-of-time cache in the user's cache folder, with which Java starts in half the time: 'use'"
        " it if it exists, or also 'make' it, in the background once the server has stopped.",
    )
    start_timeout_s: float = Field(
        default=60.0, gt=0, description="How long the server may take to start before opening fails, in seconds."
    )
    stop_timeout_s: float = Field(
        default=20.0, gt=0, description="How long the server may take to stop before it is killed, in seconds."
    )
    java_options: tuple[str, ...] = Field(
        default=(),
        description="Further options for Java, after those of chronomem, such as '-XX:MaxDirectMemorySize=1g'.",
    )


@dataclass(frozen=True)
class Endpoint:
    """The addresses and credentials of a running embedded database. The passwords are new at every start.

    Attributes:
        bolt_uri: the address for the neo4j driver.
        http_url: the address for SQL over HTTP, without a trailing slash.
        database: the name of the database on the server.
        username, password: the credentials of the user with all rights.
        reader_username, reader_password: the credentials of the read-only user.
    """

    bolt_uri: str
    http_url: str
    database: str
    username: str
    password: str = field(repr=False)
    reader_username: str
    reader_password: str = field(repr=False)
