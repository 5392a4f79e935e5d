"""Repairs of clauses that chat has parsed wrongly: where one begins, what it is about, and to which it is joined."""

_SPLICED = {"advmod", "advcl", "dep"}
"""How the first of two clauses with a comma between them is attached to the second by mistake."""
_FINITE_TAGS = {"VBZ", "VBP", "VBD", "MD"}
_PLURAL = {"i", "we", "you", "they"}
"""Subjects with which no "plays" agrees."""
_STRANDED = {"do", "does", "did", "is", "are", "was", "were", "has", "have", "can", "will"}
_JOINING = {"and", "but", "while", "&"}
_BEING = {"is", "are", "was", "were", "am", "'s", "'m", "'re"}
_FRONTED = {"in", "on", "at", "during", "for", "after", "before", "since", "from", "until", "over", "by", "with"}
PERIODS = {
    "day", "days", "week", "month", "year", "night", "evening", "morning", "weekend", "summer", "winter", "spring",
    "autumn", "fall", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
}  # fmt: skip
_WHICH = {"next", "last", "this", "that", "these", "one", "some", "every", "each", "most"}
"""Words before a period that stands alone in front: "next year I …"; not "the day I …"."""
_SUBJECTS = {"i", "we", "he", "she", "they", "you"}
_THINKING = {"thinking", "hoping", "guessing", "feeling", "knowing", "saying", "wishing", "believing", "assuming",
             "praying", "betting", "supposing", "pretending"}  # fmt: skip
"""Participles after which a clause tells a thought: "hoping my job is safe"."""
_FAR = 30
"""How many tokens after what somebody does it may be judged."""


