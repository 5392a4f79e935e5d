"""What can be set about the embedded database, and where a running one is found."""

from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class EmbeddedSettings(BaseModel):
    """How the embedded database is run.

    The process that starts the server decides; others join it. A server that nobody uses is replaced by one with the
    settings of whoever comes next.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    heap_mb: int = Field(default=512, ge=128, description="Largest size of the Java heap, in MiB.")
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
        description="How long the server stays after its last client closed, for the next one, in seconds.",
    )
    java_cache: Literal["none", "use", "make"] = Field(
        default="use",
        description="The ahead-of-time cache in the user's cache folder, with which Java starts in half the time: 'use'"
        " it where there is one, or also 'make' it, in the background when the server has stopped.",
    )
    start_timeout_s: float = Field(
        default=60.0, gt=0, description="How long opening may take until it is given up, in seconds."
    )
    stop_timeout_s: float = Field(
        default=20.0, gt=0, description="How long the server may take to stop until it is killed, in seconds."
    )
    java_options: tuple[str, ...] = Field(
        default=(),
        description="Further options for Java, after our own, such as '-XX:MaxDirectMemorySize=1g'.",
    )


@dataclass(frozen=True)
class Endpoint:
    """Where a running embedded database is reached, and with which passwords (made anew at every start).

    Attributes:
        bolt_uri: for the neo4j driver.
        http_url: for SQL over HTTP, without a trailing slash.
        database: the name of the database in the server.
        username, password: of the user that may do everything.
        reader_username, reader_password: of the user whose writes the server refuses.
    """

    bolt_uri: str
    http_url: str
    database: str
    username: str
    password: str = field(repr=False)
    reader_username: str
    reader_password: str = field(repr=False)
