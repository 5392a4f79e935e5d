"""Tags that the sentence around them contradicts: what is quoted, asked, or told of somebody else."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from chronomem.extractors.language.clauses.borrowed import foreign_tokens, quoted_tokens
from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY, gender_of
from chronomem.extractors.language.clauses.moods import is_comparison, is_conditional, joking_tokens, wishes_well
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.dialogue.fragments import WISHES
from chronomem.extractors.language.frames.objects import is_taken_out
from chronomem.extractors.language.frames.possession import is_said_to_be_anothers
from chronomem.extractors.language.lexicon import HOME_NOUNS, RELATION_OF_NOUN, is_first_name, occupations
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.amendments import clause_of, head_of, part_around, token_at
from chronomem.extractors.language.tagger.doubts import GOING, HAD, is_doubtful, is_named_as_ex, is_own
from chronomem.extractors.language.tagger.misread_objects import AS_COUPLES, KIN, OF_COUPLES
from chronomem.extractors.language.tagger.tags import CERTAIN, Tag, TaggedWords
from chronomem.extractors.language.tagger.unreal import is_unreal, is_wishful
from chronomem.graph_schema.facts.predicates import INTENTIONS, PARTNERS, predicate_named

_TAKEN = {"accept", "take", "start", "begin", "sign", "yes", "agree", "grab", "join", "snap"}
"""Words of those who take what they are offered."""
_ASKING = {"ask", "invite", "beg", "urge"}
_SITTING = re.compile(r"\b(house|flat|dog|cat|pet|puppy)[- ]?(sit|sitting|sitter|sat)\b", re.IGNORECASE)
_NOT_MINE = re.compile(
    rf"{_SITTING.pattern}|\bbelongs? to (?!me\b|us\b)|n[o']t (really |actually )?(mine|ours)\b|"
    r"n[o']t my (own )?(dog|cat|pet|puppy|car|bike|van)\b|\bminding\b|\bborrow(ed|ing)?\b|\bon loan\b|"
    r"\b(lent|loaned) (me|us)\b|\b(rental|hire) (car|van|bike)\b|"
    r"\bwhile (he|she|they)(['\u2019]s|['\u2019]re| is| are)\b",
    re.IGNORECASE,
)
"""Words that tell of what somebody else has."""
_ANOTHERS = re.compile(
    r"\b(?:it|he|she|that)(?:['\u2019]?s| is| was) (?:(?:the|my|our|his|her|their) )?(?:[a-z]+ )?(?P<owner>\w+?)"
    r"(?:(?P<mark>['\u2019])s|s['\u2019]?)"
    r"(?=\W*$|[.,!;?]|(?<=['\u2019]s) (?:cat|dog|kitten|puppy|horse|pony|rabbit|car|bike|van|boat)\b)",
    re.IGNORECASE,
)
DEATH = "died"
"""The predicate that needs no object."""
_OWNING = {"drive", "own", "ride", "have", "buy"}
_GETTING = {"have", "get", "buy", "adopt", "own", "find"}
_ONCE = {"when", "once", "until", "till"}
_STANDING_IN = {"cover", "fill", "stand", "sub", "deputise", "deputize"}
_PART = re.compile(r"(?:\w+|a (?:few|couple)) of (?:the|my|our|his|her|their|them|us)\b", re.IGNORECASE)
_WHOLLY = {"read", "watched", "finished"}
_GIVEN_UP = {"give", "stop", "quit", "abandon"}


def _is_owner(tree: SyntaxTree, words: TaggedWords) -> bool:
    """Whether words only name an owner: "whose dog is that?" "Bram's"."""
    after = head_of(tree, words) + 1
    marked = after < len(tree.words) and tree.tags[after] == "POS" and words.end <= tree.end(after)
    return marked and not any(c.isalnum() for word in tree.words[after + 1 : after + 2] for c in word)


def _gives_birth(tree: SyntaxTree, words: TaggedWords) -> bool:
    """Whether words name a mother by her name only, and no child: "Mirjam gave birth on Monday"."""
    head = head_of(tree, words)
    verb = tree.heads[head]
    born = tree.lemmas[verb] == "give" and any(tree.lemmas[i] == "birth" for i in tree.having(verb, "obj"))
    return born and tree.full_deps[head] == "nsubj" and tree.tags[head].startswith("NNP")


def _is_of_make(tree: SyntaxTree, words: TaggedWords) -> bool:
    """Whether words name something by its make that one drives, and no work: "drive a Clio"."""
    head = head_of(tree, words)
    thing = tree.child(head, "obj") if tree.is_verb(head) else head
    return thing is not None and tree.tags[thing] == "NNP" and tree.lemmas[tree.heads[thing]] in _OWNING


def is_misread(resolver: Resolver, clauses: Sequence[Clause], token: int, tag: Tag, about: Reference) -> bool:
    """Whether a tag says something that its sentence doesn't.

    The grammar speaks against a tag only where the network isn't certain; what is quoted, supposed or told to be
    somebody else's counts always.

    Args:
        resolver, clauses: those of the message.
        token: where its object stands in the message, or else its subject.
        about: whom the tag is about.
    """
    tree, own = resolver.tree, tag.subject == resolver.speaker
    related = about.name.startswith(f"{resolver.speaker}'s ")
    if (own or related) and _is_in_quoted_sentence(tree, token):
        return True  # also of the speaker's wife: "my wife is pregnant"
    if token in foreign_tokens(tree) or token in joking_tokens(tree) or _is_approximate(tree, token):
        return True
    if tag.status == "holds" and (_is_sworn(tree, token) or _is_of_offer(tree, token) or _is_to_come(tree, token)):
        return True
    asked_for = tag.object is not None and tag.object.back > 0
    so_by_now = tag.status == "holds" and tag.predicate not in INTENTIONS
    if so_by_now and (is_unreal(tree, token, own=own) or (asked_for and is_wishful(tree))):
        return True
    if own and (_is_wished(tree, token, tag.predicate) or is_said_to_be_anothers(tree, token)):
        return True
    if own and tag.status == "holds" and not is_own(resolver, tag) and _is_anothers(tree, tag):
        return True
    if tag.status == "over" and (_remains(tree, token) or (tag.predicate == "takes" and _is_dosed(tree, token))):
        return True
    if tag.status == "over" and predicate_named(tag.predicate).group == PARTNERS and _acts_with_me(tree, token):
        return True  # "Rade and I moved to Belgrade" parts nobody
    if tag.status == "over" and tag.predicate in ("owns", "has") and _is_got(tree, token):
        return True
    if tag.status == "over" and tag.predicate in ("studies", "studies_at") and _is_last_stage(tree, token):
        return True
    if tag.status == "over" and ((not own and tree.is_asked(token)) or _is_threatened(tree, token)):
        return True
    partner = tag.status == "holds" and predicate_named(tag.predicate).group == PARTNERS and tag.object is not None
    if partner and tag.object is not None and not tag.object.back and is_named_as_ex(tree, head_of(tree, tag.object)):
        return True
    here = tag.object if tag.object is not None and tag.object.back == 0 else None
    if here is not None and tag.predicate == "works_as" and _is_of_make(tree, here):
        return True
    if here is not None and tag.predicate in HAD and (_is_owner(tree, here) or _gives_birth(tree, here)):
        return True
    if tag.predicate == "lives_in" and (_is_meanwhile(tree, token) or _is_let(tree, token)):
        return True
    if (
        tag.predicate == "lives_with"
        and tag.status == "holds"
        and (_is_a_guest(tree, token) or _is_kept_at(tree, token))
    ):
        return True
    if tag.predicate == "works_at" and _is_stood_in_for(tree, token):
        return True
    if (tag.predicate, tag.status) == ("owns", "over") and tree.lemmas[tree.heads[token]] == "break":
        return True  # "my car broke down": it's still there
    if tag.predicate == "has" and is_taken_out(tree, token):
        return True
    if tag.predicate == "takes" and tree.lemmas[tree.heads[token]] == "take" and tree.is_asked(token):
        return True  # "is it ok to take aspirin?"
    if tag.predicate in _WHOLLY and tag.object is not None and tag.object.back and _GIVEN_UP & {*tree.lemmas}:
        return True  # "who has read it?" "I gave up at page 80"
    if own and tag.predicate in GOING and _is_echoed(resolver, token):
        return True
    if tag.predicate == "stopped" and tree.lemmas[tree.heads[token]] in ("start", "begin"):
        return True  # "I started smoking again"
    if tag.predicate == DEATH and tag.object is None and token not in {clause.subject for clause in clauses}:
        return True  # "they told her that Sam was dead"
    if tag.predicate in HAD and tag.object is not None and _is_part(tree, tag.object):
        return True
    counted = own and tag.predicate == "has_sibling" and tag.object is not None and not tag.object.back
    if counted and tag.object is not None and _are_all(tree, head_of(tree, tag.object)):
        return True
    if own and tag.predicate in ("has_pet", "owns") and _is_only_there(tree, token):
        return True
    offered = own and tag.predicate in ("works_at", "studies", "studies_at")
    if offered and any(tree.child(i, "expl") is not None for i in tree.upwards(token)):
        return True  # "there's a job going in the Dublin office"
    clause = clause_of(tree, clauses, token)
    if clause is not None and tag.status == "holds" and _is_belied(tree, clause, tag):
        return True
    if clause is not None and (
        _is_of_other_gender(resolver, clause, tag, about) or _opens(resolver, clause, tag, about)
    ):
        return True
    return tag.probability < CERTAIN and is_doubtful(resolver, clauses, token, tag, about)


def _is_echoed(resolver: Resolver, place: int) -> bool:
    """Whether a place is only repeated in surprise after another has named it: "Tromsø, at her age!"."""
    tree, before = resolver.tree, resolver.before
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= place < sentence[1])
    exclaimed = (
        place == first and "!" in tree.words[first:last] and not any(tree.is_verb(i) for i in range(first, last))
    )
    return exclaimed and before is not None and before.is_told(tree.lower[place])


def _is_part(tree: SyntaxTree, place: TaggedWords) -> bool:
    """Whether words name some of what is known already: "the fox got two of the hens"."""
    return place.back == 0 and _PART.match(tree.text, place.start) is not None


def _are_all(tree: SyntaxTree, noun: int) -> bool:
    """Whether brothers and sisters are counted with the one who is of them: "I'm the youngest of four sisters"."""
    one = tree.heads[noun]
    of = tree.deps[noun] in ("nmod", "obl") and any(tree.lower[i] == "of" for i in tree.having(noun, "case"))
    counted = tree.child(noun, "nummod") is not None and tree.tags[noun] == "NNS"
    return of and counted and tree.tags[one] in ("JJS", "JJR", "JJ", "CD", "NN")


_TAKEN_IN = {"eat", "drink", "have", "tolerate", "take", "touch"}
"""What one can do with a thing that one isn't allergic to."""


