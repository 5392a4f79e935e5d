"""What people do for a living: "I'm a nurse", "I'm in marketing", "I drive a taxi", "my sister Ana, a vet"."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.rendering import render
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import GENERIC_OWNED, JOB_NOUNS, is_place, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.sentences import with_article

FORMER = ("retired ", "former ", "ex ", "ex-")
"""What stands before an occupation that somebody has no longer."""
_ENDINGS = ("ologist", "iatrist", "grapher", "wright", "smith", "maker", "keeper", "monger", "herder", "dresser")
"""Endings of nouns that name an occupation, whatever stands before them."""
_NO_OCCUPATION = {"troublemaker", "peacemaker", "goalkeeper", "matchmaker", "homemade"}
_HOME = {"mom", "mum", "mother", "dad", "father", "parent", "wife", "husband"}
_DRIVEN = {"taxi", "cab", "bus", "lorry", "tram", "train", "ambulance", "forklift", "limo", "coach", "uber"}
FIELDS = {
    "academia", "accounting", "accountancy", "advertising", "agriculture", "architecture", "aviation", "banking",
    "biotech", "broadcasting", "catering", "childcare", "construction", "consultancy", "consulting", "cybersecurity",
    "defence", "defense", "design", "education", "engineering", "entertainment", "events", "fashion", "farming",
    "film", "finance", "fintech", "forestry", "gaming", "healthcare", "hospitality", "hr", "insurance", "it",
    "journalism", "law", "logistics", "management", "manufacturing", "marketing", "media", "medicine", "nursing",
    "pharma", "politics", "pr", "procurement", "publishing", "radio", "recruitment", "research", "retail", "robotics",
    "sales", "security", "shipping", "software", "teaching", "tech", "technology", "telecoms", "television", "theatre",
    "tourism", "trade", "transport", "tv", "army", "navy", "military", "estate",
}  # fmt: skip
"""Fields of work: "I'm in marketing"."""


_PLAYS = {"play", "nativity", "panto", "pantomime", "musical", "pageant"}


def is_occupation(noun: str) -> bool:
    return noun in occupations() or (noun.endswith(_ENDINGS) and noun not in _NO_OCCUPATION)


def is_part(tree: SyntaxTree, head: int) -> bool:
    """Whether an occupation is a part that somebody plays: "a shepherd in the school play"; actors act for a living."""
    inside = (i for i in tree.having(head, "nmod", "obl") if tree.lemmas[i] in _PLAYS)
    staged = any(tree.lower[j] == "in" for i in inside for j in tree.having(i, "case"))
    return staged and tree.lemmas[head] not in ("actor", "actress")


def occupation_text(resolver: Resolver, head: int) -> str:
    """Return an occupation with the words that tell which: "head chef", "teacher of French", without where.

    It is that of each if several have it: "nurse" of "they're both nurses".
    """
    tree = resolver.tree
    tokens = [i for i in tree.subtree(head) if i == head or _qualifies(tree, i, head)]
    several = tree.tags[head] == "NNS"
    counted = {i for i in tree.having(head, "nummod") if several}  # "we're four nurses"
    text = render(resolver, sorted({*tokens} - counted))
    return text.replace(tree.words[head], tree.lemmas[head], 1) if several else text


def _qualifies(tree: SyntaxTree, token: int, head: int) -> bool:
    while tree.heads[token] != head:
        token = tree.heads[token]
    if token < head:
        joining = tree.deps[token] == "punct" and tree.lower[token] != ","
        which = joining or tree.deps[token] in ("amod", "compound", "nummod")
        return which and tree.lower[token] not in _VAGUE
    return tree.deps[token] == "nmod" and any(tree.lower[i] == "of" for i in tree.having(token, "case"))


_VAGUE = {
    "good", "great", "bad", "proud", "new", "busy", "happy", "big", "huge", "awesome", "amazing", "terrible",
    "total", "complete", "real", "true", "wonderful", "excellent", "decent", "pretty",
}  # fmt: skip


def is_homemaker(tree: SyntaxTree, head: int) -> bool:
    """Whether the noun is the last or the first of "stay-at-home dad"."""
    first, last = tree.extent(head)
    words = [word for word in tree.lower[first:last] if word != "-"]
    joined = " ".join(words)
    return "stay at home" in joined.replace("-", " ") and bool(_HOME & set(joined.replace("-", " ").split()))


_BESIDE = {
    "second",
    "side",
    "part-time",
    "weekend",
    "weekends",
    "evening",
    "evenings",
    "saturdays",
    "sundays",
    "nights",
}


def beside_main_job(resolver: Resolver, head: int, frame: Frame) -> Frame:
    """Return a job as one beside the main one if its clause says so: "a second job at Lidl", "I also work at Lidl".

    "I also work at Lidl" after "I work at Lidl" of another and "my sister also works at Lidl" tell of the main one.

    Args:
        head: the head of the clause that tells of the job.
    """
    tree = resolver.tree
    below = [*tree.children[head], *(j for i in tree.children[head] for j in tree.children[i])]
    jobs = {i for i in (head, *below) if tree.tags[i].startswith("N") and tree.lemmas[i] in JOB_NOUNS}
    second = any(tree.heads[i] in jobs and tree.lower[i] in _BESIDE for i in below)
    place = (frame.object.name if frame.object is not None else frame.value or "").lower().split()
    also = any(tree.lower[i] == "also" for i in tree.having(head, "advmod"))
    own = frame.subject.name == resolver.speaker and not resolver.asked_of(*place)
    also = also and (own or any(tree.lower[i] in _BESIDE for i in below))
    if frame.predicate != "works_at" or frame.ended or frame.negated or not (also or second):
        return frame
    return replace(frame, predicate="also_works_at")


def read_driving(resolver: Resolver, about: Reference, thing: int) -> Iterator[Frame]:
    """Yield the work of a person who drives a taxi or a bus, or the car of one who drives a Corolla."""
    noun = resolver.tree.lemmas[thing]
    if noun in _DRIVEN and not _is_own(resolver, thing):
        yield Frame(about, "works_as", value=f"{noun} driver", confidence=0.75)
        return
    mention = resolver.named.get(thing)
    make = resolver.tree.tags[thing] == "NNP" or (
        mention is not None and mention.type in ("product", "other", "organization")
    )
    articles = ("a", "an", "my", "the") if make else ("a", "an", "my")  # "I still drive the old Twingo"
    if (make or noun in GENERIC_OWNED) and any(
        resolver.tree.lower[i] in articles for i in resolver.tree.subtree(thing)
    ):
        yield Frame(about, "owns", value=phrase_text(resolver, thing), confidence=0.7)


def _is_own(resolver: Resolver, thing: int) -> bool:
    """Whether what somebody drives is their own, or takes them or others somewhere: "I drive the bus to school"."""
    tree = resolver.tree
    below = (j for i in (thing, tree.heads[thing]) for i in tree.having(i, "obl", "nmod") for j in tree.children[i])
    return tree.child(thing, "nmod:poss") is not None or any(tree.lower[j] == "to" for j in below)


_APPOINTING = {"hire", "appoint", "employ", "elect", "recruit"}


def read_appointment(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield the post that somebody is given: "they've hired Jonas as their new caretaker"."""
    tree, verb = resolver.tree, clause.head
    whom = tree.child(verb, "obj")
    if tree.lemmas[verb] not in _APPOINTING or whom is None or clause.negated or clause.modality != "actual":
        return
    about = resolver.resolve(whom)
    post = next(
        (i for i in tree.having(verb, "obl") if any(tree.lower[j] == "as" for j in tree.having(i, "case"))), None
    )
    if about is not None and about.type == "person" and post is not None and is_occupation(tree.lemmas[post]):
        value = occupation_text(resolver, post).removeprefix("new ")
        yield Frame(
            about,
            "works_as",
            value=value,
            confidence=0.8,
            text=f"{about.name} works as {with_article(value)}",
            begins=True,
        )