def mend_joined(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give the second of two clauses its subject: "Tom is 9 and Mia is 6", "Tom lives in Ghent and Mia moved out"."""
    for verb, first in enumerate(heads):
        name = verb - 1
        if verb <= 2 or tags[verb] not in _FINITE_TAGS or deps[verb] not in ("conj", "ccomp"):
            continue
        if not _is_finite(first, tags, deps, heads) or _has_subject(verb, deps, heads):
            continue
        if _is_joined_to(name, lower, deps) and tags[name].startswith(("NN", "PRP")):
            heads[name], deps[name], deps[verb] = verb, "nsubj", "conj"
            heads[name - 1], deps[name - 1] = verb, "cc"
    for first, second in enumerate(heads):
        if deps[first] not in ("nsubj", "csubj") or second < first or heads[second] != second:
            continue
        own = {deps[j] for j, head in enumerate(heads) if head == first and j < first}
        named = [j for j in range(first + 1, second) if heads[j] == first and deps[j] == "conj"]
        if not {"nsubj", "cop"} <= own or len(named) != 1 or not _is_joined_to(named[0], lower, deps):
            continue
        heads[named[0]], deps[named[0]] = second, "nsubj"
        heads[first], deps[first] = first, "ROOT"
        heads[second], deps[second] = first, "conj"
        heads[named[0] - 1] = second


def _is_finite(verb: int, tags: list[str], deps: list[str], heads: list[int]) -> bool:
    """Whether a verb is finite, or an auxiliary of it: "Ingrid got promoted"."""
    return tags[verb] in _FINITE_TAGS or any(
        heads[i] == verb and deps[i].startswith("aux") and tags[i] in _FINITE_TAGS
        for i in range(max(0, verb - 4), verb)
    )


def mend_asked(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a quality that was taken for a part of the name the predicate: "is Maja vegetarian?"."""
    for quality in range(2, len(words)):
        name = quality - 1
        asked = tags[name] == tags[quality] == "NNP" and heads[name] == quality and deps[name] in ("compound", "flat")
        be = name - 1
        if not asked or heads[be] != quality or deps[be] != "cop" or not words[name].istitle():
            continue
        if words[quality].islower():
            tags[quality], deps[name] = "JJ", "nsubj"
            for i in range(be):
                if heads[i] == quality and deps[i] == "nsubj":
                    deps[i] = "discourse"


def mend_couples(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join two subjects of which the first was taken for a sentence: "me and Tom are done"."""
    for second in range(2, len(lower)):
        verb, both = heads[second], second - 1
        first = heads[verb]
        if lower[second] == "i" and (first != both - 1 or tags[first] != "NNP"):
            continue  # which is the subject, whoever is named further before it
        told = (
            deps[second].startswith("nsubj") and deps[verb] == "conj" and first < both and lower[both] in ("and", "&")
        )
        if not told or heads[first] != first or not tags[first].startswith(("NN", "PRP")):
            continue
        if any(head == first and deps[j] in ("cop", "nsubj", "aux") for j, head in enumerate(heads)):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        heads[first], deps[first] = verb, deps[second]
        heads[second], deps[second] = first, "conj"
        heads[both], deps[both] = second, "cc"
        for i, head in enumerate(heads):
            if head == first and i > verb:
                heads[i] = verb


def mend_vocatives(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Set apart a name before a comma and the subject of the same verb: "Ben, Mum moved out"."""
    for name in range(len(lower) - 3):
        verb = heads[name]
        opens = name == 0 or lower[name - 1] in (".", "!", "?")
        if tags[name] != "NNP" or not opens or lower[name + 1] != "," or not deps[name].startswith("nsubj"):
            continue
        told = [i for i in range(name + 2, verb) if heads[i] == verb and deps[i].startswith("nsubj")]
        if told and "," not in lower[told[0] : verb]:
            deps[name] = "vocative"


def mend_said_to_be(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name right after "is" what somebody is, unless a comma sets it apart: "my boss is | Dr Roy"."""
    for name in range(2, len(lower)):
        be = heads[name]
        if deps[name] != "vocative" or tags[name] != "NNP" or lower[be] not in ("is", "'s", "was") or be > name:
            continue
        beside = [i for i in range(len(heads)) if heads[i] == be and i not in (be, name)]
        between = {deps[i] for i in range(be + 1, name) if heads[i] == name}
        apart = be + 1 + sum(heads[i] == name for i in range(be + 1, name)) != name or "punct" in between
        if apart or not any(deps[i].startswith("nsubj") and i < be for i in beside):
            continue
        if any(deps[i] not in ("nsubj", "punct", "cc", "advmod", "discourse") for i in beside):
            continue
        heads[name], deps[name] = (name if heads[be] == be else heads[be]), deps[be]
        for i in (*beside, be):
            heads[i] = name
        deps[be] = "cop"


def mend_dated(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give a date before a subject to its verb: "my last day is the 31st and | on 10 February I start at Lidl"."""
    for subject in range(3, len(lower)):
        verb, date = heads[subject], _first_above(subject - 1, deps, heads)
        if deps[subject] != "nsubj" or verb <= subject or tags[verb] not in _FINITE_TAGS or deps[date] != "conj":
            continue
        before = [i for i in range(date) if heads[i] == date]
        on = any(deps[i] == "case" and lower[i] in ("on", "in", "from", "at", "since") for i in before)
        if not on or heads[verb] != heads[date] or tags[date] not in ("CD", "NNP", "NN"):
            continue
        heads[date], deps[date] = verb, "obl"
        for i in before:
            heads[i] = verb if deps[i] == "cc" else heads[i]
        deps[verb] = "conj" if any(deps[i] == "cc" for i in before) else deps[verb]


def _first_above(token: int, deps: list[str], heads: list[int]) -> int:
    """Return the nearest word above that something else joins, or the root."""
    for _ in range(6):
        if deps[token] == "conj" or heads[token] == token:
            return token
        token = heads[token]
    return token


def mend_addressed(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make what is said of a subject a clause, neither somebody who is spoken to nor a part of what follows.

    Such are "I got a pup, her name is Praline", "I've resigned today, my last day is 31 July" and "don't laugh, but Tom
    and I are back together".
    """
    said = {head for i, head in enumerate(heads) if deps[i] == "cop"} & {
        head for i, head in enumerate(heads) if deps[i] == "nsubj"
    }
    for i in said:
        later = deps[i].startswith(("obl", "appos")) and heads[i] < i and _is_apart(i, lower, heads)
        if later:
            heads[i] = _clause_above(i, deps, heads)
        deps[i] = "parataxis" if deps[i] == "vocative" or later else deps[i]
        rest = heads[i]
        if deps[i] == "advmod" and rest == i + 1:
            heads[i], deps[i] = (i, "ROOT") if heads[rest] == rest else (heads[rest], deps[rest])
            heads[rest], deps[rest] = i, "advmod"
            for j in range(i):
                heads[j] = i if heads[j] == rest else heads[j]


def _clause_above(token: int, deps: list[str], heads: list[int]) -> int:
    """Return the nearest token above one that is no object, adverbial or apposition."""
    above = heads[token]
    for _ in heads:
        if not deps[above].startswith(("ob", "nmod", "appos")):
            break
        above = heads[above]
    return above


def mend_revealed(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name after "turns out" the subject of what follows: "turns out Silke | works at the same school"."""
    for out in range(1, len(lower) - 3):
        turn, name, verb = out - 1, out + 1, out + 2
        revealed = lower[out] == "out" and lemmas[turn] == "turn" and tags[name] == "NNP" and heads[verb] == turn
        if revealed and heads[name] in (turn, verb) and tags[verb] in ("VBZ", "VBD"):
            heads[name], deps[name], deps[verb] = verb, "nsubj", "ccomp"


def mend_owners(tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make whose something is the predicate, if it was taken for a second subject: "that tent is my sister's"."""
    for mark in range(3, len(tags)):
        owner = mark - 1
        be = heads[owner]
        if tags[mark] != "POS" or heads[mark] != owner or deps[owner] != "nsubj" or lemmas[be] != "be" or be > owner:
            continue
        if heads[be] == be and any(heads[i] == be and deps[i] == "nsubj" for i in range(max(0, be - _FAR), be)):
            heads[owner], deps[owner] = owner, "ROOT"
            for i in range(max(0, be - _FAR), min(len(heads), owner + _FAR)):
                heads[i] = owner if heads[i] == be else heads[i]
            heads[be], deps[be] = owner, "cop"


def mend_closing(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Give a time to the clause that it follows: "they lived in Bonn; they've been in Kiel | since 2015"."""
    for last, first in enumerate(heads):
        if deps[last] != "parataxis" or first >= last or not _has_subject(last, deps, heads):
            continue
        for i in range(last + 1, min(len(heads), last + _NEAR)):
            if lower[i] in _STOPS:
                break
            if heads[i] == first and deps[i].startswith("obl"):
                heads[i] = last


_STOPS = {",", ";", ".", "!", "?", "-", "and", "but", "so", "("}
_NEAR = 8
"""How many tokens after a clause a phrase that closes it may stand."""


def mend_also(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Set apart of whom a clause holds as well: "Omar speaks Farsi, and his wife too", who isn't spoken."""
    for too in range(5, len(lower)):
        who, thing = too - 1, heads[too - 1]
        if lower[too] not in ("too", "also") or deps[who] != "conj" or lower[too - 4 : too - 2] != [",", "and"]:
            continue
        if lower[too - 2] in ("his", "her", "their") and deps[thing] in ("obj", "obl"):
            heads[who], deps[who] = heads[thing], "orphan"


def mend_stranded(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make an auxiliary before a comma a clause of its own: "Ida does, her mum's from Porto", "he isn't, he works"."""
    for alone, verb in enumerate(heads):
        after = alone + 1 + (lower[alone + 1 : alone + 2] in (["n't"], ["not"]))
        if deps[alone] not in ("aux", "cop") or lower[alone] not in _STRANDED or lower[after : after + 1] != [","]:
            continue
        subjects = [j for j, head in enumerate(heads) if head == verb and deps[j] == "nsubj"]
        if len(subjects) > 1 and subjects[0] < alone < subjects[1] <= verb:
            heads[alone], deps[alone] = alone, "ROOT"
            heads[subjects[0]] = alone


def mend_subjects(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name that was taken for an auxiliary the subject: "Maeve dumped Rory"."""
    for name, verb in enumerate(heads):
        if deps[name] == "aux" and tags[name] == "NNP" and tags[verb] in _FINITE_TAGS:
            deps[name] = deps[name] if _has_subject(verb, deps, heads) else "nsubj"


def mend_agreement(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give "plays" the subject that it agrees with: "met a neighbour, he's 80 and plays the sitar"."""
    for verb, first in enumerate(heads):
        if tags[verb] != "VBZ" or deps[verb] != "conj" or _has_subject(verb, deps, heads):
            continue
        if any(
            head == first and deps[j].startswith("nsubj") and lower[j] not in _PLURAL for j, head in enumerate(heads)
        ):
            continue
        nearer = [
            i
            for i in range(first + 1, verb)
            if heads[i] == first and deps[i] in ("parataxis", "conj", "ccomp") and _has_subject(i, deps, heads)
        ]
        if nearer and any(heads[j] == nearer[-1] and lower[j] in ("he", "she") for j in range(verb)):
            heads[verb] = nearer[-1]


def _is_joined_to(token: int, lower: list[str], deps: list[str]) -> bool:
    return deps[token] == "conj" and lower[token - 1] in _JOINING


def _has_subject(verb: int, deps: list[str], heads: list[int]) -> bool:
    return any(head == verb and deps[j].startswith("nsubj") for j, head in enumerate(heads))


def mend_spliced(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Separate two clauses that only a comma joins: "we're living in Lyon now, we have a garden"."""
    for i, head in enumerate(heads):
        phrase = deps[i] in ("nsubj", "obl", "obl:unmarked")
        if not (phrase or deps[i] in _SPLICED) or head <= i or "," not in lower[i:head]:
            continue
        own = [j for j, parent in enumerate(heads) if parent == i]
        told = {deps[j] for j in own}
        if phrase and "cop" not in told:
            continue  # but "I'm Finlay's mum, nice to meet you"
        finite = tags[i] in _FINITE_TAGS or any(tags[j] in _FINITE_TAGS for j in own if deps[j] in ("aux", "cop"))
        opened = any(deps[j] in ("mark", "cc") or tags[j] in ("WRB", "WP", "WDT") for j in own)
        if not finite or opened or not any(deps[j] == "nsubj" and j < i for j in own):
            continue
        if deps[i].startswith("obl") and not _has_subject(head, deps, heads):  # "he's in Leeds now, got a job"
            heads[i], deps[i] = (i if heads[head] == head else heads[head]), deps[head]
            heads[head], deps[head] = i, "parataxis"
        else:
            heads[i], deps[i] = i, "ROOT"


def mend_unrooted(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a verb that was taken for an apposition of its subject the main one: "my sister and Tom | live here"."""
    for verb, subject in enumerate(heads):
        if deps[verb] != "appos" or tags[verb] not in ("VBP", "VBZ", "VBD") or heads[subject] != subject:
            continue
        if not tags[subject].startswith("N") or _has_subject(verb, deps, heads):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        heads[subject], deps[subject] = verb, "nsubj"
        for i, head in enumerate(heads):
            if head == subject and i > verb:
                heads[i] = verb


def mend_bare_subjects(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word in front of "is" the noun that it is, if it was taken for a verb: "cast is off", "cut was deep"."""
    for first in range(len(lower) - 2):
        opens = first == 0 or lower[first - 1] in _STOPS
        if not opens or tags[first] not in ("VB", "VBD", "VBN") or lower[first + 1] not in ("is", "was", "'s"):
            continue
        if (heads[first] == first or deps[first].startswith("nsubj")) and not any(
            head == first and i < first for i, head in enumerate(heads)
        ):
            tags[first], lemmas[first] = "NN", lower[first]
            told = first + 2
            if heads[first] == first == heads[first + 1] and heads[told] in (first, told):
                heads[told], deps[told], heads[first + 1], deps[first + 1] = told, "ROOT", told, "cop"
                heads[first], deps[first] = told, "nsubj"
                for i, head in enumerate(heads):
                    heads[i] = told if head == first else head


def mend_split(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join a subject to its predicate if each was taken for a sentence: "my dad's 60th | is next saturday"."""
    for be in range(1, len(lower)):
        told, left = heads[be], be - 1
        if lower[be] not in _BEING or not (told == be or (deps[be] == "cop" and told > be)):
            continue
        for _ in heads:
            if heads[told] in (told, left) or heads[told] <= be:
                break
            told = heads[told]
        if heads[told] == left and heads[left] == left and tags[left] == "PRP" and deps[told] == "nmod":
            heads[be], heads[told], deps[told] = told, told, "ROOT"  # "I'm originally from Turin"
            heads[left], deps[left] = told, "nsubj"
            continue
        if heads[told] != told:
            continue
        if any(head == told and deps[j].startswith("nsubj") for j, head in enumerate(heads)):
            continue
        if heads[left] == left and tags[left].startswith(("N", "JJ", "CD")):
            heads[left], deps[left] = told, "nsubj"


def mend_fronted(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the clause after a phrase in front the main one: "in my free time I hike", "next year I want to go"."""
    for verb, near_verb in enumerate(heads):
        if deps[verb] != "acl:relcl":
            continue
        some_day = lower[near_verb - 3 : near_verb + 1] == ["one", "of", "these", "days"]
        noun = near_verb - 3 if some_day else near_verb
        near = [i for i in range(max(0, noun - 4), noun) if heads[i] == noun and deps[i] == "case"]
        subject = next(
            (i for i in range(near_verb + 1, verb) if heads[i] == verb and deps[i].startswith("nsubj")), None
        )
        dated = lower[noun] in PERIODS and noun > 0 and lower[noun - 1] in _WHICH
        if heads[noun] != noun or not (some_day or dated or (near and lower[near[0]] in _FRONTED)):
            continue
        if subject is None or lower[subject] not in _SUBJECTS:
            continue
        if any(lower[i] in ("that", "which", "who", "when", "where") for i in range(near_verb + 1, subject)):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        heads[noun], deps[noun] = verb, "obl:unmarked" if dated else "obl"
        for i, head in enumerate(heads):
            if head == noun and i > verb and deps[i] in ("punct", "conj", "cc", "parataxis"):
                heads[i] = verb


def mend_doings(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make what somebody does the subject it is: "selling the piano breaks my heart", "but moving here was hard"."""
    for doing in range(len(tags) - 2):
        if tags[doing] != "VBG" or lower[doing] in _THINKING:
            continue
        if deps[doing] == "csubj" and heads[doing] > doing + 1:
            thing = heads[doing] - 1
            if heads[thing] == heads[doing] and deps[thing] == "nsubj" and tags[thing].startswith("NN"):
                heads[thing], deps[thing] = doing, "obj"
            continue
        if deps[doing] not in ("ROOT", "conj", "parataxis"):
            continue
        if (verb := _told_of(doing, tags, deps, heads)) is None:
            continue
        own = [j for j, head in enumerate(heads) if head == doing and j != doing]
        if any(j < doing and deps[j] not in ("cc", "punct", "discourse", "advmod") for j in own):
            continue
        subject = next((j for j in range(doing + 1, verb) if heads[j] == verb and deps[j].startswith("nsubj")), None)
        if subject is not None:
            heads[subject], deps[subject] = doing, "obj"
        above = verb if heads[doing] == doing else heads[doing]
        heads[verb], deps[verb] = above, deps[doing]
        heads[doing], deps[doing] = verb, "csubj"
        for j in own:
            if j != verb and (j > verb or deps[j] in ("cc", "punct")):
                heads[j] = verb


def _told_of(doing: int, tags: list[str], deps: list[str], heads: list[int]) -> int | None:
    """Return the finite verb or quality under a participle that tells something of it."""
    for verb in range(doing + 2, min(len(tags), doing + _FAR)):
        if not _is_below(verb, doing, deps, heads):
            continue
        below = [j for j, head in enumerate(heads) if head == verb and j < verb]
        told = {tags[j] for j in below}
        be = [j for j in below if deps[j] == "cop" and (tags[j] in ("VBZ", "VBD") or "MD" in told)]
        if not be and tags[verb] not in ("VBZ", "VBD"):
            continue
        subjects = [j for j in below if deps[j].startswith("nsubj")]
        if not subjects:
            return verb if be or tags[verb] == "VBZ" else None
        near = len(subjects) == 1 and _first_of(subjects[0], heads) == doing + 1
        return verb if near and not tags[subjects[0]].startswith("PRP") else None
    return None


def _is_below(verb: int, doing: int, deps: list[str], heads: list[int]) -> bool:
    """Whether a verb is a complement of what somebody does, or of such a complement."""
    while deps[verb] in ("xcomp", "ccomp") and doing < heads[verb] < verb:
        verb = heads[verb]
    return deps[verb] in ("xcomp", "ccomp") and heads[verb] == doing


def _first_of(token: int, heads: list[int]) -> int:
    """Return the first token of a phrase."""
    left = min((j for j, head in enumerate(heads) if head == token), default=token)
    return token if left >= token else _first_of(left, heads)


def _is_apart(token: int, lower: list[str], heads: list[int]) -> bool:
    """Whether a comma begins a phrase, or stands before it."""
    first = _first_of(token, heads)
    return "," in lower[max(0, first - 1) : first + 1]
