"""The memory as a local web page. `running.explore` serves it, which needs the extra `explorer`.

What the page shows is made by functions over the memory's own methods, which need no browser; `panels` shows it.
"""
