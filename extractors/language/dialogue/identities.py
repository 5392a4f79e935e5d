"""Who somebody is to the speaker, told by a call or an answer: "love you mum"; "Tom rang" "your boss?" "my brother"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of_noun
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.replies import TurnReply
from chronomem.extractors.language.dialogue.retractions import Effect
from chronomem.extractors.language.dialogue.wording import joined
from chronomem.extractors.language.lexicon import OWN_KIN, RELATION_OF_NOUN, WORD_NAMES, first_names, is_first_name
from chronomem.graph_schema.model.entity_names import ROLE_NAMES

_ADDRESSED = OWN_KIN | {"husband", "wife", "wifey", "sis", "uncle", "aunt", "auntie", "aunty", "cousin"}
_KIN = "|".join(sorted(_ADDRESSED, key=lambda noun: (-len(noun), noun)))
_GREETING = r"(?:hi|hiya|hey|hello|yo|ok|okay|yes|yeah|no|oh|thanks|thank you|sorry|dear|please|bye|aw|haha|lol)"
_CALLS = (
    re.compile(
        rf"^(?:{_GREETING}[ ,!]*)+(?P<noun>{_KIN})(?=[,.!?…]|$| (?:can|could|are|do|did|have|will|where|what)\b)"
    ),
    re.compile(rf"^(?P<noun>{_KIN}),? (?:can|could|are|do|did|have|will|would|when|where|what time) (?:you|u)\b"),
    re.compile(
        rf"^(?P<noun>{_KIN})(?:[,!]+ (?:where|what|why|when|how|can|could|do|don't|please|it|i|i'm|not|no|yes|you|that"
        r"|there|this|look|listen|guess|stop|come|read)| (?:who's|what's|where's|how's|that can't|that's not"
        r"|read me|tell me|help me))\b"
    ),
    re.compile(
        rf"(?:\byou(?: (?:too|so much|lots))?|\bthanks|\bthank you|\b(?:happy|merry) [\w']+(?: [\w']+)?"
        rf"|\b(?:night|morning|please|sorry|congrats|congratulations)|,)[,.]? (?P<noun>{_KIN})(?=\W*$|[.!?,])"
    ),
)
"""A relative who is spoken to, by whoever writes in lower case."""
_COMPLIES = re.compile(r"(?:(?:ok|okay|yes|yeah|yep|yup|no|nope|fine|alright|sure|sorry|lol|haha)[ ,!.]*)+\w+\W*")
"""What friends answer to one who nags: "ok mom"."""
_ROLE = re.compile(
    r"^(?:[\w' ]{1,12},)?(?:\W|\b(?:oh|wait|what|so|who|and|as in|is (?:that|he|she|it)|that's)\b)*(?:your|the|ur) "
    r"(?P<nouns>[\w' -]{3,40})\?"
)
"""A question that only asks who somebody is: "your boss?", "your husband or the dog?"."""
_OWN_ROLE = re.compile(
    r"^(?:(?:no|nope|nah|lol|haha|yes|yeah|god|it's|that's|he's|she's|the|ha)\W+)*(?P<words>(?:my )?[\w' -]{3,30})"
)
_HE_IS = re.compile(
    r"\b(?:he|she)(?:'s| is) (?P<owner>my(?: [\w-]+'s)?|[\w-]+'s) (?P<role>[\w-]+(?: [\w-]+)?)(?=\W*$|[.,!;])",
    re.IGNORECASE,
)
_WHO = {"who", "name", "whom"}
_NAME_ASKED = re.compile(
    r"^(?:\W|\b(?:omg|wait|what|no way|oh|is it|with|and)\b)*(?P<name>[^\W\d_]{2,}) ?\?", re.IGNORECASE
)
_FIRST_WORD = re.compile(r"^(?P<name>[A-Z][^\W\d_]+)(?=\W*$|[,.!:;]| \w+\W*$)")
_PRONOUN = re.compile(r"\b(?:he|she|him|her)\b(?! \w+'s)", re.IGNORECASE)


def called(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what somebody is to the speaker who calls them by a kinship term: "happy anniversary, husband"."""
    text = now.tree.text
    found = next((match for call in _CALLS if (match := call.search(text.lower())) is not None), None)
    if found is None or _COMPLIES.fullmatch(text.lower()):
        return
    noun = ROLE_NAMES.get(found["noun"], found["noun"])
    of_that_name = [name for name in now.others if ROLE_NAMES.get(name.lower(), name.lower()) == noun]
    who = of_that_name or (list(now.others) if len(now.others) == 1 else [])
    if len(who) == 1 and _may_be(who[0], noun):
        yield f"my {noun} is called {who[0]}" if of_that_name else f"{who[0]} is my {noun}.", found.span("noun")
        if noun in ("husband", "wife"):
            yield f"{who[0]} is married to me", found.span("noun")


