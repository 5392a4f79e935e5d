"""The settings of the service."""

from datetime import timedelta

from pydantic import BaseModel, ConfigDict, Field


class ServiceSettings(BaseModel):
    """The settings of the service. Frozen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", description="The address to listen at; without tokens, a loopback address.")
    port: int = Field(default=8080, ge=0, le=65535, description="The port to listen at; 0 picks a free one.")
    max_body: int = Field(
        default=8 << 20, ge=1024, description="The largest body, and the longest line of a stream, in bytes."
    )
    rate: float = Field(
        default=200.0, gt=0, description="The average number of requests per second allowed for each caller."
    )
    burst: int = Field(default=400, ge=1, description="The number of requests allowed at once after a pause.")
    connections: int = Field(
        default=1_000,
        ge=1,
        description="The number of connections at once, at most half of the file descriptors; others get 503.",
    )
    open_requests: int = Field(default=100, ge=1, description="The number of requests that a caller may have open.")
    arrival: timedelta = Field(
        default=timedelta(seconds=10),
        gt=timedelta(0),
        description="How long a request's headers, and each further piece of its body, may take to arrive.",
    )
    consolidates: bool = Field(default=True, description="Whether to consolidate in the background.")
    quiet: timedelta = Field(
        default=timedelta(seconds=2),
        ge=timedelta(0),
        description="How long a user must send no turns before they are consolidated in the background.",
    )
    shutdown: timedelta = Field(
        default=timedelta(seconds=20),
        gt=timedelta(0),
        description="How long running requests may continue during a shutdown.",
    )
    traces: str | None = Field(
        default=None,
        description="The URL of an OTLP collector that gets traces and the metrics of work. None sends nothing.",
    )
