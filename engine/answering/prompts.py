"""The prompts and reply schemas for answering with a language model."""

from pydantic import BaseModel, Field

from chronomem.retrieval.question.plan import Complexity, Scope

PLAN = (
    "You plan how a question to a memory of somebody's conversations is looked up. Give its complexity: 'simple' if one"
    " stated fact answers it, 'hybrid' if several facts have to be put together, 'complex' if it needs a judgement from"
    " habits, preferences, values or character, reasons, a prediction, a case that is only supposed, or a trend over"
    " time. Give one to three keywords to look for: actions, things, places, ideas, never"
    " names of people. Divide it into at most four questions that can each be looked up by themselves, only where one"
    " look-up can't answer it; otherwise give the question itself as the only one. Name people and things in every part"
    " instead of pointing at other parts, and list the numbers, from 0, of the parts whose answers it needs; these come"
    " before it. Give each part its scope: 'short' for single events, 'long' for what is lasting, 'mixed' for both, and"
    " as when the time that it asks about, a date or words such as 'last May', empty if it names none."
)
GATE = (
    "You sort out memories before a question is answered from them. Give the numbers of those that help to answer it,"
    " or that say when and where what they tell took place. Leave out what merely has the same topic. If the complexity"
    " is 'simple', keep three to eight at the most; if it is 'hybrid' or 'complex', keep all that a full answer needs."
)
ANSWER = (
    "Answer question from the memories of somebody's conversations and from nothing else. memories stand under their"
    " dates, each with its number and who said it; facts sum up what was said, with when it began to hold or, where"
    " that is unknown, was told, and since when it is over, if it is. Relative times count from the date of their"
    " memory; asked_at is the present. What is over only answers questions about the past. known are answers to"
    " questions that come before this one. Answer as briefly as"
    " the question allows, with dates instead of relative times. If it asks what is likely, infer it and say from what."
    " sources: the numbers of the memories and facts that the answer rests on; answer; found: false if they don't hold"
    " it; missing: then one question for what is missing, which names somebody or something that the memories tell of"
    " and isn't the same question in other words."
)
SYNTHESIS = (
    "You put answers to the parts of a question together into one. Use nothing but these answers. Answer as briefly as"
    " the question allows, and give the numbers of the parts that your answer rests on as sources. If the parts don't"
    " answer the question, say so by found false, and name what is missing."
)
MOST_PARTS = 4


class PlannedPart(BaseModel):
    """A part of the question."""

    question: str = Field(description="the part, as a question")
    needs: list[int] = Field(description="numbers of the parts whose answers it needs")
    scope: Scope
    when: str = Field(default="", description="the time asked about; empty for none")


class PlanReply(BaseModel):
    """How to look the question up."""

    complexity: Complexity
    keywords: list[str] = Field(description="one to three words, no names")
    parts: list[PlannedPart]


class GateReply(BaseModel):
    """The memories that help."""

    numbers: list[int]


class AnswerReply(BaseModel):
    """An answer, or what is missing for one."""

    sources: list[int]
    answer: str
    found: bool
    missing: str = ""