def _may_be(name: str, noun: str) -> bool:
    gender = first_names().get(name.split()[0].title(), "x")
    return gender == "x" or gender_of_noun(noun) in ("x", gender)


def identified(conversation: TurnInContext, reply: TurnReply) -> Iterator[tuple[str, tuple[int, int], Effect]]:
    """Yield who it is of whom the speaker told, if the other asks: "Tom rang" "your boss?" "no, my brother"."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None:
        return
    own, other = asked_back
    asked = _ROLE.search(other.tree.text.lower())
    names = _named(own)
    if asked is not None and reply.agrees and len(names) > 1:
        kin = asked["nouns"].removesuffix("s")
        if kin in RELATION_OF_NOUN and kin != asked["nouns"]:
            yield from ((f"{name} is my {kin}", (0, len(now.tree.text)), "told") for name in names)
    if asked is None or len(names) != 1:
        return
    roles = re.split(r" or (?:(?:the|your|ur|a) )?", asked["nouns"])
    if not all(role.split()[-1] in RELATION_OF_NOUN for role in roles):
        return
    role = _role_given(now.tree.text.lower())
    ours = re.search(rf"\bour {re.escape(names[0])}\b", own.tree.text, re.IGNORECASE) is not None
    if role and ours and RELATION_OF_NOUN.get(role.split()[-1]) != "has_child":
        yield f"{names[0]} is my child", (0, len(now.tree.text)), "withdrawn"  # as "our Jack" was understood
    if role:
        yield f"{names[0]} is my {role}", (0, len(now.tree.text)), "told"
    elif reply.agrees and len(roles) == 1:
        yield f"{names[0]} is my {roles[0]}", (0, len(now.tree.text)), "told"
    if reply.agrees is False:
        span = reply.span(now.tree)
        yield from ((f"{names[0]} is my {guess}", span, "withdrawn") for guess in roles if guess != role)


def related(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield who somebody is of whom the other asked by name: "is Ola your boss?" "she's my cousin", "Tom's wife"."""
    now = conversation.now
    names = _named(conversation.before[-1]) if conversation.before[-1].speaker != now.speaker else []
    found = _HE_IS.search(now.tree.text)
    if found is not None and len(names) == 1 and found["role"].lower().split()[-1] in RELATION_OF_NOUN:
        yield f"{names[0]} is {found['owner']} {found['role']}", found.span()


def named_by_another(conversation: TurnInContext, reply: TurnReply) -> Iterator[Shared]:
    """Yield what the speaker told of "him", with the name: "he proposed!" "Oli??" "yes", or "who?" "Oli"."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None:
        return
    own, other = asked_back
    asked = _NAME_ASKED.match(other.tree.text)
    guessed = "" if asked is None else asked["name"].title()
    if asked is not None and guessed.lower() in _WHO:
        given = _FIRST_WORD.match(now.tree.text)
        name = given["name"] if given is not None else ""
    else:
        given = None if reply.agrees or not reply.parts else _FIRST_WORD.match(reply.parts[0].text)
        name = guessed if reply.agrees else given["name"] if given is not None else ""
    pronouns = {word for word in own.tree.lower if word in GENDER_OF_PRONOUN}
    one = len({GENDER_OF_PRONOUN[word] for word in pronouns}) == 1
    if not is_first_name(name) or name in now.others or not one or _named(own):
        return
    said = joined(own.tree.words)
    told = _PRONOUN.sub(name, said, count=1)
    if told != said and "?" not in told:
        yield told, (0, len(now.tree.text))


def _role_given(text: str) -> str:
    """Return "little brother" of "no, my little brother"; "" if no role is given at the beginning."""
    found = _OWN_ROLE.match(text)
    words = [] if found is None else found["words"].removeprefix("my ").split()
    noun = next((n for n, word in enumerate(words[:3]) if word in RELATION_OF_NOUN), None)
    return "" if noun is None or words[noun + 1 : noun + 2] == ["of"] else " ".join(words[: noun + 1])


def _named(said: ParsedTurn) -> list[str]:
    """Return the persons whom a turn calls by their first names."""
    tree = said.tree
    people = {name.split()[0].lower() for name in said.others}
    return [
        word
        for i, word in enumerate(tree.words)
        if tree.tags[i].startswith("NNP") and is_first_name(word) and tree.lower[i] not in people | WORD_NAMES
    ]
