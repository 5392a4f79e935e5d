"""Who somebody is to the speaker, told by a call or an answer: "love you mum"; "Tom rang" "your boss?" "my brother"."""

import re
from collections.abc import Iterator, Sequence

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, gender_of_noun
from chronomem.extractors.language.clauses.references import FIRST_PERSON
from chronomem.extractors.language.dialogue.conversation import ParsedTurn, TurnInContext
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.replies import TurnReply
from chronomem.extractors.language.dialogue.retractions import Effect
from chronomem.extractors.language.dialogue.wording import joined
from chronomem.extractors.language.lexicon import (
    OWN_KIN,
    RELATION_OF_NOUN,
    UNIQUE_ROLES,
    WORD_NAMES,
    first_names,
    is_first_name,
)
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
        r"|there|this|look|listen|guess|stop|come|read|people|they|we|did|is|are)"
        r"|[.!]+ (?:you|your|you're|please|can|stop)| (?:who's|what's|where's|how's|that can't|that's not"
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
_BIDDING = {"send", "tell", "give", "hug", "kiss", "bring", "ask", "wish", "invite", "poor", "bless"}
"""How a sentence begins that bids somebody do something for whom it names: "send Fionn over", "poor Tom"."""
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


def known_by_name(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield whom the speaker calls by name of whom another told by their role: "my husband is ill" "how's Tom?"."""
    now, said = conversation.now, conversation.before[-1]
    if said.speaker == now.speaker or (at := _spoken_of(conversation.before, now)) is None:
        return
    name, roles = now.tree.words[at], [role for role in _roles(said) if _may_be(now.tree.words[at], role)]
    if len(roles) == 1:
        yield f"{name} is {said.speaker}'s {roles[0]}", (now.tree.starts[at], now.tree.end(at))


def known_by_role(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the name by which another asks of whom the speaker tells: "how's Tom?" "my husband is ill again"."""
    now, asked_back = conversation.now, conversation.asked_back
    if asked_back is None or (at := _spoken_of(conversation.before[:-1], asked_back[1])) is None:
        return
    name, roles, tree = asked_back[1].tree.words[at], _roles(now), now.tree
    first, last = tree.sentences[0]
    others = not GENDER_OF_PRONOUN.keys().isdisjoint(tree.lower[first:last]) or len(_named(now)) > 0
    if len(roles) == 1 and not others and roles[0] in tree.lower[first:last] and _may_be(name, roles[0]):
        yield f"{name} is my {roles[0]}", (0, 0)


def known_as_kin(conversation: TurnInContext) -> Iterator[Shared]:
    """Yield the name with which somebody answers who is asked about a relative: "and your sister?" "Mia moved"."""
    now, said = conversation.now, conversation.before[-1]
    first, last = said.tree.sentences[-1]
    asked = said.speaker != now.speaker and "?" in said.tree.words[first:last] and not _named(said)
    lower = said.tree.lower
    roles = [lower[i] for i in range(first + 1, last) if lower[i] in UNIQUE_ROLES and lower[i - 1] in ("your", "ur")]
    names = _named(now)
    if (
        not asked
        or len(roles) != 1
        or not names
        or any(names[0].lower() in each.tree.lower for each in conversation.before)
    ):
        return
    at = now.tree.words.index(names[0])
    opens = all(not now.tree.words[i][0].isalnum() or now.tree.tags[i] == "UH" for i in range(at))
    if opens and now.tree.full_deps[at].startswith("nsubj") and _may_be(names[0], roles[0]):
        yield f"{names[0]} is my {roles[0]}", (0, 0)


def _spoken_of(before: Sequence[ParsedTurn], now: ParsedTurn) -> int | None:
    """Return the only name in a turn, if nobody has said it before and it is of somebody asked about, or to be told."""
    tree, names = now.tree, _named(now)
    if len(names) != 1 or any(names[0].lower() in said.tree.lower for said in before):
        return None
    at = tree.words.index(names[0])
    first, last = next((first, last) for first, last in tree.sentences if first <= at < last)
    asks = "?" in tree.words[at:last] or tree.lower[first] in _BIDDING | {"because", "cos"}
    own = not FIRST_PERSON.isdisjoint(tree.lower[first:at])
    return at if asks and not own and GENDER_OF_PRONOUN.keys().isdisjoint(tree.lower[first:last]) else None


def _roles(said: ParsedTurn) -> list[str]:
    """Return the roles in which a turn speaks of people who are the speaker's own, without their names."""
    tree = said.tree
    return [
        tree.lower[i]
        for i in range(1, len(tree.words))
        if tree.lower[i] in UNIQUE_ROLES and tree.lower[i - 1] in ("my", "our")
        if not any(tree.tags[j] == "NNP" for j in range(i + 1, min(i + 3, len(tree.tags))))
        if tree.lower[i + 1 : i + 2] not in (["'s"], ["\u2019s"])
    ]


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
