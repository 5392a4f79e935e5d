"""Words that a turn doesn't state: quotations, texts that are ordered, stories, make-believe, and what is untrue."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.clauses.untrue import untrue_spans
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_QUOTE_MARKS = {'"', "\u201c", "\u201d"}
_APOSTROPHES = {"'", "\u2018", "\u2019"}
_WRITING = {"write", "draft", "compose", "generate", "create", "make", "give", "invent", "translate", "need", "want"}
_INVENTED = {
    "text", "story", "poem", "song", "essay", "dialogue", "dialog", "script", "scene", "sketch", "joke", "novel",
    "monologue", "rhyme", "limerick", "haiku", "lyric", "paragraph", "caption", "slogan", "tale", "fanfic",
}  # fmt: skip
"""Texts in which "I" is seldom the one who orders them."""
_LETTERS = {
    "letter", "mail", "email", "e-mail", "message", "note", "application", "cv", "resume", "bio", "profile", "speech",
    "review", "toast", "card", "post", "tweet", "ad", "reply", "reference",
}  # fmt: skip
"""Texts in which "I" is the one who orders them, unless they are for somebody else."""
_DREAMT = {"dreamt", "dreamed", "dremt"}
_PRETEND = re.compile(r"(imagine|pretend|suppose|picture|let ?'?s (play|pretend|say|role ?-? ?play))\b")
_CHARACTERS = {"character", "protagonist", "hero", "heroine", "villain", "narrator"}
"""Those whom a story is about: "my main character Lars is a baker"."""
_SIGNS = re.compile(
    rf"\b({'|'.join(_DREAMT | _WRITING | _CHARACTERS)}|writing|drafting|imagine|pretend|suppose|picture|let ?'?s|say|"
    r"said|claimed|proofread|rephrase|correct)\b|:|\blike\b",
    re.IGNORECASE,
)
"""Words without one of which nothing is borrowed."""
_STORIES = {
    "story", "dream", "film", "movie", "novel", "book", "game", "roleplay", "scenario", "tale", "fantasy", "series",
    "musical", "sitcom", "play", "show", "comic", "sketch",
}  # fmt: skip
_DETERMINED = (["the"], ["my"], ["this"], ["that"], ["our"], ["a"], ["his"], ["her"], ["their"])
_REPORTING = {"say", "tell", "go", "text", "write", "reply", "shout", "ask", "announce", "whisper", "yell"}
_BEING = {"was", "is", "'s", "were", "are", "all"}
_TELLERS = {"i", "we"}
_OWN_WORDS = _TELLERS | {"my", "our", "me", "us", "mine", "you", "your"}
"""Words that mean another in what is quoted than in what is only told."""
_WORDING = re.compile(r"\b(how (do|would|can) (you|i|we|u) say|translate|proofread|rephrase|correct this)\b")


def borrowed_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens of what somebody quotes, orders to be written, dreamt, makes believe or denies."""
    return quoted_tokens(tree) | foreign_tokens(tree)


def foreign_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens that are borrowed and not marked as a quotation."""
    return tree.once("foreign", _foreign)


def requested_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens of what a text is to be about, where "my" is that of who orders it: "about my cat Miso"."""
    return tree.once("requested", _requested)


def _requested(tree: SyntaxTree) -> Iterator[int]:
    for first, last in tree.sentences if _SIGNS.search(tree.text) else ():
        begin = _ordered(tree, first, last)
        if begin is not None and ":" not in tree.words[begin:last]:
            yield from range(begin, last)


def _foreign(tree: SyntaxTree) -> Iterator[int]:
    for first, last in (*_foreign_spans(tree), *_told_stories(tree), *untrue_spans(tree)):
        yield from range(first, last)


def _told_stories(tree: SyntaxTree) -> Iterator[tuple[int, int]]:
    """Yield the sentences that tell what happens in a story: "in the film she lives in Rome"."""
    for first, last in tree.sentences:
        words = tree.lower[first:last]
        noun = next((i for i in range(first + 2, min(first + 4, last)) if tree.lemmas[i] in _STORIES), None)
        if words[:1] != ["in"] or words[1:2] not in _DETERMINED or noun is None or _is_named_after(tree, noun):
            continue
        verb = next((i for i in tree.upwards(noun) if tree.is_verb(i)), tree.heads[noun])
        verbs = (verb, *tree.having(verb, "aux", "cop"))
        if tree.lemmas[noun] == "dream" or any(tree.tags[i] in ("VBZ", "VBP") for i in verbs):
            yield first, last


