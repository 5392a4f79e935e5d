"""Stage `question`: analysis of the question for retrieval."""

from dataclasses import replace

from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.question.question import read_question
from chronomem.retrieval.view import MemoryView


class ReadQuestion(StageModel):
    """Finds the question's terms, vector, speakers and the kind of answer wanted."""

    keep_names: bool = Field(default=False, description="Leave the names of speakers in the text of the vector.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        question = read_question(
            recollection.text,
            speakers=view.turns.speakers,
            vocabulary=view.turns.vocabulary,
            embedder=view.embedder,
            times=recollection.times,
            time_places=recollection.time_places,
            keep_names=self.keep_names,
            language=view.turns.language,
        )
        return replace(recollection, question=question)
