"""Repairs of typical parse errors in chat: "Jen's 29" is no possession, and "btw" belongs to no phrase."""

from chronomem.extractors.language.lexicon import is_first_name, occupations
from chronomem.extractors.language.readable.dictionary import is_english, verb_in_past

_CHAT = {
    "btw", "tbh", "tbf", "lol", "lmao", "lmfao", "rofl", "ngl", "imo", "imho", "ffs", "smh", "haha", "hahaha", "hehe",
    "xd", "omg", "fr", "rn", "atm", "tho", "ugh", "yay", "woohoo", "yk", "iirc", "fyi", "pls", "plz", "thx",
}  # fmt: skip
"""Chat words that comment on a sentence without being part of it."""
_FINISHING = {
    "move", "go", "come", "leave", "become", "be", "start", "begin", "quit", "retire", "graduate", "join", "get",
    "turn", "arrive", "stop", "live", "work", "buy", "find", "win", "lose",
}  # fmt: skip
"""Verbs before whose participle "'s" means "has": "my sister's moved"."""
_BEFORE_NAMES = {"at", "for", "with", "from", "join", "joined", "joining"}
_OLDEST = 120
_PLACED = {"here", "there", "back", "home", "gone"}
"""Adverbs that tell where somebody is: "the sofa's here"."""
_SPLICED = {"advmod", "advcl", "dep"}
"""How the first of two clauses with a comma between them is attached to the second by mistake."""
_FINITE_TAGS = {"VBZ", "VBP", "VBD", "MD"}


