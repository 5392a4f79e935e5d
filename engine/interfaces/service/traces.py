"""Export of OpenTelemetry traces, on request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.version import __version__

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer


@contextmanager
def tracing(url: str | None) -> Iterator["Tracer | None"]:
    """Yield a tracer whose spans go to an OTLP collector, and flush it at the end; yield None without a URL.

    Raises:
        InvalidInput: the extra `traces` is not installed.
    """
    if url is None:
        yield None
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise InvalidInput("traces need the extra: pip install 'chronomem[traces]'") from None
    provider = TracerProvider(resource=Resource({"service.name": "chronomem"}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(f"{url.rstrip('/')}/v1/traces")))
    try:
        yield provider.get_tracer("chronomem", __version__)
    finally:
        provider.shutdown()
