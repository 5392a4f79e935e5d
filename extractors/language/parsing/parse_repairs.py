"""Repairs of typical parse errors in chat: "Jen's 29" is no possession, and "btw" belongs to no phrase."""

from chronomem.extractors.language.lexicon import occupations

_CHAT = {
    "btw", "tbh", "tbf", "lol", "lmao", "lmfao", "rofl", "ngl", "imo", "imho", "ffs", "smh", "haha", "hahaha", "hehe",
    "xd", "omg", "fr", "rn", "atm", "tho", "ugh", "yay", "woohoo", "yk", "iirc", "fyi", "pls", "plz", "thx",
}  # fmt: skip
"""Chat words that comment on a sentence without being part of it."""
OLDEST = 120
_CALENDAR = {"night", "week", "weekend", "month", "year", "spring", "summer", "autumn", "fall", "winter"}
"""Units of time that no one owns after "last", "this" or "next": "at Marco's last night"."""
_PLACES = {"at", "to", "from", "in", "near", "into", "round", "over"}
_LEFT = {"left", "leave", "leaving", "quit", "joined", "join", "joining"}
_FINITE_TAGS = {"VBZ", "VBP", "VBD", "MD"}


def mend_chat(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Attach chat words to the root of their sentence, so that they are part of no phrase."""
    governing = set(heads)
    for i, word in enumerate(lower):
        tail = word == "remember" and lower[i - 1 : i + 2 : 2] == [",", "?"]  # "I don't drink, remember?"
        if heads[i] == i or not (tail or (word in _CHAT and i not in governing)):
            continue
        root, passed = i, {i}
        while heads[root] not in passed:  # heads may go round in a circle until `without_cycles`
            root = heads[root]
            passed.add(root)
        heads[i], deps[i], tags[i] = root, "discourse", "UH"
        if tail:
            heads[i - 1] = root


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
    for name in range(3, len(tags)):
        kin = heads[name - 1]
        beside = deps[name] == deps[kin] == "nsubj" and heads[name] == heads[kin] and deps[name - 1] == "appos"
        if lower[name - 1] == "law" and beside:
            heads[name], deps[name] = kin, "appos"  # "my brother-in-law Karl runs a garage"
    for mark in range(1, len(tags) - 1):
        owner, thing = mark - 1, mark + 1
        subjects = deps[owner] == deps[thing] == "nsubj" and heads[owner] == heads[thing] > thing
        if lower[mark] == "'s" and subjects and tags[owner].startswith("N") and tags[thing] in ("NN", "NNS"):
            heads[owner], deps[owner] = thing, "nmod:poss"
            heads[mark], deps[mark], tags[mark] = owner, "case", "POS"
    for noun in range(1, len(tags) - 3):
        name = noun + 1
        if (tags[noun - 1], tags[noun], tags[name], tags[name + 1]) != ("PRP$", "NN", "NNP", "POS"):
            continue
        thing = name + 2 if deps[name] == "appos" else heads[name]  # "my friend Yusra's | husband works"
        while deps[thing] == "compound" and heads[thing] > thing:
            thing = heads[thing]  # "my niece Clara's graduation | ceremony"
        if deps[name] not in ("nmod:poss", "appos") or not tags[thing].startswith("N"):
            continue
        heads[name], deps[name] = thing, "nmod:poss"
        beside = heads[noun] == heads[thing] and deps[noun] == deps[thing] == "nsubj"
        if heads[thing] == noun:
            heads[thing] = thing if heads[noun] == noun else heads[noun]
            deps[thing] = deps[noun]
        elif heads[noun] != thing and not beside:
            continue
        heads[noun], deps[noun] = name, "compound"
        heads[noun - 1], deps[noun - 1] = name, "nmod:poss"


def mend_joint_owners(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Give what two have to both: "at Ousmane and Awa's wedding" is at no Ousmane."""
    for mark in range(3, len(tags) - 1):
        owner, first, thing = mark - 1, mark - 3, heads[mark - 1]
        if tags[mark] != "POS" or lower[mark - 2] not in ("and", "&") or {tags[first], tags[owner]} != {"NNP"}:
            continue
        if (deps[owner], deps[thing], heads[thing]) != ("nmod:poss", "conj", first) or thing < mark:
            continue
        above = heads[first]
        heads[thing], deps[thing] = thing if above == first else above, deps[first]
        for i, head in enumerate(heads):
            if head == first and i not in (first, owner) and deps[i] not in ("compound", "amod", "det", "flat", "cc"):
                heads[i] = thing
        heads[first], deps[first] = thing, "nmod:poss"
        heads[owner], deps[owner] = first, "conj"
        heads[mark - 2], deps[mark - 2] = owner, "cc"


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


def mend_shops_before_times(lower: list[str], tags: list[str], deps: list[str], heads: list[int]) -> None:
    """Make a name with "'s" a place of its own if only a time follows: "left Macy's last week"."""
    for name in range(1, len(tags) - 3):
        mark, time = name + 1, heads[name]
        if (deps[name], tags[mark], time, heads[mark]) != ("nmod:poss", "POS", name + 3, name):
            continue
        if lower[mark + 1] not in ("last", "this", "next") or lower[time] not in _CALENDAR or heads[time] == time:
            continue
        if deps[time] not in ("obj", "obl", "obl:unmarked") or tags[time + 1 : time + 2] == ["IN"]:
            continue
        before = next((i for i in range(name) if heads[i] == time and deps[i] == "case"), None)
        if before is None and lower[heads[time]] not in _LEFT:
            continue  # "I missed Tom's last night"
        if before is not None:
            if lower[before] not in _PLACES:
                continue
            heads[before] = name
        heads[name], deps[name] = heads[time], "obj" if before is None else "obl"
        deps[time] = "obl:unmarked"


def mend_whereabouts(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse "'s" before a preposition as "is" if nothing is possessed: "the party's on Friday"."""
    for i in range(1, len(lower) - 2):
        thing = i - 1
        if lower[i] != "'s" or (heads[i], deps[i]) != (thing, "case") or heads[thing] != thing or tags[i + 1] != "IN":
            continue
        told = heads[i + 1]
        if told <= i or deps[i + 1] != "case" or any(heads[j] == thing and deps[j] == "cop" for j in range(i)):
            continue  # "I'm at my mum's in Hull"
        for j in range(told + 1, len(heads)):
            heads[j] = told if heads[j] == thing else heads[j]
        heads[told], deps[told] = told, "ROOT"
        heads[thing], deps[thing] = told, "nsubj"
        heads[i], deps[i], tags[i], lemmas[i] = told, "cop", "VBZ", "be"


def mend_hosts(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse "'s" after somebody at whose place one is as what is theirs: "I'm at my mum's in Hull"."""
    for i in range(2, len(lower) - 2):
        host, told = i - 1, heads[i]
        if (lower[i], deps[i], deps[host], heads[host]) != ("'s", "cop", "nsubj", told):
            continue
        if not any(heads[j] == host and deps[j] == "case" for j in range(max(0, host - 4), host)):
            continue
        heads[host], deps[host] = host if heads[told] == told else heads[told], deps[told]
        for j in range(told + 1, len(heads)):
            heads[j] = host if heads[j] == told else heads[j]
        heads[told], deps[told] = host, "nmod"
        heads[i], deps[i], tags[i], lemmas[i] = host, "case", "POS", "'s"


def mend_ages(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Parse each of "Tom's 9 and Mia is 6" as a clause of its own."""
    for i in range(1, len(lower) - 1):
        name, age = i - 1, i + 1
        if lower[i] not in ("'s", "is") or not lower[age].isdecimal() or not 0 < int(lower[age]) <= OLDEST:
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


def mend_heads_of(lower: list[str], tags: list[str], lemmas: list[str], deps: list[str], heads: list[int]) -> None:
    """Make "head" part of a post if it was taken for a verb: "promoted to head chef"."""
    for to in range(len(lower) - 2):
        head, post = to + 1, to + 2
        if lower[to:post] != ["to", "head"] or lemmas[post] not in occupations():
            continue
        above = next((i for i in (heads[head], heads[post]) if i not in (to, head, post)), None)
        if above is not None:
            heads[post], deps[post], tags[head] = above, "obl", "NN"
            heads[to], deps[to], heads[head], deps[head] = post, "case", post, "compound"
            for i, parent in enumerate(heads):
                heads[i] = above if parent == head else parent
