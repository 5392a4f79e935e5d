"""The pictures of docs/explorer.md show what the page shows.

    pytest tests/browser/test_pictures.py --draw

draws them again. Look at the difference before keeping it.
"""

import io
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from tests.browser.explorer import Page

pytestmark = pytest.mark.browser

IMAGES = Path(__file__).parents[2] / "docs" / "images"
DESK, PHONE = (1280, 960), (390, 844)
APART = 5.0
"""The most by which a blurred picture may differ, of 255: fonts are drawn differently on each machine."""
VIEWS: Mapping[str, tuple[Mapping[str, str], str, tuple[int, int], bool]] = {
    "facts": ({"panel": "Facts"}, ".lanes-chart canvas", (1280, 1180), False),
    "graph": ({"panel": "Graph", "day": "2024-06-12"}, ".graph-chart canvas", DESK, False),
    "compare": ({"panel": "Compare", "then": "2024-04-30", "now": "2024-12-29"}, ".compared", DESK, False),
    "recall": ({"panel": "Recall", "q": "When did Ines move to Bristol in May 2024?"}, ".found", DESK, False),
    "cypher": ({"panel": "Cypher", "query": "MATCH (t:Turn {user_id: $user})\nRETURN t.speaker, count(t) AS turns"},
               ".ag-cell", DESK, True),
    "phone": ({"panel": "Facts", "from": "2024-04-01", "until": "2024-08-31"}, ".lanes-chart canvas", PHONE, True),
}  # fmt: skip


@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_shows_what_the_page_shows(page: Page, name: str, request: pytest.FixtureRequest) -> None:
    view, shown, (width, height), dark = VIEWS[name]
    page.look(width, height, dark=dark)
    page.driver.get(f"{page.url}/?{urlencode({'user': 'demo', **view})}")
    page.find(shown)
    page.wait_for_js("document.querySelector('.waiting') === null")
    page.rest()
    seen = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
    path = IMAGES / f"explorer-{name}.png"
    if request.config.getoption("--draw"):
        seen.quantize(256, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)
    kept = Image.open(path).convert("RGB")
    assert kept.size == seen.size
    blurred = [picture.filter(ImageFilter.GaussianBlur(12)) for picture in (kept, seen)]
    apart = ImageStat.Stat(ImageChops.difference(*blurred).convert("L")).mean[0]
    assert apart < APART, f"docs/images/{path.name} is no longer what the page shows: draw it again with --draw"
