"""A person's hands and eyes in a browser."""

import importlib.resources
from typing import Any
from urllib.parse import urlencode

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE_S = 60
QUIET_MS = 200
MILLISECONDS_WITHOUT_CHANGE = """
  const now = performance.now();
  if (window.changedAt === undefined) {
    window.changedAt = now;
    const changes = {subtree: true, childList: true, attributes: true, characterData: true};
    new MutationObserver(() => { window.changedAt = performance.now(); }).observe(document, changes);
  }
  return now - window.changedAt;
"""
AXE = (importlib.resources.files("axe_core_python") / "axe.min.js").read_text(encoding="utf-8")


class Page:
    """The explorer in a browser."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver = driver
        self.url = url

    def open(self, user: str, panel: str, *, width: int = 1280, dark: bool = False) -> None:
        """Open a panel in a window of this width, and wait until it shows."""
        self.look(width, 900, dark=dark)
        self.driver.get(f"{self.url}/?{urlencode({'user': user, 'panel': panel})}")
        self.find(".tabs .q-tab--active")
        self.wait_for_js("document.querySelector('.q-tab-panel .panel, .q-tab-panel .state') !== null")
        self.settle()

    def settle(self) -> None:
        """Wait until nothing of the page has changed for a moment: a click on what is just drawn anew is lost."""
        waiting = WebDriverWait(self.driver, PATIENCE_S, 0.05)
        waiting.until(lambda _: self.js(MILLISECONDS_WITHOUT_CHANGE) >= QUIET_MS, "the page never stops changing")

    def look(self, width: int, height: int, *, dark: bool) -> None:
        """Look through a window of this size, in this theme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def rest(self) -> None:
        """Wait until two pictures of the page, one after the other, are the same."""
        pictures: list[str] = []

        def is_at_rest(driver: webdriver.Chrome) -> bool:
            pictures.append(driver.get_screenshot_as_base64())
            return pictures[-2:-1] == pictures[-1:]

        WebDriverWait(self.driver, PATIENCE_S, 0.5).until(is_at_rest, "the page never comes to rest")

    def find(self, css: str, text: str = "") -> WebElement:
        """Return the first element that shows and holds this text, as soon as there is one."""

        def look(driver: webdriver.Chrome) -> WebElement | bool:
            try:
                return next(
                    e for e in driver.find_elements(By.CSS_SELECTOR, css) if e.is_displayed() and text in e.text
                )
            except (StopIteration, StaleElementReferenceException):
                return False

        found = WebDriverWait(self.driver, PATIENCE_S, 0.1).until(look, f"nothing shows like {css} with {text!r}")
        assert isinstance(found, WebElement)
        return found

    def press(self, text: str, css: str = "button") -> None:
        """Press what holds this text; again where the page was just drawn anew, or moves under the pointer."""
        for _ in range(5):
            try:
                self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", self.find(css, text))
                self.settle()
                self.find(css, text).click()
            except (StaleElementReferenceException, ElementClickInterceptedException):
                continue
            return
        raise AssertionError(f"{text!r} can't be pressed")

    def click_at(self, element: WebElement, x: float, y: float) -> None:
        """Click into an element, at these shares of its width and height."""
        self.settle()
        size = element.size
        across, down = int((x - 0.5) * size["width"]), int((y - 0.5) * size["height"])
        ActionChains(self.driver).move_to_element_with_offset(element, across, down).click().perform()

    def double_click_at(self, element: WebElement, x: float, y: float) -> None:
        """Click twice at these pixels of an element. The second click is named one: a slow page takes it for two."""
        self.settle()
        self.js("arguments[0].scrollIntoView({block: 'center'})", element)
        corner = self.js("const box = arguments[0].getBoundingClientRect(); return [box.x, box.y]", element)
        at = {"x": corner[0] + x, "y": corner[1] + y, "button": "left"}
        for count in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": kind, "clickCount": count, **at})

    def texts(self, css: str) -> list[str]:
        """Return the texts of all that shows."""
        read = "return [...document.querySelectorAll(arguments[0])].filter(e => e.offsetParent).map(e => e.innerText)"
        found: list[str] = self.js(read, css)
        return found

    def js(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait_for_js(self, condition: str) -> None:
        waiting = WebDriverWait(self.driver, PATIENCE_S, 0.1)
        waiting.until(lambda driver: driver.execute_script(f"return {condition}"), f"never true: {condition}")

    def complaints(self) -> list[str]:
        """Return what the browser wrote to its console since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call] # of selenium

    def violations(self) -> list[str]:
        """Return what axe-core finds against WCAG 2 A and AA in what shows."""
        if not self.js("return typeof axe === 'object'"):
            self.driver.execute_script(AXE)
        rules = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'], resultTypes: ['violations']}"
        run = f"const done = arguments[0]; axe.run(document, {rules}).then(r => done(r.violations))"
        found = self.driver.execute_async_script(run)
        return [
            f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"
            for one in found
            for node in one["nodes"]
        ]
