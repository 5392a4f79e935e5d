"""Sports and crafts that people do for pleasure: "I paint", "I do pottery", "I go climbing every week"."""

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.frames.verb_phrases import ing_form

_PASTIMES = {
    "cook", "bake", "paint", "draw", "sketch", "knit", "crochet", "sew", "embroider", "hike", "climb", "run", "jog",
    "swim", "cycle", "surf", "ski", "snowboard", "skate", "skateboard", "sail", "row", "kayak", "canoe", "fish",
    "hunt", "garden", "camp", "dance", "sing", "box", "fence", "meditate", "journal", "blog", "stream", "birdwatch",
    "boulder", "dive", "snorkel", "rollerblade", "whittle", "quilt", "scrapbook", "wrestle", "powerlift",
}  # fmt: skip
"""Verbs of sports and crafts, which people do for pleasure."""
_DONE = {
    "pottery", "yoga", "pilates", "karate", "judo", "taekwondo", "ballet", "gymnastics", "crossfit", "ceramics",
    "origami", "calligraphy", "photography", "improv", "theatre", "theater", "drama", "stand-up", "archery",
    "boxing", "kickboxing", "parkour", "zumba", "aerobics", "tai chi", "woodwork", "woodworking", "gardening",
    "knitting", "embroidery", "cosplay", "karaoke", "aikido", "jiu-jitsu", "bjj", "capoeira", "athletics",
    "triathlon", "cycling", "running", "climbing", "bouldering", "baking", "cooking", "painting", "sculpture",
    "metalwork", "ju-jitsu", "muay", "swimming", "sailing",
}  # fmt: skip
"""Nouns of sports and crafts that one "does"."""


def pastime_told(resolver: Resolver, clause: Clause, verb: int, thing: int | None) -> str:
    """Return what a person does for pleasure by habit, as a noun phrase: "painting" of "I paint", or ""."""
    tree = resolver.tree
    present = tree.tags[verb] in ("VBP", "VBZ") or (clause.inherited and tree.tags[verb] == "VB")
    habitual = present and clause.modality == "actual" and clause.tense == "present"
    if not habitual or clause.perfect or tree.child(verb, "compound:prt") is not None:
        return ""
    if thing is None and tree.lower[verb] in _DONE and any(tree.lemmas[i] == "do" for i in tree.having(verb, "aux")):
        return tree.lower[verb]
    if tree.lemmas[verb] == "do" and thing is not None:
        bare = tree.tags[thing] == "NN" and tree.child(thing, "det", "nmod:poss", "amod", "nmod") is None
        return tree.lower[thing] if bare and tree.lower[thing] in _DONE else ""
    if tree.lemmas[verb] == "go" and thing is None:
        inner = tree.child(verb, "xcomp")
        return tree.lower[inner] if inner is not None and tree.lower[inner].endswith("ing") else ""
    with_object = thing is not None and (
        _is_distance(tree.lower[thing])
        or (tree.tags[thing] in ("NN", "NNS") and tree.child(thing, "det", "nmod:poss") is None)
    )
    if (
        tree.lemmas[verb] not in _PASTIMES
        or not (thing is None or with_object)
        or tree.having(verb, "obl:agent", "xcomp")
    ):
        return ""
    return f"{ing_form(tree.lemmas[verb])} {phrase_text(resolver, thing) if thing is not None else ''}".strip()


def _is_distance(word: str) -> bool:
    """Whether a word is a number with its unit: "5k", "10km"."""
    return word[:1].isdigit() and word[-1:].isalpha()
