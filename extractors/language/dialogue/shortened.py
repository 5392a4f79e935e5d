"""Clauses that leave out what the clause before them in the sentence says: "so is his brother", "and Eva in Graz"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

from chronomem.extractors.language.clauses.ages_in_a_row import ages_in_a_row
from chronomem.extractors.language.clauses.rendering import third_person
from chronomem.extractors.language.dialogue.answer_parts import EXACTLY, LIKE, likened
from chronomem.extractors.language.dialogue.asked_for import BEING
from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.ellipsis import as_asked
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.told_questions import declared
from chronomem.extractors.language.dialogue.wording import joined
from chronomem.extractors.language.dialogue.words import (
    AUXILIARIES,
    Token,
    is_noun,
    is_several,
    last_phrase,
    noun_phrase,
    words_of,
)
from chronomem.extractors.language.frames.adjectives import LASTING
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, demonyms
from chronomem.extractors.language.parsing.verb_repairs import OF_PERSONS

_ONLY = {"just", "only"}
_TOO = {"too", "also"}
_THEIRS = {"his", "her", "their"}
_MYSELF = {"i", "me"}
_JOINING = {"and", "&", "while"}
_NOBODY = {"it", "that", "this", "there", "who", "which", "what", "you", "he", "she", "they", "we"}
_LONGEST_SENTENCE = 80
"""In words; a longer one is a list or a paste."""
_LONGEST = 8
"""In words, of what a clause without its verb may still say."""


def shared_predicates(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what is said of somebody, and of somebody else as well: "Mia is a dentist and so is her brother"."""
    for words in stating(now):
        for start in range(3, len(words) - 1):
            if not (words[start - 1].text == "," or words[start - 1].lower in _JOINING):
                continue
            who = _also(words, start)
            if who is None:
                continue
            end = start - 1 - (words[start - 2].text == ",")
            said = declared(now, [as_asked(word) for word in words[:end] if _is_word(word)])
            if said is None or said.subject.lower() in _NOBODY:
                break
            name = "I" if who[0].lower in _MYSELF else " ".join(word.text for word in who)
            if who[0].lower in _THEIRS:
                name = f"{said.subject}'s {' '.join(word.text for word in who[1:])}"
            span = now.tree.starts[words[start].at], now.tree.end(words[-1].at)
            yield _text(words[:end]), span
            yield said.about(name, plural=is_several(who)).states(), span
            break


def _also(words: Sequence[Token], start: int) -> Sequence[Token] | None:
    """Return the words of whom "so is his brother" or "her daughter too" is about, at the end of a sentence.

    So are "as do I", "and Tom does too", "same as me" and "like me".
    """
    lower = [word.lower for word in words[start:]]
    if lower[0] in ("so", "as") and lower[1] in AUXILIARIES:
        who = words[start + 2 :]
    elif lower in (["same", "as", "me"], ["like", "me"], ["just", "like", "me"], ["the", "same", "as", "me"]):
        who = words[-1:]
    elif words[-1].lower in _TOO:
        who = words[start : -2 if words[-2].lower in AUXILIARIES else -1]
    elif [word.lower for word in words[-2:]] == ["as", "well"]:
        who = words[start:-2]
    else:
        return None
    if [word.lower for word in who] in (["i"], ["me"]):
        return who
    person = bool(who) and (is_noun(who[-1]) or who[0].tag == "PRP$") and who[0].lower not in _NOBODY
    return who if person and noun_phrase(who, 0) == len(who) else None


