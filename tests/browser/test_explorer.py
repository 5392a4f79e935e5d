"""The explorer as a person uses it: looked at, pressed, typed into."""

from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from tests.browser.conftest import MARKUP
from tests.browser.explorer import PATIENCE_S, Page

pytestmark = pytest.mark.browser

CHART = "getElement(+document.querySelector('%s').id.slice(1)).chart"
PANELS = ("Timeline", "Facts", "Graph", "Compare", "Recall", "Cypher")


def test_the_timeline_goes_from_all_time_down_to_the_turns_of_a_day_and_back(page: Page) -> None:
    page.open("demo", "Timeline")
    page.find("h2", "219 turns in 12 months")
    page.press("Week", ".segment")
    page.find("h2", " weeks")
    page.press("Month", ".segment")
    page.press("May 2024", ".press.title")
    page.find("h2", "15 turns in 2 days")
    page.press("Sun 19 May 2024", ".press.title")
    page.find("p.said", "I LIVE IN BRISTOL")
    assert page.texts(".crumbs > *") == ["All time", "May 2024", "Sun 19 May 2024"]
    page.press("All time", ".crumbs button")
    page.find("h2", "219 turns in 12 months")


def test_a_bar_of_the_chart_leads_into_its_month(page: Page) -> None:
    page.open("demo", "Timeline")
    page.find("h2", "219 turns in 12 months")
    page.wait_for_js("document.querySelector('.activity-chart canvas') !== null")
    chart = page.find(".activity-chart")
    page.click_at(chart, 0.951, 0.8)  # the bar of December, the highest one
    page.find("h2", "29 turns in 3 days")


def test_a_question_shows_its_time_its_scores_and_how_it_was_found(page: Page) -> None:
    page.open("demo", "Recall")
    page.find(".question input").send_keys("When did Ines move to Bristol in May 2024?", Keys.ENTER)
    page.find("h2", "10 memories found")
    assert "Time: 1 May 2024 up to 1 June 2024" in page.texts(".chip")
    assert any("bristol" in text.lower() for text in page.texts("p.said")[:3])
    scores = [float(text) for text in page.texts(".score")]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > 0
    page.press("Scores of number 1", ".q-item")
    page.find("dl.pairs dt", "turn words")
    page.press("How it was found", ".q-item")
    page.find("td", "SumSigns")
    page.press("Why not this turn?", ".q-item")
    page.find(".more-of input").send_keys("goulash", Keys.ENTER)
    assert int(page.find("h3", "Place").text.split(",")[0].removeprefix("Place ")) > 10
    page.find("p", "Its score against that of number 10")


def test_a_question_that_cant_be_asked_says_why(page: Page) -> None:
    page.open("demo", "Recall")
    page.press("Recall", "button.strong")
    page.find("[role=alert]", "question is empty")


def test_the_slider_shows_facts_appear_and_end(page: Page) -> None:
    page.open("mover", "Graph")
    slider = page.find("input[type=range]")
    page.find(".fact", "Ann lives in Porto")
    assert not [text for text in page.texts(".fact") if "lives in Lisbon" in text]
    slider.send_keys(Keys.HOME)
    page.find("h2.day", "1 March 2023")
    assert "new" in page.find(".fact", "Ann lives in Lisbon").text
    assert not [text for text in page.texts(".fact") if "Porto" in text]
    page.press("Next")
    page.find("h2.day", "1 September 2023")
    page.find(".fact", "Ann lives in Porto")
    assert "ended" in page.find(".fact", "Ann lives in Lisbon").text
    slider.send_keys(*[Keys.ARROW_LEFT] * 3)
    page.find("h2.day", "29 August 2023")
    page.find(".fact", "Ann lives in Lisbon")


def test_lanes_show_what_held_and_a_bar_opens_its_fact(page: Page) -> None:
    page.open("mover", "Facts")
    page.find("h2", "fact")
    page.wait_for_js("document.querySelector('.lanes-chart canvas') !== null")
    page.find(".fact", "Ann lives in Lisbon")
    page.click_at(page.find(".lanes-chart"), 0.9, 0.08)  # in the first lane, since September: the home
    page.find("[role=dialog]", "I moved to Porto today!")


