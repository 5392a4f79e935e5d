"""The memory as a local web page. `running.explore` serves it, which needs the extra `explorer`.

The page's contents are computed by functions over the memory's own methods, without a browser; `panels` displays them.
"""
