"""Reading a question for what can be compared with memories."""

from dataclasses import replace

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.question.question import read_question
from chronomem.retrieval.view import MemoryView


class ReadQuestion(StageModel):
    """Reads words, meaning, speakers and the kind of answer that is wanted."""

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        question = read_question(
            recollection.text,
            speakers=view.turns.speakers,
            vocabulary=view.turns.vocabulary,
            embedder=view.embedder,
            times=recollection.times,
        )
        return replace(recollection, question=question)