def test_search_finds_a_misspelt_name_and_leads_to_its_neighbourhood(page: Page) -> None:
    page.open("mover", "Timeline")
    page.find("h2", "turns in")
    search_for(page, "lisbn")
    page.press("location, in 1 turn", ".hit button")
    page.wait_for_js("location.search.includes('about=entity%3Alisbon')")
    page.find("h2.day")
    page.find(".facts-side .fact", "Lisbon")
    page.wait_for_js("[...document.querySelectorAll('.facts-side .fact')].every(e => e.innerText.includes('Lisbon'))")
    search_for(page, "porto")
    page.press("Ann lives in Porto", ".hit button")
    page.find("[role=dialog]", "I moved to Porto today!")


def test_the_legend_switches_kinds_off_and_tells_what_the_lines_mean(page: Page) -> None:
    page.open("demo", "Graph")
    page.find(".kinds", "began within 30 days")
    page.find(".fact", "Owen")
    page.press("person", ".kind")
    page.find(".kind[aria-pressed=false]", "person")
    page.wait_for_js("![...document.querySelectorAll('.fact')].some(e => e.innerText.startsWith('Owen '))")


def test_a_fact_opens_with_its_turns_and_its_history(page: Page) -> None:
    page.open("mover", "Graph")
    page.press("Ann lives in Porto", ".fact")
    dialog = page.find("[role=dialog]", "What was said")
    page.find("[role=dialog] .step", "Lisbon")
    assert "I moved to Porto today!" in dialog.text
    assert "Ann, " not in dialog.text
    assert page.texts(".step .step-says") == ["Lisbon", "Porto"]
    assert "1 March 2023 to 1 September 2023" in dialog.text
    assert not page.violations()
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.wait_for_js("document.querySelector('[role=dialog]') === null")


def test_a_wrong_fact_is_corrected_in_its_dialog(page: Page) -> None:
    page.open("mistaken", "Graph")
    page.press("Ann lives in Lisbon", ".fact")
    instead, reason = page.find("[role=dialog]", "Is it wrong?").find_elements(By.CSS_SELECTOR, ".correction input")
    instead.send_keys("Porto")
    reason.send_keys("misheard")
    page.press("Correct", ".correction button")
    page.find("[role=dialog]", "Corrected.")
    page.open("mistaken", "Graph")
    page.press("Ann lives in Porto", ".fact")
    page.find("[role=dialog]", "misheard")


def test_then_and_now_stand_side_by_side_and_can_be_shared(page: Page) -> None:
    days = {"then": "2023-04-01", "now": "2023-10-01"}
    page.driver.get(f"{page.url}/?{urlencode({'user': 'mover', 'panel': 'Compare', **days})}")
    page.find("h2", "2 differences")
    assert page.texts(".compared .badge") == ["replaced", "began"]
    assert page.texts(".compared .fact-says") == ["Ann lives in Lisbon", "Ann lives in Porto", "Ann moved to Porto"]
    page.driver.execute_script("arguments[0].value = ''", page.find("input[aria-label=Then]"))
    page.find("input[aria-label=Then]").send_keys("09152023")
    page.press("Compare")
    page.find("h2", "The same on both sides")
    page.wait_for_js("location.search.includes('then=2023-09-15')")