def _is_named_after(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun is a part of another one: "in the book club", but not "in the film | Eva lives in Rome"."""
    return tree.full_deps[noun] == "compound" and tree.tags[tree.heads[noun]] in ("NN", "NNS")


def _foreign_spans(tree: SyntaxTree) -> Iterator[tuple[int, int]]:
    if not _SIGNS.search(tree.text):
        return
    for first, last in tree.sentences:
        words = tree.lower[first:last]
        if (begin := _told_by_another(tree, first, last)) is not None:
            yield begin, len(tree.words) if tree.words[begin] == ":" else last
        elif _DREAMT & {*words}:
            yield next(i for i in range(first, last) if tree.lower[i] in _DREAMT) + 1, last
        elif _PRETEND.match(" ".join(words[:5])):
            yield first, len(tree.words) if words[0] == "let" else last
        elif (begin := _character(tree, first, last)) is not None:
            yield begin, last
        elif (begin := _ordered(tree, first, last)) is not None:
            colon = next((i for i in range(begin, last) if tree.words[i] == ":"), None)
            yield (begin, last) if colon is None else (colon, len(tree.words))


def _character(tree: SyntaxTree, first: int, last: int) -> int | None:
    """Return where what is told of a character of a story begins; not of "a character actor"."""
    named = [i for i in range(first, last) if tree.lemmas[i] in _CHARACTERS]
    actor = {i for i in named if tree.deps[i] == "compound" and not tree.tags[tree.heads[i]].startswith("NNP")}
    return next((i for i in named if tree.deps[i] not in ("ROOT", "conj") and i not in actor), None)


def _reports(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb with a subject may stand before somebody's words: "she goes:", but not "it's going well:"."""
    lemma, subject = tree.lemmas[verb], tree.child(verb, "nsubj")
    if subject is None or tree.lower[subject] in ("you", "u", "nobody") or tree.negated(verb):
        return False  # "you asked about the animals: we've got four ducks", "since nobody asked: I'm a nurse"
    return lemma in _REPORTING and (lemma, tree.tags[verb]) != ("go", "VBG")


def _told_by_another(tree: SyntaxTree, first: int, last: int) -> int | None:
    """Return where somebody else's words begin: "Omar told me: my wife …", "she was like I quit"; None if none do."""
    for i in range(first + 1, last):
        if tree.words[i] == ":":
            others = not _OWN_WORDS.isdisjoint(tree.lower[i:])  # not "he told me: he sold the bakery"
            begins = others and any(_reports(tree, j) for j in range(first, i))
        else:
            begins = (
                tree.lower[i] == "like" and tree.lower[i - 1] in _BEING and tree.lower[i + 1 : i + 2] in (["i"], ["we"])
            )
        if begins:
            return i if _TELLERS.isdisjoint(tree.lower[first:i]) else None
    return None


def _ordered(tree: SyntaxTree, first: int, last: int) -> int | None:
    """Return where a text begins that a sentence asks somebody to word for others; None if it asks for none."""
    if ":" in tree.words[first:last] and _WORDING.search(" ".join(tree.lower[first:last])):
        return next(i for i in range(first, last) if tree.words[i] == ":")
    if _WRITING.isdisjoint(tree.lemmas[first:last]):
        return None
    for i in range(first, last):
        verb = tree.heads[i]
        wanted = tree.full_deps[i] in ("obj", "xcomp") and tree.lemmas[verb] in _WRITING and _is_asked_for(tree, verb)
        if wanted and tree.lemmas[i] in _INVENTED:
            return i + 1
        if wanted and tree.lemmas[i] in _LETTERS and (whose := _for_another(tree, i, verb)) is not None:
            return tree.extent(whose)[1]
    return None


def _is_asked_for(tree: SyntaxTree, verb: int) -> bool:
    """Whether a verb is a request: "write me a story", "can you write", "I need a caption"."""
    subject = tree.child(verb, "nsubj")
    needing = tree.lemmas[verb] in ("need", "want")
    if subject is None:
        own = tree.full_deps[verb] not in ("xcomp", "ccomp", "advcl", "acl") or tree.lemmas[tree.heads[verb]] == "help"
        return own and tree.tags[verb] in ("VB", "VBP")
    return tree.lower[subject] == "i" if needing else tree.lower[subject] in ("you", "u")


def _for_another(tree: SyntaxTree, noun: int, verb: int) -> int | None:
    """Return who is to sign a text, if somebody else: "a cover letter for my nephew", "a toast for Ann"."""
    for i in (*tree.having(noun, "nmod"), *tree.having(verb, "obl")):
        named = tree.tags[i] == "NNP" or RELATION_OF_NOUN.get(tree.lemmas[i]) is not None
        if named and any(tree.lower[j] == "for" for j in tree.having(i, "case")):
            return i
    return None


def quoted_tokens(tree: SyntaxTree) -> frozenset[int]:
    """Return the tokens between quotation marks."""
    return tree.once("quoted", _quoted)


def _quoted(tree: SyntaxTree) -> set[int]:
    quoted: set[int] = set()
    opened: int | None = None
    for i, word in enumerate(tree.words):
        if word in _QUOTE_MARKS or (word in _APOSTROPHES and _is_quote_mark(tree, i, opened)):
            if opened is None:
                opened = i
            elif (word in _QUOTE_MARKS) == (tree.words[opened] in _QUOTE_MARKS):
                quoted.update(range(opened + 1, i))
                opened = None
    return quoted


def _is_quote_mark(tree: SyntaxTree, token: int, opened: int | None) -> bool:
    """Whether an apostrophe opens a quotation, before a word and after a space, or closes one."""
    at = tree.starts[token]
    spaced_before = at == 0 or tree.text[at - 1].isspace()
    after = tree.text[at + 1 : at + 2]
    if opened is None:
        return spaced_before and after.isalnum() and any(word in _APOSTROPHES for word in tree.words[token + 3 :])
    return not spaced_before
