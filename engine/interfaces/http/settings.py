"""What can be set about the service."""

from datetime import timedelta

from pydantic import BaseModel, ConfigDict, Field


class ServiceSettings(BaseModel):
    """How the service behaves. Frozen."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", description="The address it listens at; without tokens a loopback one.")
    port: int = Field(default=8080, ge=0, le=65535, description="0 takes a free one.")
    max_body: int = Field(
        default=8 << 20,
        ge=1024,
        description="The largest body, and the longest line of a stream, in bytes.",
    )
    rate: float = Field(default=200.0, gt=0, description="How many requests a second each caller may send on average.")
    burst: int = Field(default=400, ge=1, description="How many a caller may send at once after a pause.")
    consolidates: bool = Field(default=True, description="Whether turns are read in the background.")
    quiet: timedelta = Field(
        default=timedelta(seconds=2),
        ge=timedelta(0),
        description="How long a user must send no turns before theirs are read in the background.",
    )
    shutdown: timedelta = Field(
        default=timedelta(seconds=20),
        gt=timedelta(0),
        description="How long requests may go on once it is to stop.",
    )
    traces: str | None = Field(
        default=None,
        description="The URL of an OTLP collector that gets OpenTelemetry traces. None sends nothing.",
    )