def test_cypher_gives_tables_and_graphs_and_keeps_queries(page: Page) -> None:
    page.open("demo", "Cypher")
    page.press("Run")
    page.find("h2", "50 rows")
    page.find(".ag-cell", "Owen")
    write_query(page, "MATCH (a:Entity {user_id: $user})-[r:RELATES_TO]->(b) RETURN a, r, b LIMIT 5")
    page.find(".editor .cm-content").send_keys(Keys.CONTROL, Keys.ENTER)
    page.find("h2", "5 rows")
    page.find(".graph-chart canvas")
    page.press("Table", ".segment")
    page.find(".ag-cell", "Entity")
    page.find(".save-as input").send_keys("Five relations")
    page.press("Save")
    page.open("demo", "Cypher")
    page.find(".saved").click()
    page.press("Own: Five relations", "[role=option]")
    page.find(".editor .cm-content", "RELATES_TO")
    page.press("Delete")
    page.js("localStorage.clear()")


def test_a_span_of_days_narrows_timeline_facts_turns_and_graph_together(page: Page) -> None:
    page.open("mover", "Facts")
    page.find("h2", "3 turns")
    page.driver.get(f"{page.url}/?user=mover&panel=Facts&from=2023-02-01&until=2023-05-31")
    page.find(".span", "Only 1 February 2023 to 31 May 2023")
    page.find("h2", "1 turn")
    assert not [text for text in page.texts(".fact-says") if "Porto" in text]
    page.press("Graph", ".q-tab")
    page.find("h2.day", "31 May 2023")
    page.find(".fact", "Ann lives in Lisbon")
    page.press("Timeline", ".q-tab")
    page.find("h2", "1 turn in 1 week")
    page.press("All of time", ".span button")
    page.find("h2", "3 turns in")
    page.press("September 2023", ".press.title")
    page.wait_for_js("location.search.includes('from=2023-09-01&until=2023-09-30')")
    page.press("Facts", ".q-tab")
    page.find("p.said", "I moved to Porto today!")
    page.find("h2", "1 turn")
    shown = f"{CHART % '.lanes-chart'}.getOption().dataZoom[0].start"
    page.wait_for_js(f"{shown} > 50")  # since September
    page.js(f"{CHART % '.lanes-chart'}.dispatchAction({{type: 'dataZoom', start: 0, end: 30}})")
    page.find(".span", "Only 1 March 2023")
    page.find("p.said", "I moved to Lisbon today!")


def test_a_double_click_focuses_on_an_entity_and_the_address_keeps_it(page: Page) -> None:
    page.open("mover", "Graph")
    page.find(".fact", "Ann lives in Porto")
    dot = f"{CHART % '.graph-chart'}.getOption().series[0].data.find((dot) => dot.name === 'Ann')"
    place = f"{CHART % '.graph-chart'}.convertToPixel({{seriesIndex: 0}}, [{dot}.x, {dot}.y])"
    page.wait_for_js(f"{place} !== undefined")
    page.settle()
    page.double_click_at(page.find(".graph-chart"), *page.js(f"return {place}"))
    page.wait_for_js("location.search.includes('about=entity%3Aann')")
    page.find(".hops")
    page.press("Previous")
    page.wait_for_js("location.search.includes('day=2023-')")


def test_one_of_very_many_entities_is_found_by_a_part_of_its_name(page: Page) -> None:
    page.open("host", "Graph")
    page.find(".fact", "Ann knows Guest")
    field = page.find(".filters .about input")
    field.click()
    field.send_keys("uest 187")
    page.press("Guest 187", ".q-item")
    page.wait_for_js("location.search.includes('about=entity%3Aguest+187')")
    page.find("h2", "1 fact then")
    page.driver.refresh()
    page.find("h2", "1 fact then")
    page.wait_for_js("document.querySelector('.filters .about input').value === 'Guest 187'")


