"""A LangChain retriever whose documents are the memories relevant to a question.

retriever = ChronomemRetriever(memory=memory, user="ann", k=5)
retriever.invoke("Where have I been living since May?", now="2023-06-20")
"""

import asyncio
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun as AsyncRunManager
from langchain_core.callbacks import CallbackManagerForRetrieverRun as RunManager
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field

from chronomem.engine.memory.memory import Memory
from chronomem.graph_schema.errors import UnknownUser
from chronomem.retrieval.context import Item


class ChronomemRetriever(BaseRetriever):
    """A retriever over a memory that the caller opens and closes.

    Calls may name further options of `Memory.recall`, such as `now`, `since`, `speakers` and `where`. The user can be
    configured for each call: `retriever.configurable_fields(user=ConfigurableField("user"))`.
    """

    memory: Memory = Field(exclude=True, repr=False, description="The memory that is searched.")
    user: str = Field(description="The user whose memory it is.")
    k: int = Field(default=10, description="The maximum number of documents.")

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: RunManager,  # noqa: ARG002 - the base class's signature
        **options: Any,
    ) -> list[Document]:
        """Return the memories relevant to a question, best first; none for a user who has no memory yet."""
        try:
            return [_document(item) for item in self.memory.recall(query, user=self.user, **{"k": self.k, **options})]
        except UnknownUser:
            return []

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncRunManager, **options: Any
    ) -> list[Document]:
        """Return the same, without blocking the event loop."""
        return await asyncio.to_thread(
            self._get_relevant_documents, query, run_manager=run_manager.get_sync(), **options
        )


def _document(item: Item) -> Document:
    """Return an item as a document: its text, and all else as metadata of JSON values."""
    values = item.as_dict()
    return Document(page_content=values.pop("text"), metadata=values)