_NO_MORE = {"old", "former", "ex", "late", "previous", "first", "favourite", "favorite", "imaginary"}
_OF_STORIES = {"play", "read", "write", "watch", "draw", "paint", "invent", "portray", "create", "be"}
"""Verbs of which somebody in a story may be the object: "I play a baker called Otto"."""


def read_appositions(resolver: Resolver, stated: AbstractSet[int]) -> Iterator[tuple[int, Frame]]:
    """Yield what a noun beside a person tells: "my sister Ana, a nurse, says hi", "she married a nurse called Noor"."""
    tree = resolver.tree
    for i in sorted(stated):
        if not is_occupation(tree.lemmas[i]) or i in resolver.named:
            continue
        article = any(tree.lower[j] in ("a", "an") for j in tree.having(i, "det"))
        if article and _is_of_life(tree, i) and (mention := resolver.name_called(i)) is not None:
            value = occupation_text(resolver, i)
            who = Reference(mention.name, "person")
            yield i, Frame(who, "works_as", value=value, confidence=0.75, text=f"{who.name} is {with_article(value)}")
        if (served := _serving(resolver, i)) is not None:
            value = occupation_text(resolver, i)
            yield (
                i,
                Frame(served, "works_as", value=value, confidence=0.7, text=f"{served.name} is {with_article(value)}"),
            )
        if tree.full_deps[i] != "appos":
            continue
        head = tree.heads[i]
        reference = resolver.resolve(head) if article and head < i else None
        if reference is not None and reference.type == "person" and not reference.plural:
            value = occupation_text(resolver, i)
            yield (
                i,
                Frame(
                    reference,
                    "works_as",
                    value=value,
                    confidence=0.75,
                    text=f"{reference.name} is {with_article(value)}",
                ),
            )


