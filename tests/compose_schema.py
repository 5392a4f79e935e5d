"""The part of the Compose Specification that docker/compose.yaml uses: any other key, or another type, is an error."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

_Duration = Annotated[str, Field(pattern=r"^(\d+(us|ms|s|m|h))+$")]
_Port = Annotated[str, Field(pattern=r"^(\d{1,3}(\.\d{1,3}){3}:)?\d+:\d+(/(tcp|udp))?$")]
_Mount = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*:/\S*$")]
_Name = Annotated[str, Field(pattern=r"^[a-zA-Z0-9._-]+$")]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Build(_Part):
    context: str
    dockerfile: str


class Condition(_Part):
    condition: Literal["service_started", "service_healthy", "service_completed_successfully"]


class HealthCheck(_Part):
    test: Annotated[list[str], Field(min_length=2)]
    interval: _Duration
    timeout: _Duration
    retries: int
    start_period: _Duration


class GrantedConfig(_Part):
    source: _Name
    target: Annotated[str, Field(pattern="^/")]


class Deploy(_Part):
    replicas: Annotated[int, Field(ge=0)]


class Service(_Part):
    image: str
    build: Build | None = None
    profiles: list[_Name] = []
    restart: Literal["no", "always", "on-failure", "unless-stopped"] = "no"
    stop_grace_period: _Duration | None = None
    entrypoint: list[str] = []
    command: list[str] = []
    environment: dict[_Name, str] = {}
    ports: list[_Port] = []
    volumes: list[_Mount] = []
    configs: list[GrantedConfig] = []
    secrets: list[_Name] = []
    depends_on: dict[_Name, Condition] = {}
    healthcheck: HealthCheck | None = None
    deploy: Deploy | None = None
    init: bool = False
    read_only: bool = False
    tmpfs: list[str] = []
    cap_drop: list[str] = []
    security_opt: list[str] = []


class FromFile(_Part):
    file: Annotated[str, Field(pattern=r"^\./")]


class Compose(BaseModel):
    """A compose file; `x-` keys are extensions, which Compose ignores."""

    model_config = ConfigDict(strict=True)

    name: Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]*$")]
    services: dict[_Name, Service]
    volumes: dict[_Name, None] = {}
    configs: dict[_Name, FromFile] = {}
    secrets: dict[_Name, FromFile] = {}