def both_alike(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what two are who are alike: "I am vegan" and "my sister is vegan" for "I'm vegan, like my sister"."""
    for words in stating(now):
        start = next((n for n in range(2, len(words) - 2) if words[n].lower in LIKE and likened(words[n:])), 0)
        end = start
        while end and words[end - 1].lower in (*EXACTLY, ","):
            end -= 1
        said = declared(now, [as_asked(word) for word in words[:end] if _is_word(word)]) if start else None
        if said is None or said.subject.lower() in _NOBODY or not _is_lasting(said):
            continue
        who = likened(words[start:])
        name = " ".join(word.text for word in who)
        span = now.tree.starts[words[0].at], now.tree.end(words[-1].at)
        yield said.states(), span
        if who[0].lower not in _THEIRS:
            yield said.about(name, plural=is_several(who)).states(), span
        elif said.subject[0].isupper() and said.subject != "I":
            yield said.about(f"{said.subject}'s {' '.join(w.text for w in who[1:])}").states(), span


def _is_lasting(said: OpenQuestion) -> bool:
    """Whether a statement tells a lasting quality or an occupation: "… is vegan", "… is a nurse"."""
    if said.auxiliary not in BEING or not said.rest:
        return False
    lower = [word.lower for word in said.rest]
    quality = lower[0] in LASTING | demonyms() or ("-".join(lower) in LASTING)
    whole = "".join(lower) in LASTING  # "left-handed", of three tokens
    return quality or whole or (lower[0] in ("a", "an") and is_occupation(said.rest[-1].lemma))


def limited(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what there is instead of what there isn't: "I own a radio" for "I don't own a television, just a radio"."""
    for words in stating(now):
        at = next((n for n in range(3, len(words)) if words[n].lower in _ONLY and words[n - 1].text == ","), None)
        at = at or next(
            (n for n in range(3, len(words)) if words[n].lower in _ONLY and words[n - 1].lower == "but"), None
        )
        if at is None or at + 1 == len(words) or noun_phrase(words, at + 1) != len(words):
            continue
        denial = next((n for n in range(at) if words[n].lower in ("n't", "not", "no")), None)
        if denial is None:
            continue
        kept = words[:denial] if words[denial].lower == "no" else [*words[:denial], *words[denial + 1 : at - 1]]
        thing = [word.text for word in words[at + 1 :]]
        if words[denial].lower == "no":
            bare = not kept or [word.lower for word in kept] == ["got"]  # "got no garden, just a balcony"
            text = joined([*(["I", "have"] if bare else [word.text for word in kept]), *thing])
        else:
            said = declared(now, [as_asked(word) for word in kept if _is_word(word)])
            found = None if said is None else last_phrase(said.rest)
            if said is None or found is None:
                continue
            text = replace(said, slot=found).states(" ".join(thing))
        yield text, (now.tree.starts[words[at].at], now.tree.end(words[-1].at))


def side_by_side(now: ParsedTurn) -> Iterator[Shared]:
    """Yield the clauses that "and" joins if the parser lost one: "Tom works at Bosch and Eva is a nurse"."""
    for words in stating(now):
        clauses = list(takewhile(lambda part: _verb(part) == _subject(part) > 0, _parts(words)))
        if len(clauses) > 1 and not all(_has_its_subject(now, clause) for clause in clauses):
            span = now.tree.starts[words[0].at], now.tree.end(clauses[-1][-1].at)
            yield from ((_text(clause), span) for clause in clauses)


def _has_its_subject(now: ParsedTurn, clause: Sequence[Token]) -> bool:
    """Whether the verb of a clause has the words before it as its subject, and stands beside another verb."""
    tree, verb = now.tree, clause[_subject(clause)].at
    told = tree.heads[verb] if tree.deps[verb] in ("cop", "aux") else verb
    above = tree.heads[told]
    apart = above == told or tree.is_verb(above) or tree.child(above, "cop") is not None
    subject = [word.at for word in clause[: _subject(clause)]]
    return apart and any(tree.deps[i].startswith("nsubj") and tree.heads[i] in (verb, told) for i in subject)


def gapped(now: ParsedTurn) -> Iterator[Shared]:
    """Yield clauses with the verb of the one before: "Eva lives in Graz" for "Tom lives in Bonn, Eva in Graz".

    What several do may be told of each: "Cleo moved to Oslo" for "both moved away, Cleo to Oslo and Ida to Rome".
    """
    ages = ages_in_a_row(now.tree)
    for words in stating(now):
        parts = [part for part in _parts(words) if part[-1].at not in ages]
        span = now.tree.starts[words[0].at], now.tree.end(words[-1].at)
        full: Sequence[Token] = ()
        said: Sequence[Token] = ()
        for n, part in enumerate(parts):
            verb = _verb(part)
            if verb is not None:
                alone = _subject(part) > 0 and verb <= _subject(part) + 1
                full, said = (part, part[verb:]) if alone else ((), ())
                if _are_several(words, part[verb]) and _are_apart(parts[n + 1 : n + 3], said):
                    full, said = (), part[verb : verb + 1]
            elif said and (clause := _whole(said, _owned(part, full))):
                yield from ((_text(each), span) for each in (full, clause) if each)
                full = ()


def _owned(part: Sequence[Token], full: Sequence[Token]) -> Sequence[Token]:
    """Return a part with the name of whose relative it tells: "Dora's twin Nora" for "Dora is a nurse, her twin …"."""
    owner = full[: _subject(full)]
    if not owner or part[0].lower not in _THEIRS or not owner[0].tag.startswith("NNP"):
        return part
    return [*owner[:-1], owner[-1]._replace(text=f"{owner[-1].text}'s"), *part[1:]]


def _verb(part: Sequence[Token]) -> int | None:
    """Return the index of the first finite verb, which may have been taken for a plural: "Bram studies physics"."""
    finite = (n for n, word in enumerate(part) if word.tag in ("VBZ", "VBP", "VBD", "MD"))
    told = _subject(part)
    taken = 0 < told < len(part) and part[told].tag == "NNS" and part[told].lower in OF_PERSONS
    return told if taken else next(finite, None)


def _are_several(words: Sequence[Token], verb: Token) -> bool:
    """Whether what stands before a verb names several people."""
    before = [word for word in words if word.at < verb.at]
    return any(word.tag == "NNS" or word.lower in ("both", "they", "we") for word in before)


def _are_apart(parts: Sequence[Sequence[Token]], said: Sequence[Token]) -> bool:
    """Whether two parts tell something of two people without a verb, and can't take over the whole of what is said."""
    apart = all(_verb(part) is None and 0 < _subject(part) < len(part) for part in parts)
    return len(parts) == 2 and apart and _whole(said, parts[0]) is None


def _whole(said: Sequence[Token], part: Sequence[Token]) -> list[Token] | None:
    """Return a part with the verb that it leaves out, or None if it leaves none out."""
    own = _subject(part)
    if own and own < len(part) and part[own].lemma in RELATION_OF_NOUN:  # "Dora's twin Nora"
        own += 1 + _subject(part[own + 1 :])
    rest = part[own:]
    if not own or not rest or len(rest) > _LONGEST or any(w.tag.startswith(("VB", "MD")) for w in rest[:-1]):
        return None
    given = _given(said, rest)
    if not given:
        return None
    verb = given[0].lemma if part[0].lower == "i" and given[0].tag == "VBZ" else given[0].text
    verb = third_person(verb) if given[0].tag == "VBP" and part[0].lower != "i" else verb
    return [*part[:own], given[0]._replace(text=verb), *given[1:], *rest]


def _text(words: Sequence[Token]) -> str:
    return joined([word.text for word in words])


def _is_word(word: Token) -> bool:
    return word.tag == "HYPH" or any(c.isalnum() or c == "'" for c in word.text)


def _given(said: Sequence[Token], rest: Sequence[Token]) -> Sequence[Token] | None:
    """Return the words of a clause from its verb on that a shortened one takes over, before what the rest replaces."""
    if not said:
        return None
    if rest[0].tag in ("IN", "TO"):
        at = next((n for n, word in enumerate(said) if n and word.lower == rest[0].lower), None)
        return said[:at] if at is not None else said if len(said) == 1 else None
    thing = rest[0].tag in ("DT", "PRP$", "CD", "JJ", "NNS", "NN", "VBZ")
    return said[:1] if thing and len(said) > 1 and said[1].tag in ("DT", "PRP$", "CD", "JJ", "NNS", "NN") else None


def _subject(words: Sequence[Token]) -> int:
    """Return where a subject at the beginning ends that is "I", a name, or somebody's relative; 0 if it is none."""
    if not words:
        return 0
    if words[0].lower == "i":
        return 1
    end = 0
    if words[0].tag == "PRP$" and len(words) > 1 and words[1].lemma in RELATION_OF_NOUN:
        end = 2
    elif not words[0].tag.startswith("NNP"):
        return 0
    while end < len(words) and words[end].tag.startswith("NNP") and words[end].text[0].isupper():
        end += 1
    return end


def _parts(words: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the parts of a sentence between commas and "and" that don't join two nouns of a list."""
    part: list[Token] = []
    for n, word in enumerate(words):
        ends = word.text in (",", ";", ":") or (word.lower in _JOINING and _subject(words[n + 1 :]) > 0)
        if ends:
            if part:
                yield part
            part = []
        else:
            part.append(word)
    if part:
        yield part


def stating(now: ParsedTurn) -> Iterator[list[Token]]:
    """Yield the words of the sentences that ask nothing, without what closes them; a colon closes none."""
    opened: list[Token] = []
    for n, (first, last) in enumerate(now.tree.sentences, 1):
        words = [*opened, *words_of(now.tree, first, last)]
        opens = bool(words) and words[-1].text == ":" and n < len(now.tree.sentences)
        opened = words if opens and len(words) <= _LONGEST_SENTENCE else []
        if opened or len(words) > _LONGEST_SENTENCE or any(word.text.startswith("?") for word in words):
            continue
        while words and not any(c.isalnum() for c in words[-1].text):
            words.pop()
        if words:
            yield words