def _serving(resolver: Resolver, noun: int) -> Reference | None:
    """Return whom somebody calls theirs by an occupation: "my hairdresser Paula", "our vet, Dr Venter, is retiring"."""
    tree = resolver.tree
    owned = any(tree.tags[i] == "PRP$" and i < noun for i in tree.having(noun, "nmod:poss"))
    qualified = any(tree.lower[i] in _NO_MORE for i in tree.having(noun, "amod"))
    if not owned or qualified or tree.tags[noun] != "NN" or tree.child(noun, "cop") is not None:
        return None
    enclosed = tree.lower[noun + 1 : noun + 2] == [","]
    mention = resolver.named.get(noun + 1 + enclosed)
    if mention is None or mention.type not in ("person", "other") or is_place(mention.name):
        return None
    if mention.name in (resolver.speaker, resolver.other):
        return None
    last = noun + 1 + enclosed
    while resolver.named.get(last + 1) is mention:
        last += 1
    closed = tree.lower[last + 1 : last + 2] in ([], [","], ["."], ["!"])
    return Reference(mention.name, "person") if closed or not enclosed else None


def _is_of_life(tree: SyntaxTree, noun: int) -> bool:
    """Whether a phrase tells whom somebody has to do with, and not what a story is about."""
    if tree.full_deps[noun] == "obj":
        return tree.lemmas[tree.heads[noun]] not in _OF_STORIES
    marks = {tree.lower[i] for i in tree.having(noun, "case")}
    return tree.full_deps[noun].startswith("obl") and bool(marks) and marks <= {"to", "with", "by", "from", "for"}


_BY_DOING = ("", "er", "e", "or")
"""How an occupation may end whose gerund is told: "waitressing", "teaching", "nursing"."""


def occupation_of(doing: str) -> str | None:
    """Return the occupation of those who do something: "waitress" of "waitressing"."""
    stem = doing.removesuffix("ing")
    stems = (stem, stem[:-1]) if stem[-1:] == stem[-2:-1] else (stem,)  # "plumbing", "planning"
    found = (one + ending for one in stems for ending in _BY_DOING if one + ending in occupations())
    return next(found, None) if doing != stem else None