def _is_belied(tree: SyntaxTree, clause: Clause, tag: Tag) -> bool:
    """Whether the clause of a tag tells the contrary: "we aren't married", "we share an office", "I can eat nuts".

    "My wife isn't here" and "my wife left her bag" tell what she does.
    """
    verb, predicate = tree.lemmas[clause.head], tag.predicate
    if predicate_named(predicate).group == PARTNERS:
        told = tag.object is not None and not tag.object.back and head_of(tree, tag.object) == clause.subject
        if told and verb not in AS_COUPLES | OF_COUPLES:
            return False
        return clause.negated or verb in ("leave", "divorce", "dump", "ditch")
    if predicate == "lives_with":
        person = head_of(tree, tag.object) if tag.object is not None and not tag.object.back else None
        if verb == "live" and person == clause.subject and not {"with", "us", "me"} & {*tree.lower}:
            return True  # "my friend Kasia lives in Kraków"
        shared = tree.child(clause.head, "obj") if verb == "share" else None
        return shared is not None and tree.lemmas[shared] not in HOME_NOUNS
    if predicate == "allergic_to":
        able = any(tree.lower[i] == "can" for i in tree.having(clause.head, "aux"))
        return able and not clause.negated and verb in _TAKEN_IN
    return predicate in HAD and verb in ("rent", "lease")