def test_a_full_graph_leaves_out_lines_while_it_moves_and_draws_them_where_they_belong(page: Page) -> None:
    page.look(1280, 900, dark=False)
    page.driver.get(f"{page.url}/?{urlencode({'user': 'host', 'panel': 'Graph', 'more': 800})}")
    page.find(".graph-chart canvas")
    page.wait_for_js(f"{CHART % '.graph-chart'}.isPrepared")
    lines = f"""
      const data = {CHART % ".graph-chart"}.getModel().getSeriesByIndex(0).getEdgeData(), shapes = [];
      data.eachItemGraphicEl((line) => shapes.push([line.ignore, line.childAt(0).shape]));
    """
    move = f"{CHART % '.graph-chart'}.dispatchAction({{type: 'graphRoam', seriesIndex: 0, dx: 9, dy: 0}});"
    assert page.js(f"{move} {lines} return [shapes.length, shapes.filter(([gone]) => gone).length]") == [700, 350]
    page.wait_for_js(f"(() => {{ {lines} return !shapes.some(([gone]) => gone) }})()")
    # The chart rounds the ends of straight lines to half units, which must be little beside the length of a line.
    assert page.js(f"{lines} return Math.max(...shapes.map(([_, to]) => Math.abs(to.x1 - to.x2)))") > 500


def test_the_console_completes_names_plans_draws_and_remembers(page: Page) -> None:
    page.open("demo", "Cypher")
    page.find(".choice", "1. Who said how much?")
    page.wait_for_js("document.querySelector('.cm-content').getAttribute('aria-label') !== null")
    for typed, wanted in (
        ("MATCH (e:Ent", "Entity"),
        ("MATCH (a)-[:RELA", "RELATES_TO"),
        ("MATCH (t:Turn) RETURN t.spea", "speaker"),
    ):
        box = page.find(".editor .cm-content")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys(typed)
        page.find(".cm-tooltip-autocomplete li", wanted)
        box.send_keys(Keys.ESCAPE)
    page.press("2. How much was said in each month", ".choice")
    page.press("Run")
    page.find("h2", "12 rows")
    page.press("Chart", ".segment")
    page.find(".activity-chart canvas")
    page.press("Plan", "button.quiet")
    page.find("pre.command", "Period")
    page.press("Earlier", ".segment")
    page.find(".choice", "MATCH (month:Period")
    address = page.driver.current_url
    page.open("demo", "Timeline")
    page.driver.get(address)
    page.find("h2", "12 rows")
    page.js("localStorage.clear()")


def test_a_shared_question_is_asked_again(page: Page) -> None:
    question = {"user": "mover", "panel": "Recall", "q": "Where was Ann in March 2023?", "items": 2}
    page.driver.get(f"{page.url}/?{urlencode(question)}")
    page.find("h2", "2 memories found")
    page.find(".lanes-chart canvas")
    assert "Time: 1 March 2023 up to 1 April 2023" in page.texts(".chip")


