"""What is imported when, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.model_server.server import FakeModelServer, Says

import chronomem

DRIVER = """
import sys
from chronomem.engine.interfaces.cli.driver import load_driver
load_driver()
import chronomem.engine.memory.memory
print(*({"pandas", "pyarrow", "neo4j"} & sys.modules.keys()))
import pandas
print(pandas.DataFrame({"n": [1]}).n[0])
"""
LANGUAGE = """
import chronomem.extractors.entity_resolution, chronomem.extractors.language.extraction
import chronomem.extractors.language.parsing.pipeline, sys
print("spacy" in sys.modules)
"""
EMBEDDING = """
import sys
from chronomem.extractors.embeddings.embedder import StaticEmbedder
vectors = StaticEmbedder().embed(["where do you live?"])
print(vectors.shape, "huggingface_hub" in sys.modules)
"""
ASKED_WHILE_ANOTHER_THREAD_IMPORTS = """
import asyncio, importlib.abc, openai, sys, threading, time
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.settings import LanguageModel
from pydantic import BaseModel

class City(BaseModel):
    name: str

begun = threading.Event()

class Slowly(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.startswith("httpx.") and not begun.is_set():
            begun.set()
            time.sleep(1)

for name in [name for name in sys.modules if name.partition(".")[0] == "httpx"]:
    del sys.modules[name]
sys.meta_path.insert(0, Slowly())
threading.Thread(target=lambda: __import__("httpx")).start()
begun.wait()
client = ModelClient(LanguageModel(model="m", base_url=sys.argv[1], retries=0))
print(asyncio.run(client.complete("city", "Name it.", "Porto", City, user="u1")).name)
"""


def said(code: str, *arguments: str) -> list[str]:
    """Return the lines that a Python process printed, which must have had nothing to complain of."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | {"PYTHONPATH": str(Path(chronomem.__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_the_driver_brings_no_data_frames_and_they_can_be_had_later() -> None:
    assert said(DRIVER) == ["neo4j", "1"]


def test_importing_the_extractors_does_not_import_spacy() -> None:
    assert said(LANGUAGE) == ["False"]


def test_embedding_loads_no_client_of_a_model_hub() -> None:
    assert said(EMBEDDING) == ["(1, 256) False"]


def test_a_module_that_another_thread_is_importing_harms_no_question(model_server: FakeModelServer) -> None:
    model_server.answer_with(lambda _: Says({"name": "Porto"}))
    assert said(ASKED_WHILE_ANOTHER_THREAD_IMPORTS, model_server.url) == ["Porto"]