def _is_of_other_gender(resolver: Resolver, clause: Clause, tag: Tag, about: Reference) -> bool:
    """Whether a clause is about "him" and a tag about a woman, or the reverse: "my gran is well. He sold it"."""
    tree, who = resolver.tree, tag.subject
    if clause.subject is None or about.noun is None or not isinstance(who, TaggedWords):
        return False
    first, last = tree.extent(clause.head)
    if who.back == 0 and first <= token_at(tree, who.start) < last:
        return False
    gender = GENDER_OF_PRONOUN.get(tree.lower[clause.subject])
    return gender is not None and gender_of(about) not in ("x", gender)


def _opens(resolver: Resolver, clause: Clause, tag: Tag, about: Reference) -> bool:
    """Whether a sentence begins with what a tag is about and goes on with somebody: "Netanya, he runs a shop there"."""
    tree, who = resolver.tree, tag.subject
    if clause.subject is None or about.noun is not None or not isinstance(who, TaggedWords) or who.back:
        return False
    named, pronoun = token_at(tree, who.start), tree.lower[clause.subject]
    if (pronoun not in GENDER_OF_PRONOUN and pronoun not in THEY) or is_first_name(about.name.split()[0]):
        return False
    meant = resolver.resolve(clause.subject)
    return any(named == start for start, _ in tree.sentences) and meant is not None and meant.name != about.name


