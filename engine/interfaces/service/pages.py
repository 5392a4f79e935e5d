"""The description of the service as a page, which loads nothing from elsewhere."""

from collections.abc import Mapping
from html import escape
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse

_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
dt {{ font: 0.95rem ui-monospace, monospace; font-weight: 600; margin-top: 1rem; }}
dd {{ margin: 0; white-space: pre-line; }}
</style>
<h1>{title}</h1>
<p>{about}</p>
<p>With the shapes of requests and answers, and examples: <a href="openapi.json">openapi.json</a></p>
<dl>{paths}</dl>
</html>"""


def offer_pages(app: FastAPI) -> None:
    """Answer at `/` and `/docs`, as people try first."""

    @app.get("/", include_in_schema=False)
    async def start() -> RedirectResponse:
        return RedirectResponse("docs")

    @app.get("/docs", include_in_schema=False)
    async def describe(request: Request) -> HTMLResponse:
        return HTMLResponse(described(request.app.openapi()))


def described(document: Mapping[str, Any]) -> str:
    """Return an OpenAPI document as a page: each path with its method and its description."""
    paths = "".join(
        f"<dt>{method.upper()} {escape(path)}</dt><dd>{escape(operation.get('description', ''))}</dd>"
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    )
    info = document["info"]
    about = escape(info.get("description", "").strip())
    return _PAGE.format(title=escape(f"{info['title']} {info['version']}"), about=about, paths=paths)
