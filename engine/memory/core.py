"""What can be closed, and refuses to be used afterwards."""

from chronomem.graph_schema.errors import Closed


class Closable:
    """The part of a memory that knows whether it was closed."""

    _is_closed = False

    def _check_open(self) -> None:
        if self._is_closed:
            raise Closed("this memory was closed; open it again")
