"""What a command imports before it does anything."""

import subprocess
import sys

IMPORTED = """
import sys
from chronomem.engine.interfaces.cli.driver import load_driver
load_driver()
import chronomem.engine.memory.memory
print(*({"pandas", "pyarrow", "neo4j"} & sys.modules.keys()))
import pandas
print(pandas.DataFrame({"n": [1]}).n[0])
"""


def test_the_driver_brings_no_data_frames_and_they_can_be_had_later() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["neo4j", "1"]