def _is_meanwhile(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody is somewhere only for the time of something else: "I look after it while he's in Oslo"."""
    above = list(tree.upwards(token))
    during = any(tree.lower[i] == "while" for j in above for i in tree.having(j, "mark"))
    return during and not {"live", "move", "work", "study"} & {tree.lemmas[i] for i in above}


def _is_in_quoted_sentence(tree: SyntaxTree, token: int) -> bool:
    """Whether a token is in a quotation that says something, rather than being a name: "I'm moving to Rome"."""
    quoted: AbstractSet[int] = quoted_tokens(tree)
    if token not in quoted:
        return False
    first = last = token
    while first - 1 in quoted:
        first -= 1
    while last + 1 in quoted:
        last += 1
    return any(tree.is_verb(i) or tree.lower[i] in FIRST_PERSON for i in range(first, last + 1))


def _is_wished(tree: SyntaxTree, token: int, predicate: str) -> bool:
    """Whether a token is in a sentence that wishes the listener well: "congrats on the job at Bosch".

    So is an age or a child without "I" after such words: "happy birthday! 30 finally", "happy birthday to Mila".
    """
    sentence = next((first, last) for first, last in tree.sentences if first <= token < last)
    if predicate in ("has_age", "has_child") and FIRST_PERSON.isdisjoint(tree.lower[slice(*sentence)]):
        return WISHES.search(tree.text[: tree.starts[token]]) is not None
    return wishes_well(tree, sentence)


def _is_approximate(tree: SyntaxTree, token: int) -> bool:
    """Whether a verb or noun around a token only comes close: "we nearly moved to Leeds"."""
    return any(is_comparison(tree, i) for i in tree.upwards(token))


def _is_got(tree: SyntaxTree, thing: int) -> bool:
    """Whether somebody comes by a thing, rather than parting with it: "got the lamp off my cousin"."""
    verb = tree.heads[thing]
    got = tree.deps[thing] == "obj" and tree.lemmas[verb] in ("get", "buy", "receive") and not tree.negated(verb)
    return got and tree.child(verb, "xcomp", "compound:prt") is None and "rid" not in tree.lower


def _is_last_stage(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody is in the last part of their studies, which they haven't finished: "final semester"."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    return any(
        tree.lower[i] in ("final", "last") and tree.lemmas[i + 1] in ("year", "semester", "term", "module")
        for i in range(first, last - 1)
    ) and not any(tree.tags[i] in ("VBD", "VBN") for i in range(first, last))


def _is_threatened(tree: SyntaxTree, token: int) -> bool:
    """Whether a clause around a token depends on a condition: "if they don't pay, I'm leaving Aldi" ends nothing."""
    return any(is_conditional(tree, i) for i in tree.upwards(token))


def _is_to_come(tree: SyntaxTree, thing: int) -> bool:
    """Whether somebody has a thing only at a time that is to come: "a library for when I have kids"."""
    verb = tree.heads[thing]
    if tree.deps[thing] != "obj" or tree.lemmas[verb] not in _GETTING or tree.tags[verb] not in ("VBP", "VBZ", "VB"):
        return False
    return any(tree.lower[i] in _ONCE for i in tree.having(verb, "advmod", "mark"))


def _is_sworn(tree: SyntaxTree, token: int) -> bool:
    """Whether a clause around a token holds its condition, or follows it: "if he sings again, I'm moving to Mars"."""
    verb = next((i for i in tree.upwards(token) if tree.is_verb(i) and is_conditional(tree, i)), None)
    if verb is None:
        return False
    inside = any(tree.lower[i] in ("if", "unless", "whether") and i < token for i in tree.having(verb, "mark"))
    return inside or any(i < min(token, verb) for i in tree.having(verb, "advcl"))


def _is_of_offer(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody is only asked to do or to be it: "they asked me to be head of department".

    So they are where it is offered, unless they take it: "offered me a job at Bosch and I said no".
    """
    verb = next((i for i in tree.upwards(token) if tree.lemmas[i] == "offer"), None)
    if verb is not None and tree.is_verb(verb) and _TAKEN.isdisjoint(tree.lemmas):
        return True
    for i in tree.upwards(token):
        asked = tree.full_deps[i] in ("xcomp", "ccomp", "advcl") and tree.lemmas[tree.heads[i]] in _ASKING
        if asked and any(tree.lower[j] in ("me", "us") for j in tree.having(tree.heads[i], "obj", "iobj")):
            return True
    return False


def _is_anothers(tree: SyntaxTree, tag: Tag) -> bool:
    """Whether the message says that what it tells of isn't the speaker's, or if it is part of another noun."""
    if tag.predicate in ("has_pet", "owns") and (_NOT_MINE.search(tree.text) or _is_told_anothers(tree.text)):
        return True
    if tag.predicate == "lives_in" and _SITTING.search(tree.text):
        return True
    if tag.object is None or tag.object.back or tag.predicate not in KIN:
        return False
    last = token_at(tree, tag.object.end - 1)
    head = tree.heads[last]
    return tree.full_deps[last] == "compound" and head > last and tree.tags[head] == "NN"  # "I had baby shark"


def _is_told_anothers(text: str) -> bool:
    """Whether a message says whose an animal or a thing is: "he's my neighbour's", "its the caretakers"."""
    return any(
        found["mark"] or found["owner"].lower() in RELATION_OF_NOUN or found["owner"].lower() in occupations()
        for found in _ANOTHERS.finditer(text)
    )


def _is_stood_in_for(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody stands in for a colleague, who is no employer: "covering for Ute till Christmas"."""
    verb = tree.heads[token]
    return tree.lemmas[verb] in _STANDING_IN and tree.lower[verb + 1 : verb + 2] == ["for"]


def _is_only_there(tree: SyntaxTree, token: int) -> bool:
    """Whether a sentence tells that something is somewhere, not whose it is: "there's a cat on the balcony"."""
    head = tree.heads[token] if tree.full_deps[token].startswith(("nsubj", "compound")) else token
    return tree.child(head, "expl") is not None


def _is_let(tree: SyntaxTree, place: int) -> bool:
    """Whether a home in a place is let to others, or one of several: "renting out our flat", "two flats in Porto"."""
    if tree.tags[tree.heads[place]] == "NNS" and tree.lemmas[tree.heads[place]] in HOME_NOUNS:
        return True
    i = next((i for i in tree.upwards(place) if tree.is_verb(i) or tree.heads[i] == i), place)
    verbs = (i, *tree.having(i, "xcomp", "advcl", "acl"), *(j for k in tree.having(i, "obj") for j in tree.children[k]))
    let = [j for j in verbs if tree.lemmas[j] in ("rent", "let")]
    return tree.lemmas[i] == "sublet" or any(tree.lower[k] == "out" for j in let for k in tree.children[j])


def _is_a_guest(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody only stays for a time: "my in-laws are staying till Sunday"."""
    stay = next((i for i in tree.upwards(token) if tree.lemmas[i] == "stay"), None)
    return stay is not None and any(tree.lower[i] in ("until", "till", "til") for i in tree.subtree(stay))


def _acts_with_me(tree: SyntaxTree, token: int) -> bool:
    """Whether somebody and the speaker did something together that leads to no parting."""
    verb = tree.heads[token]
    joined = any(tree.lower[i] == "i" for i in tree.having(token, "conj"))
    return joined and tree.full_deps[token] == "nsubj" and tree.lemmas[verb] in _TOGETHER and not tree.negated(verb)


_TOGETHER = {
    "move",
    "buy",
    "go",
    "travel",
    "visit",
    "rent",
    "adopt",
    "marry",
    "celebrate",
    "sell",
    "find",
    "build",
    "fly",
}


def _is_dosed(tree: SyntaxTree, token: int) -> bool:
    """Whether a medicine is taken on in another dose: "the doctor raised the losartan to 100 mg"."""
    first, last = next(sentence for sentence in tree.sentences if sentence[0] <= token < sentence[1])
    doses = any(tree.lower[i] in _UNITS or tree.lower[i].endswith("mg") for i in range(first, last))
    return doses and not _DOSING.isdisjoint(tree.lemmas[first:last])


_UNITS = {"mg", "mcg", "ml", "milligram", "milligrams", "micrograms", "drops", "tablets", "units"}
_DOSING = {"raise", "increase", "lower", "reduce", "double", "halve", "up", "drop", "cut", "change", "adjust"}


def _remains(tree: SyntaxTree, token: int) -> bool:
    """Whether a part of a sentence tells of what remains: "only Noor and I are left", "Abdul is still here"."""
    start, end = part_around(tree, token)
    lower, lemmas = tree.lower[start:end], {*tree.lemmas[start:end]}
    if not _DENYING.isdisjoint(lower):
        return False
    left = "left" in lower and "only" in lower and "be" in lemmas
    return left or ("still" in lower and bool(lemmas & {"be", "have"})) or bool(lemmas & {"remain", "keep", "stay"})


_DENYING = {"n't", "not", "no", "never", "longer", "hardly", "stop", "ca"}


def _is_kept_at(tree: SyntaxTree, token: int) -> bool:
    """Whether a thing is left with somebody: "we had to leave the sofa at my in-laws'"."""
    keep = next((i for i in tree.upwards(token) if tree.lemmas[i] in ("leave", "store", "dump", "drop", "park")), None)
    return keep is not None and tree.child(keep, "obj") is not None and "at" in tree.lower[keep:token]