def test_each_view_is_saved_as_pictures_and_rows(page: Page, tmp_path: Path) -> None:
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    question = "&q=Where+does+Ann+live%3F"
    views = {"Timeline": "timeline", "Facts": "facts", "Graph": "graph", "Compare": "comparison", "Recall": "recall"}
    for panel, name in views.items():
        page.driver.get(f"{page.url}/?user=mover&panel={panel}{question}")
        page.find(".q-tab-panel canvas")
        for kind in ("png", "svg", "csv"):
            page.press(kind.upper(), ".exports button")
            WebDriverWait(page.driver, PATIENCE_S, 0.1).until(partial(is_there, tmp_path / f"{name}.{kind}"))
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert (tmp_path / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
        header, first = (tmp_path / f"{name}.csv").read_text(encoding="utf-8").splitlines()[:2]
        assert header.count(",") <= first.count(",")
    assert "Lisbon" in (tmp_path / "facts.svg").read_text(encoding="utf-8")


def test_the_console_refuses_to_write_and_says_what_is_wrong(page: Page) -> None:
    page.open("demo", "Cypher")
    for query, words in (
        ("CREATE (n:Turn)", "refused to write in a read-only query"),
        ("MATCH (n RETURN n", "Syntax error"),
        (" ", "query is empty"),
    ):
        write_query(page, query)
        page.press("Run")
        page.find("[role=alert]", words)
    write_query(page, "MATCH (n:Turn {id: $id}) RETURN n")
    page.find("input.code").send_keys('{"id": "absent"}', Keys.ENTER)
    page.find(".state", "No rows")


def test_what_was_said_stays_text(page: Page) -> None:
    page.open("joker", "Timeline")
    page.press("1 May 2024", ".press.title")
    page.find("p.said", MARKUP)
    page.open("joker", "Graph")
    page.press("<i>Jo</i> likes", ".fact")
    page.find("[role=dialog] .step", MARKUP)
    page.open("joker", "Recall")
    page.find(".question input").send_keys("What is the favourite joke?", Keys.ENTER)
    page.find("p.said", MARKUP)
    page.open("joker", "Cypher")
    write_query(page, "MATCH (t:Turn {user_id: $user}) RETURN t.text AS `<script>broken = 3</script>`, t AS `:t`")
    page.press("Run")
    page.find(".ag-cell", "<script>")
    page.press("Graph", ".segment")
    page.click_at(page.find(".graph-chart canvas"), 0.5, 0.5)
    assert page.js("return typeof window.broken") == "undefined"
    assert page.js("return document.querySelectorAll('main script, main b, main img').length") == 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast_and_labels_satisfy_axe(page: Page, dark: bool) -> None:
    found = []
    for panel in PANELS:
        page.open("mover", panel, dark=dark)
        if panel == "Recall":
            page.find(".question input").send_keys("Where did Ann live in May 2023?", Keys.ENTER)
            page.find("p.said")
        if panel == "Cypher":
            page.press("Run")
            page.find(".ag-cell")
        page.wait_for_js("document.body.classList.contains('body--dark') === " + str(dark).lower())
        found += [f"{panel}: {violation}" for violation in page.violations()]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("width", [320, 768, 2560])
def test_no_width_needs_scrolling_to_the_side(page: Page, width: int) -> None:
    for panel in PANELS:
        page.open("demo", panel, width=width)
        page.find("h2")
        assert page.js("return document.documentElement.scrollWidth") <= width, panel


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.open("mover", "Timeline")
    page.js("document.body.focus()")
    reached = []
    for _ in range(15):
        page.driver.switch_to.active_element.send_keys(Keys.TAB)
        element = page.driver.switch_to.active_element
        reached.append(element.get_attribute("aria-label") or element.text.strip())
    assert reached[:4] == ["Skip to the content", "Search", "User", "Switch between dark and light"]
    assert {"Timeline", "Year", "Month", "December 2023"} <= set(reached)


def test_the_theme_is_chosen_and_stays(page: Page) -> None:
    page.open("mover", "Timeline")
    page.press("", "button.icon")
    page.wait_for_js("document.body.classList.contains('body--dark')")
    page.open("mover", "Graph")
    page.wait_for_js("document.body.classList.contains('body--dark')")


def test_a_user_is_picked_and_one_who_is_not_there_is_said(page: Page) -> None:
    page.open("demo", "Recall")
    page.find(".user input").click()
    page.press("mover", "[role=option]")
    page.wait_for_js("location.search.includes('user=mover')")
    page.find(".tabs .q-tab--active", "Recall")
    page.driver.get(f"{page.url}/?user=nobody")
    page.find("[role=alert]", "nothing was ever stored for user 'nobody'")


def test_only_this_machine_is_answered(page: Page) -> None:
    assert httpx.get(page.url).status_code == 200
    assert httpx.get(page.url, headers={"Host": "evil.example"}).status_code == 403
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "a" * 22 + "==",
    }
    socket = f"{page.url}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert httpx.get(socket, headers={**upgrade, "Origin": "http://evil.example"}).status_code == 403


def is_there(file: Path, _: object) -> bool:
    return file.exists()


def search_for(page: Page, text: str) -> None:
    page.driver.switch_to.active_element.send_keys("/")
    page.wait_for_js("document.activeElement.matches('.search input')")
    page.driver.switch_to.active_element.send_keys(text)


def write_query(page: Page, query: str) -> None:
    box = page.find(".editor .cm-content")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(query, Keys.ESCAPE)  # closes the list of completions