def mend_chat(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Attach chat words to the root of their sentence, so that they are part of no phrase."""
    governing = set(heads)
    for i, word in enumerate(lower):
        tail = word == "remember" and lower[i - 1 : i + 2 : 2] == [",", "?"]  # "I don't drink, remember?"
        if heads[i] == i or not (tail or (word in _CHAT and i not in governing)):
            continue
        root = i
        while heads[root] != root:
            root = heads[root]
        heads[i], deps[i], tags[i] = root, "discourse", "UH"
        if tail:
            heads[i - 1] = root


def mend_relatives(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse a verb after a relative that was taken for a noun: "my flatmate works at …", "my gogo lives in …"."""
    for verb in range(2, len(lower) - 1):
        owner, relative = verb - 2, verb - 1
        base = _OF_PERSONS.get(lower[verb])
        if base is None or tags[owner] != "PRP$" or heads[relative] != verb or heads[owner] != verb:
            continue
        if deps[relative] not in ("compound", "amod") or tags[verb + 1] not in ("IN", "RB", "DT", "TO"):
            continue
        tags[verb], lemmas[verb], tags[relative] = "VBZ", base, "NN"
        deps[relative], heads[owner] = "nsubj", relative
        for i, head in enumerate(heads):
            if head == verb and i > verb and deps[i] == "nmod":
                deps[i] = "obl"


_OF_PERSONS = {
    "works": "work", "lives": "live", "studies": "study", "teaches": "teach", "runs": "run", "plays": "play",
    "drives": "drive", "moves": "move", "starts": "start", "cooks": "cook", "paints": "paint", "rides": "ride",
}  # fmt: skip


def mend_former(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the relative after "ex" the head of both: "my ex husband lives in Spain", "my ex-wife"."""
    for former in range(len(lower) - 1):
        noun = former + 2 if lower[former + 1] == "-" and former + 2 < len(lower) else former + 1
        if lower[former] != "ex" or not tags[noun].startswith("N") or heads[former] in (noun, noun - 1):
            continue
        if heads[noun] not in (former, heads[former]):
            continue
        for i, head in enumerate(heads):
            if head == former and i != former:
                heads[i] = noun
        heads[noun] = noun if heads[former] == former else heads[former]
        deps[noun], tags[noun] = deps[former], "NN"
        heads[former], deps[former], tags[former] = noun, "compound", "NN"


def mend_genitives(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "my sister Eva" one phrase, and what she has the head: "my sister Eva's dog is ill".

    Of two subjects on either side of "'s", the first has the second: "my friend's mum died".
    """
    for mark in range(1, len(tags) - 1):
        owner, thing = mark - 1, mark + 1
        subjects = deps[owner] == deps[thing] == "nsubj" and heads[owner] == heads[thing] > thing
        if lower[mark] == "'s" and subjects and tags[owner].startswith("N") and tags[thing] in ("NN", "NNS"):
            heads[owner], deps[owner] = thing, "nmod:poss"
            heads[mark], deps[mark], tags[mark] = owner, "case", "POS"
    for noun in range(1, len(tags) - 3):
        name, thing = noun + 1, heads[noun + 1]
        if (tags[noun - 1], tags[noun], tags[name], tags[name + 1]) != ("PRP$", "NN", "NNP", "POS"):
            continue
        if deps[name] != "nmod:poss" or heads[name + 1] != name or thing <= name + 1:
            continue
        beside = heads[noun] == heads[thing] and deps[noun] == deps[thing] == "nsubj"
        if heads[thing] == noun:
            heads[thing] = thing if heads[noun] == noun else heads[noun]
            deps[thing] = deps[noun]
        elif heads[noun] != thing and not beside:
            continue
        heads[noun], deps[noun] = name, "compound"
        heads[noun - 1], deps[noun - 1] = name, "nmod:poss"


def mend_shops(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name with "'s" a place of its own if it has nothing: "at McDonald's in town"."""
    for name in range(1, len(tags) - 3):
        mark, noun = name + 1, heads[name]
        if deps[name] != "nmod:poss" or (tags[mark], tags[mark + 1]) != ("POS", "IN") or heads[mark] != name:
            continue
        if heads[mark + 1] != noun or deps[name - 1] != "case" or heads[name - 1] != noun or heads[noun] == noun:
            continue
        heads[name], deps[name] = heads[noun], deps[noun]
        heads[name - 1] = name
        heads[noun], deps[noun] = name, "nmod"


def mend_contractions(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse "'s" after a name as "is" or "has" if the following words can't be possessed."""
    for i, word in enumerate(lower):
        if word != "'s" or i == 0:
            continue
        named, head = heads[i], heads[heads[i]]
        if lower[i - 1] == "law" and deps[i] == "case" and deps[head].startswith("nsubj"):
            named, head = head, heads[head]  # "my mother in law's a nurse"
            if head > i and lower[i + 1] in ("a", "an", "in", "from", "at"):
                heads[i], deps[i], tags[i], lemmas[i] = head, "cop", "VBZ", "be"
            continue
        if deps[i] == "aux:pass" and lemmas[named] in _FINISHING:
            deps[i], tags[i], lemmas[i] = "aux", "VBZ", "have"
        if deps[i] != "case" or named != i - 1 or head < i:
            continue
        if deps[named] == "nmod:poss" and not _is_told_of(lower, tags, deps, heads, i, head):
            continue
        if not deps[named].startswith(("nsubj", "nmod:poss")):
            continue
        if deps[named] == "nmod:poss":
            deps[named] = "nsubj"
        heads[i], tags[i] = head, "VBZ"
        has = tags[head] == "VBN" and lemmas[head] in _FINISHING
        deps[i] = "aux" if has or tags[head] == "VBG" else "aux:pass" if tags[head] == "VBN" else "cop"
        lemmas[i] = "have" if has else "be"


def mend_ages(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse each of "Tom's 9 and Mia is 6" as a clause of its own."""
    for i in range(1, len(lower) - 1):
        name, age = i - 1, i + 1
        if lower[i] not in ("'s", "is") or not lower[age].isdecimal() or not 0 < int(lower[age]) <= _OLDEST:
            continue
        closed = lower[age + 1 : age + 2] in ([], ["and"], ["&"], [","], ["."], ["!"], [")"], [";"], ["now"])
        if not closed or not tags[name].startswith("N") or age in _above(name, heads):
            continue
        alone = heads[name] == name
        heads[age], deps[age] = (age, "ROOT") if alone else (heads[name], "conj")
        for j, head in enumerate(heads):
            if head == name and (j > age or lower[j] in ("and", "&")):
                heads[j] = age
        heads[name], deps[name] = age, "nsubj"
        heads[i], deps[i], tags[i], lemmas[i] = age, "cop", "VBZ", "be"


def _above(token: int, heads: list[int]) -> set[int]:
    """Return the tokens that govern a token, directly or through others."""
    found: set[int] = set()
    while heads[token] != token and heads[token] not in found:
        token = heads[token]
        found.add(token)
    return found


def without_cycles(heads: list[int]) -> None:
    """Make a token a root wherever repairs left tokens that govern each other: whoever climbs a tree must arrive."""
    safe: set[int] = set()
    for token in range(len(heads)):
        path: list[int] = []
        while token not in safe and token not in path and heads[token] != token:
            path.append(token)
            token = heads[token]
        if token in path:
            heads[token] = token
        safe.update(path, [token])


def _is_told_of(lower: list[str], tags: list[str], deps: list[str], heads: list[int], mark: int, head: int) -> bool:
    """Whether the words after "'s" are a predicate: an age, a place, or a noun with an article of its own."""
    between = [j for j in range(mark + 1, head) if heads[j] == head]
    if any(deps[j] in ("cop", "aux") for j, parent in enumerate(heads) if parent == head):
        return False
    if lower[head] in _PLACED:
        return mark + 1 == head
    if tags[head] in ("VBG", "VBN") or (tags[head] == "JJ" and not between[1:]):
        return heads[head] == head or deps[head] in ("conj", "parataxis", "ccomp")
    if tags[head] == "CD":
        return mark + 1 == head and lower[head].isdecimal() and 0 < int(lower[head]) <= _OLDEST
    return any(deps[j] == "case" or tags[j] == "PRP$" or lower[j] in ("a", "an", "the") for j in between)


def mend_joined(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give the second of two clauses its subject: "Tom is 9 and Mia is 6", "Tom lives in Ghent and Mia moved out"."""
    for verb, first in enumerate(heads):
        name = verb - 1
        finite = verb > 2 and tags[verb] in _FINITE_TAGS and tags[first] in _FINITE_TAGS
        if not finite or deps[verb] not in ("conj", "ccomp") or _has_subject(verb, deps, heads):
            continue
        if _is_joined_to(name, lower, deps) and first < heads[name] < name and tags[name].startswith(("NN", "PRP")):
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


def mend_asked(words: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a quality that was taken for a part of the name the predicate: "is Maja vegetarian?"."""
    for quality in range(2, len(words)):
        name = quality - 1
        asked = tags[name] == tags[quality] == "NNP" and heads[name] == quality and deps[name] in ("compound", "flat")
        be = name - 1
        if not asked or heads[be] != quality or deps[be] != "cop" or not words[name].istitle():
            continue
        if words[quality].islower() and is_english(words[quality]):
            tags[quality], deps[name] = "JJ", "nsubj"
            for i in range(be):
                if heads[i] == quality and deps[i] == "nsubj":
                    deps[i] = "discourse"


def mend_names(words: list[str], tags: list[str]) -> None:
    """Tag names that were taken for plurals, adjectives or nouns as names: "Ines turned seven", "a job at IKEA"."""
    for i, word in enumerate(words):
        if tags[i] not in ("NNS", "NN", "JJ"):
            continue
        person = word.istitle() and is_first_name(word) and not is_english(word.lower().removesuffix("s"))
        short = len(word) > 2 and word.isupper() and not is_english(word.lower())
        if person or (short and i and words[i - 1].lower() in _BEFORE_NAMES):
            tags[i] = "NNP"


def mend_couples(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join two subjects of which the first was taken for a sentence: "me and Tom are done"."""
    for second in range(2, len(lower)):
        verb, both = heads[second], second - 1
        if lower[second] == "i":
            continue  # which is the subject, whoever is named before it
        first = heads[verb]
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


def mend_addressed(deps: list[str], heads: list[int]) -> None:
    """Make what is said of a subject a clause, and nobody who is spoken to: "I got a pup, her name is Praline"."""
    said = {head for i, head in enumerate(heads) if deps[i] == "cop"} & {
        head for i, head in enumerate(heads) if deps[i] == "nsubj"
    }
    for i in said:
        deps[i] = "parataxis" if deps[i] == "vocative" else deps[i]


def mend_heads_of(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "head" part of a post if it was taken for a verb: "promoted to head chef"."""
    for to in range(len(lower) - 2):
        head, post = to + 1, to + 2
        if lower[to:post] != ["to", "head"] or tags[head] != "VB" or lemmas[post] not in occupations():
            continue
        above = next((i for i in (heads[head], heads[post]) if i not in (to, head, post)), None)
        if above is not None:
            heads[post], deps[post], tags[head] = above, "obl", "NN"
            heads[to], deps[to], heads[head], deps[head] = post, "case", post, "compound"
            for i, parent in enumerate(heads):
                heads[i] = above if parent == head else parent


def mend_subjects(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name that was taken for an auxiliary the subject: "Maeve dumped Rory"."""
    for name, verb in enumerate(heads):
        if deps[name] == "aux" and tags[name] == "NNP" and name < verb and tags[verb] in _FINITE_TAGS:
            deps[name] = deps[name] if _has_subject(verb, deps, heads) else "nsubj"


def mend_agreement(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give "plays" the subject that it agrees with: "met a neighbour, he's 80 and plays the sitar"."""
    for verb, first in enumerate(heads):
        if tags[verb] != "VBZ" or deps[verb] != "conj" or first >= verb or _has_subject(verb, deps, heads):
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


_PLURAL = {"i", "we", "you", "they"}
"""Subjects with which no "plays" agrees."""


def _is_joined_to(token: int, lower: list[str], deps: list[str]) -> bool:
    return deps[token] == "conj" and lower[token - 1] in _JOINING


_JOINING = {"and", "but", "while", "&"}


def _has_subject(verb: int, deps: list[str], heads: list[int]) -> bool:
    return any(head == verb and deps[j].startswith("nsubj") for j, head in enumerate(heads))


def mend_quitting(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "quit" the verb if it was parsed as part of a name: "Priya quit Google"."""
    for i in range(1, len(lower) - 1):
        left = heads[i]
        named = lower[i] == "quit" and tags[i].startswith("NNP") and tags[i - 1].startswith("NNP") and left == i + 1
        if not named or not tags[left].startswith("NNP"):
            continue
        for j, head in enumerate(heads):
            if head in (i, left) and j not in (i, left):
                heads[j] = i
        heads[i], deps[i], tags[i], lemmas[i] = i, "ROOT", "VBD", "quit"
        heads[i - 1], deps[i - 1] = i, "nsubj"
        heads[left], deps[left] = i, "obj"


def mend_spliced(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Separate two clauses that only a comma joins: "we're living in Lyon now, we have a garden"."""
    for i, head in enumerate(heads):
        if deps[i] not in _SPLICED or head <= i or "," not in lower[i:head]:
            continue
        own = [j for j, parent in enumerate(heads) if parent == i and j != i]
        told = {deps[j] for j in own}
        finite = tags[i] in _FINITE_TAGS or any(tags[j] in _FINITE_TAGS for j in own if deps[j] in ("aux", "cop"))
        opened = any(deps[j] in ("mark", "cc") or tags[j] in ("WRB", "WP", "WDT") for j in own)
        if finite and "nsubj" in told and not opened and any(deps[j] == "nsubj" and j < i for j in own):
            heads[i], deps[i] = i, "ROOT"


_GOVERNING = {"like", "love", "hate", "want", "hope", "prefer", "plan", "try", "learn", "start", "wish", "need"}


def mend_infinitives(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a noun after "like to" the verb that it is: "I love to dance"."""
    for i in range(1, len(lower) - 1):
        verb = i + 1
        governed = tags[i - 1].startswith("V") and _stem(lower[i - 1]) in _GOVERNING and lower[i] == "to"
        if governed and tags[verb] == "NN" and heads[verb] in (i - 1, heads[i - 1]) and heads[i] == verb:
            tags[verb], deps[verb], heads[verb], deps[i] = "VB", "xcomp", i - 1, "mark"


def _stem(word: str) -> str:
    return next((word.removesuffix(end) for end in ("s", "d", "ed") if word.removesuffix(end) in _GOVERNING), word)


_ENDING_IN_ING = {"sing", "bring", "ring", "swing", "cling", "fling", "sling", "sting", "wring", "spring", "string"}


def mend_ing(lower: list[str], tags: list[str], lemmas: list[str]) -> None:
    """Make "sing" a verb in the present: it is no progressive."""
    for i, word in enumerate(lower):
        if word in _ENDING_IN_ING and tags[i] == "VBG":
            tags[i], lemmas[i] = "VBP", word


def mend_having(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "has" the verb if it was parsed as an auxiliary of its object: "my son has asthma"."""
    for i, word in enumerate(lower):
        thing = heads[i]
        if (
            word not in ("has", "have", "had")
            or deps[i] != "aux"
            or thing <= i
            or tags[thing] not in ("NN", "NNS", "RB")
        ):
            continue
        beside = [j for j, head in enumerate(heads) if head == thing and j not in (i, thing)]
        if not any(deps[j] == "nsubj" and j < i for j in beside) or any(deps[j] == "cop" for j in beside):
            continue
        heads[i], deps[i] = (i if heads[thing] == thing else heads[thing]), deps[thing]
        lemmas[i] = "have"
        heads[thing], deps[thing] = i, "obj"
        if tags[thing] == "RB":
            tags[thing] = "NN"
        for j in beside:
            if j < i or deps[j] in ("punct", "conj", "parataxis"):
                heads[j] = i


def mend_got(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a bare noun after "got" the object that it is, if it was taken for a participle: "I've got diabetes"."""
    governing = set(heads)
    for i in range(1, len(lower)):
        got = heads[i]
        if lower[got] != "got" or got != i - 1 or deps[i] != "xcomp" or i in governing or tags[i] not in ("VBN", "VBD"):
            continue
        if not lower[i].endswith(("ed", "en", "t", "n", "d")):
            deps[i], tags[i], lemmas[i] = "obj", "NN", lower[i]


def mend_leading(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a progressive in front the verb if a name was taken for what it describes: "Joining Bosch on 3 June"."""
    for verb in range(len(tags) - 1):
        name = verb + 1
        alone = verb == 0 or deps[verb - 1] == "punct"
        if not alone or tags[verb] != "VBG" or deps[verb] != "amod" or heads[verb] != name or heads[name] != name:
            continue
        if not tags[name].startswith("NNP"):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        for i, head in enumerate(heads):
            if head == name and i not in (verb, name) and deps[i] not in ("compound", "flat"):
                heads[i], deps[i] = verb, "obl" if deps[i] == "nmod" else deps[i]
        heads[name], deps[name] = verb, "obj"


def mend_deeds(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a word with an object the verb that it is, if it leads its sentence: "Dyed my hair", "Planted tomatoes"."""
    for i in {heads[thing] for thing, dep in enumerate(deps) if dep == "obj" and heads[thing] < thing}:
        leads = heads[i] == i and all(heads[j] != i or deps[j] in _BEFORE_DEEDS for j in range(i))
        verb = verb_in_past(lower[i]) if leads and not tags[i].startswith("V") else None
        if verb is not None:
            tags[i], lemmas[i] = "VBD", verb


_BEFORE_DEEDS = {"punct", "discourse", "advmod", "cc", "vocative"}


def mend_split(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Join a subject to its predicate if each was taken for a sentence: "my dad's 60th | is next saturday"."""
    for be in range(1, len(lower)):
        told, left = heads[be], be - 1
        if (
            lower[be] not in ("is", "are", "was", "were", "'s")
            or deps[be] != "cop"
            or told <= be
            or heads[told] != told
        ):
            continue
        if any(head == told and deps[j].startswith("nsubj") for j, head in enumerate(heads)):
            continue
        if heads[left] == left and tags[left].startswith(("N", "JJ", "CD")):
            heads[left], deps[left] = told, "nsubj"
            for j, head in enumerate(heads):
                if head == left and deps[j] == "cop":
                    deps[j], tags[j] = "case", "POS"


def mend_fronted(lower: list[str], deps: list[str], heads: list[int]) -> None:
    """Make the clause after a phrase in front the main one: "in my free time I like to hike"."""
    for verb, noun in enumerate(heads):
        if deps[verb] != "acl:relcl" or heads[noun] != noun or noun > verb:
            continue
        near = [i for i in range(max(0, noun - 4), noun) if heads[i] == noun and deps[i] == "case"]
        subject = next((i for i in range(noun + 1, verb) if heads[i] == verb and deps[i].startswith("nsubj")), None)
        if not near or lower[near[0]] not in _FRONTED or subject is None or lower[subject] not in _SUBJECTS:
            continue
        if any(lower[i] in ("that", "which", "who", "when", "where") for i in range(noun + 1, subject)):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        heads[noun], deps[noun] = verb, "obl"
        for i, head in enumerate(heads):
            if head == noun and i > verb and deps[i] in ("punct", "conj", "cc", "parataxis"):
                heads[i] = verb


_FRONTED = {"in", "on", "at", "during", "for", "after", "before", "since", "from", "until", "over", "by", "with"}
_SUBJECTS = {"i", "we", "he", "she", "they", "you"}


def mend_doings(tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make what somebody does the subject it is: "selling the piano breaks my heart"."""
    for doing in range(len(tags) - 2):
        if tags[doing] != "VBG" or heads[doing] != doing or doing in heads[:doing]:
            continue
        verb = next((i for i, head in enumerate(heads) if head == doing and deps[i] == "ccomp"), None)
        if verb is None or tags[verb] not in ("VBZ", "VBD") or verb < doing:
            continue
        own = [i for i in range(doing + 1, verb) if heads[i] == verb]
        if own != [verb - 1] or not deps[own[0]].startswith("nsubj") or tags[own[0]].startswith("PRP"):
            continue
        heads[verb], deps[verb] = verb, "ROOT"
        heads[doing], deps[doing] = verb, "csubj"
        heads[own[0]], deps[own[0]] = doing, "obj"
        for i, head in enumerate(heads):
            if head == doing and i > verb:
                heads[i] = verb
