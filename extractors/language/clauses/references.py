"""Resolve noun phrases to entities: pronouns to speakers, names, and "my sister" to "Ann's sister"."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from chronomem.extractors.language.clauses.given_names import name_enclosed, name_given, name_in_front, name_told
from chronomem.extractors.language.clauses.relation_nouns import (
    ELDEST,
    PARTNER_NOUNS,
    gender_of_noun,
    is_best_friend,
    relation_noun,
    role_noun,
)
from chronomem.extractors.language.extracted import Alias, Mention
from chronomem.extractors.language.lexicon import (
    COLLECTIVES,
    OWN_KIN,
    RELATION_OF_NOUN,
    UNIQUE_ROLES,
    first_names,
    occupations,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import ROLE_NAMES

FIRST_PERSON = {"i", "me", "myself", "we", "us", "ourselves", "im", "ive"}
FIRST_POSSESSIVE = {"my", "our", "mine", "ours"}
SECOND_PERSON = {"you", "yourself", "ya", "u"}
SECOND_POSSESSIVE = {"your", "yours"}
GENDER_OF_PRONOUN = {"he": "m", "him": "m", "his": "m", "himself": "m", "she": "f", "her": "f", "hers": "f"}
_TOLD_OF = {"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod:poss", "conj"}
_BEFORE_KIN = {"and", "with", "to", "for", "from", "of", "at", "by", "after", "like"}
_THE_OWN = {"wife", "missus", "husband", "hubby", "fiance", "fiancee", "boyfriend", "girlfriend", "dog", "cat"}
"""Those who are one's own with an article and a name: "the wife, Carol"."""
_ONES_OWN = {"wife", "missus", "hubby", "husband", "kids", "kiddos"}
"""Those who are one's own with an article alone: "the wife's away"."""
_OF_CLASSES = ("class", "teach", "teacher", "pupil", "student", "lesson", "nursery", "camp")
"""What those speak of whose "kids" are other people's."""
_DEAR = {"best", "big", "little", "lil", "old", "poor", "dear", "good", "older", "younger", "twin", "line"}
_BEFORE_OWN = _BEFORE_KIN | {"but", "so", "because", "when", "if", "that", "is", "was", "then", "our", "my"}
THEY = {"they", "them", "their"}
_BEING = {"is", "are", "'s", "'re", "s", "re"}
_HAVING = {"have", "get"}
_UNNAMED = {"person", "someone", "ex", "date", "crush", "lodger", "tenant", "client", "guest", "stranger"}
"""Nouns for somebody whom "he" or "she" may mean."""
_GETTING = {"get", "have", "adopt", "buy", "rescue", "bring", "find"}
_NEAR = 3
"""How many words after an animal or a child its name may stand: "a daughter too, Rose"."""


@dataclass(frozen=True, slots=True)
class Reference:
    """The entity that a phrase names, and the confidence in it.

    Attributes:
        name, type: those of the entity.
        noun: the common noun that names it ("sister"), or None.
        owner: the person whose sister it is, or None.
        plural: "my kids".
        confidence: 0 to 1.
        members: the names of the two that are meant together: "Eva and Luca".
    """

    name: str
    type: EntityType
    noun: str | None = None
    owner: str | None = None
    plural: bool = False
    confidence: float = 0.9
    members: tuple[str, ...] = ()


class SpokenOfBefore(Protocol):
    """The entities that the turns before a turn speak of."""

    def lemmas(self) -> frozenset[str]: ...
    def person(self, gender: str | None) -> Reference | None: ...
    def place(self) -> Reference | None: ...
    def owned(self, noun: str, *, plural: bool) -> Reference | None: ...
    def pair(self) -> Reference | None: ...
    def is_told(self, word: str) -> bool: ...
    def beside_you(self) -> Reference | None: ...
    def asked_about(self) -> Reference | None: ...
    def relative_called(self, name: str) -> Reference | None: ...
    def told_of(self) -> Reference | None: ...
    def kin_of_another(self, *, plural: bool) -> Reference | None: ...


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves the phrases of one turn."""

    tree: SyntaxTree
    speaker: str
    other: str | None
    named: dict[int, Mention]
    """The mention that each token belongs to."""
    before: SpokenOfBefore | None = None
    """What the turns before spoke of."""

    def talked_of(self, *lemmas: str) -> bool:
        """Whether one of some words has been said in this turn or right before it."""
        return not set(lemmas).isdisjoint(self.tree.lemmas) or (
            self.before is not None and not self.before.lemmas().isdisjoint(lemmas)
        )

    def asked_of(self, *lemmas: str) -> bool:
        """Whether one of some words has been said right before this turn, and not in it."""
        return self.before is not None and not self.before.lemmas().isdisjoint(lemmas)

    def possessor(self, head: int) -> str | None:
        """Return the name of the phrase's possessor, or None."""
        tree = self.tree
        owners = tree.having(head, "nmod:poss", "det:poss")
        if not owners and tree.deps[head] == "compound" and tree.heads[head] in self.named:
            owners = tree.having(tree.heads[head], "nmod:poss")  # "my boyfriend Luc", headed by the name
        if not owners and tree.lemmas[head] in RELATION_OF_NOUN:
            owners = self._possessive_before(head) or self._whose(head) or self._possessive_shared(head)
        genitives = [i for i in owners if any(tree.tags[j] == "POS" for j in tree.children[i])]
        for i in genitives or owners:  # "my flatmate Jo's brother" is Jo's
            lower = tree.lower[i]
            if lower in FIRST_POSSESSIVE:
                return self.speaker
            if lower in SECOND_POSSESSIVE:
                return self.other
            reference = self.resolve(i)
            if reference is not None:
                return reference.name
        return None

    def _possessive_before(self, head: int) -> list[int]:
        """Return the possessive right before a relative, wherever the parser attached it: "my supervisor Phil"."""
        before = self.tree.before_adjectives(head)
        if before and self.tree.tags[before] == "POS" and before - 1 in self.named:
            return [before - 1]
        return [before] if before is not None and self.tree.tags[before] == "PRP$" else []

    def _possessive_shared(self, head: int) -> list[int]:
        """Return the possessive that a relative shares with the one joined before: "your mum and dad"."""
        tree, first = self.tree, self.tree.heads[head]
        bare = tree.deps[head] == "conj" and 1 < head == first + 2 and tree.lower[head - 1] in ("and", "&", "n")
        kin = bare and tree.lemmas[first] in RELATION_OF_NOUN
        return tree.having(first, "nmod:poss", "det:poss") if kin else []

    def _whose(self, head: int) -> list[int]:
        """Return the person after "of" whose relative is meant: "the cousin of my boss"."""
        tree = self.tree
        of = [i for i in tree.having(head, "nmod") if any(tree.lower[j] == "of" for j in tree.having(i, "case"))]
        return [i for i in of if i in self.named or self._owned(i) is not None]

    def resolve(self, head: int) -> Reference | None:
        """Return the entity that the phrase under `head` names, or None if there is none or it isn't certain."""
        tree = self.tree
        lower = tree.lower[head]
        if lower == "mine" and (own := self._kin_like(head)) is not None:
            return own
        if lower in FIRST_PERSON or lower == "mine":
            return Reference(self.speaker, "person")
        if lower in SECOND_PERSON:
            return None if self.other is None else Reference(self.other, "person", confidence=0.6)
        if lower in GENDER_OF_PRONOUN or lower in THEY:
            return self._antecedent(head)
        if lower in ("there", "here"):
            return self._place_before(head)
        if self.before is not None and (lower == "both" or tree.tags[head] == "CD"):
            return self._several_before(head)
        if lower in ("one", "other") and (other := self._other_one(head)) is not None:
            return other
        if tree.tags[head] in ("NN", "NNS") or lower in OWN_KIN | ELDEST:
            owned = self._owned(head)
            if owned is not None:
                return owned
        mention = self.name_called(head) or self.named.get(head) or self.name_beside(head)
        if mention is not None:
            return Reference(mention.name, mention.type, confidence=0.8)
        if self.before is None or tree.having(head, "nmod", "acl", "acl:relcl"):
            return None  # "the kids at my school" are others
        known = any(tree.lower[i] == "the" for i in tree.having(head, "det"))
        return self.before.owned(relation_noun(tree, head), plural=tree.tags[head] == "NNS") if known else None

    def _several_before(self, head: int) -> Reference | None:
        """Resolve "both" to the two who were last named together, and "my two" to the speaker's children."""
        tree, before = self.tree, self.before
        if before is None or not tree.full_deps[head].startswith("nsubj"):
            return None
        owners = [tree.lower[i] for i in tree.children[head]]
        if tree.lower[head] == "both":
            return None if owners else before.pair()
        kids = before.owned("kid", plural=True) if owners in (["my"], ["our"]) else None
        return kids if kids is not None and kids.owner == self.speaker else None

    def _kin_like(self, mine: int) -> Reference | None:
        """Return the speaker's relatives whom "mine" means after another's: "my parents live in Rome" "mine in Bonn".

        The verb tells whether it is one or several: "mine drives a bus", "mine live in Split".
        """
        tree, verb = self.tree, self.tree.heads[mine]
        finite = [verb, *tree.having(verb, "aux", "aux:pass", "cop")]
        plural = tree.deps[mine] == "nsubj" and any(tree.tags[i] == "VBP" for i in finite)
        kin = None if self.before is None else self.before.kin_of_another(plural=plural)
        if kin is None or kin.noun is None:
            return None
        role = kin.name.removeprefix(f"{kin.owner}'s ") if plural else ROLE_NAMES.get(kin.noun, kin.noun)
        if plural and role == kin.name:
            return None  # they are known by their names
        return Reference(f"{self.speaker}'s {role}", "person", kin.noun, self.speaker, plural, confidence=0.7)

    def name_called(self, head: int) -> Mention | None:
        """Return the name of "a nurse called Noor"."""
        tree = self.tree
        for i in tree.having(head, "acl"):
            given = tree.child(i, "xcomp", "obj") if tree.lower[i] in ("called", "named") else None
            if given is not None and given in self.named:
                return self.named[given]
        return None

    def spoken_of(self, head: int) -> Reference | None:
        """Return the entity that a noun names, with its kin or owner if the phrase tells."""
        owned = self._owned(head)
        if owned is not None or head not in self.named:
            return owned
        mention = self.named[head]
        kin = self._owned(head - 1) if head else None  # "my aunt Bríd"
        return kin if kin is not None and kin.name == mention.name else Reference(mention.name, mention.type)

    def pronoun_mentions(self) -> list[Mention]:
        """Return the first pronoun of each of the two speakers, as a mention of that person."""
        found: dict[str, Mention] = {}
        tree = self.tree
        for i, lower in enumerate(tree.lower):
            first = lower in FIRST_PERSON or lower in FIRST_POSSESSIVE
            second = lower in SECOND_PERSON or lower in SECOND_POSSESSIVE
            name = self.speaker if first else self.other if second else None
            if name is not None and name not in found:
                start, end = tree.starts[i], tree.end(i)
                found[name] = Mention(start, end, tree.text[start:end], name, "person")
        return list(found.values())

    def _owned(self, head: int) -> Reference | None:
        """Return the reference of "my sister (Anna)"."""
        noun = relation_noun(self.tree, head)
        if noun not in RELATION_OF_NOUN and noun not in COLLECTIVES:
            return None
        owner = self.possessor(head)
        if owner is None and self._is_asked_after(head):
            owner = self.other
        elif owner is None and self.is_own_kin(head):
            owner = self.speaker
        if owner is None:
            return None
        plural = self.tree.tags[head] == "NNS"
        kind: EntityType = "organization" if noun in COLLECTIVES and noun not in ("family", "fam") else "person"
        if RELATION_OF_NOUN.get(noun) == "has_pet":
            kind = "other"
        mention = None if plural else self.name_beside(head)
        if mention is not None:
            return Reference(mention.name, kind, noun, owner, plural, 0.85)
        name = f"{owner}'s {role_noun(self.tree, head)}"
        return Reference(name, kind, noun, owner, plural, 0.8)

    def acquired(self, noun: int) -> Reference | None:
        """Return the animals or relatives that "we got a puppy", "I have a daughter, Rose", "two dogs" introduce."""
        tree = self.tree
        relation, verb = RELATION_OF_NOUN.get(relation_noun(tree, noun)), tree.heads[noun]
        if relation is None or tree.full_deps[noun] != "obj" or tree.negated(verb):
            return None
        getting = _GETTING if relation in ("has_pet", "has_child") else _HAVING
        subject = tree.child(verb, "nsubj")
        if subject is None and tree.tags[verb] in ("VB", "VBG"):
            return None  # "having a walking buddy will be great"
        if tree.lemmas[verb] not in getting or (subject is not None and tree.lower[subject] not in ("i", "we")):
            return None
        kind: EntityType = "other" if relation == "has_pet" else "person"
        owner, first, plural = self.speaker, tree.extent(verb)[0], tree.tags[noun] == "NNS"
        following = [
            mention
            for i, mention in sorted(self.named.items())
            if first < noun < i <= noun + _NEAR and "IN" not in tree.tags[noun:i]  # not "a friend in Rome"
        ]
        name = following[0].name if following and not plural else f"{owner}'s {role_noun(tree, noun)}"
        return Reference(name, kind, relation_noun(tree, noun), owner, plural)

    def role_of(self, head: int) -> str | None:
        """Return what a relative is called who has no name: "Ann's little sister" for "my little sister"."""
        owner = self.possessor(head)
        if owner is None and self.is_own_kin(head):
            owner = self.speaker
        return None if owner is None else f"{owner}'s {role_noun(self.tree, head)}"

    def relative_meant(self, pronoun: int) -> int:
        """Return the relative or animal before "his name": the last that has no name yet and fits; -1 if none does."""
        tree, wanted = self.tree, GENDER_OF_PRONOUN.get(self.tree.lower[pronoun], "x")
        another = max((i for i in range(pronoun) if tree.lemmas[i] in _UNNAMED), default=0)  # "my lodger, his name's"
        nouns = [i for i in range(another, pronoun) if tree.lemmas[i] in RELATION_OF_NOUN and i not in self.named]
        roles = [i for i in nouns if tree.child(i, "cop") is not None and tree.child(i, "nsubj") in nouns]
        found = [i for i in nouns if i not in roles]  # "his girlfriend is a yoga teacher, her name is Eva"
        fitting = [i for i in found if "x" in (wanted, gender := gender_of_noun(tree.lemmas[i])) or gender == wanted]
        unnamed = [i for i in fitting if not self.is_named_before(i, pronoun)]
        return max(unnamed or fitting, default=-1)

    def is_named_before(self, head: int, token: int) -> bool:
        """Whether a name stands with a relative before a token."""
        mention = self.name_beside(head)
        return mention is not None and mention.start < self.tree.starts[token]

    def is_own_kin(self, head: int) -> bool:
        """Whether the phrase is a bare "dad", without a possessor or a name, in a sentence about a person."""
        tree = self.tree
        if self.is_named_kin(head):
            return True
        if tree.full_deps[head] not in _TOLD_OF:
            return False
        if self.is_bare_relative(head):
            return True
        if tree.lower[head] not in OWN_KIN:
            return False
        if head and tree.lower[head - 1] not in _BEFORE_KIN and tree.heads[head - 1] == head:
            return False
        return head + 1 not in self.named and head not in self.named

    def is_bare_relative(self, head: int) -> bool:
        """Whether a sentence opens with a relative without any article: "brother got married", "best friend is here".

        "The wife's away" is about the speaker's wife as well.
        """
        tree = self.tree
        if self._is_the_own(head):
            return True
        relation = RELATION_OF_NOUN.get(relation_noun(tree, head))
        if relation in (None, "has_pet") or tree.tags[head] != "NN" or tree.lower[head] in ("baby", "child", "kid"):
            return False
        if not tree.full_deps[head].startswith("nsubj") or head in self.named or head + 1 in self.named:
            return False
        start = next(start for start, end in tree.sentences if start <= head < end)
        first = head
        while first > start and tree.lower[first - 1] in _DEAR:
            first -= 1
        joined = tree.lower[head + 1 : head + 2] in (["and"], ["&"], ["of"])
        return not joined and all(_may_open(tree, i) for i in range(start, first))

    def _is_the_own(self, head: int) -> bool:
        """Whether a spouse or children with an article are the speaker's, if nobody else is spoken of before.

        "The wife's away", "the kids love it", but not "the kids in my class".
        """
        tree = self.tree
        if tree.lower[head] not in _ONES_OWN or head == 0 or tree.lower[head - 1] != "the":
            return False
        if tree.having(head, "nmod", "acl", "acl:relcl") or self.talked_of(*_OF_CLASSES):
            return False
        if tree.is_asked(head):
            return False  # "do you often go there with the kids?"
        several = tree.tags[head] == "NNS"
        if several and self.before is not None and self.before.owned(relation_noun(tree, head), plural=True):
            return False  # those that were named before
        if self._is_asked_after(head):
            return False
        return not any(
            tree.lower[i] in GENDER_OF_PRONOUN or tree.lower[i] in THEY or i in self.named or self._may_have_kids(i)
            for i in range(head)
        )

    def _may_have_kids(self, noun: int) -> bool:
        """Whether "the kids" after a noun may be another's: "my sister is here with the kids"."""
        kin = self.tree.lemmas[noun]
        return kin not in PARTNER_NOUNS and RELATION_OF_NOUN.get(kin, "has_pet") not in ("has_pet", "has_child")

    def _is_asked_after(self, head: int) -> bool:
        """Whether a relative or animal is the other's, whom the question is put to: "how's the baby?"."""
        lower = self.tree.lower
        return head > 2 and lower[head - 1] == "the" and lower[head - 2] in _BEING and lower[head - 3] == "how"

    def is_named_kin(self, head: int) -> bool:
        """Whether a relative has a name and no possessor: "cousin Bronagh", "best mate Gaz", "the wife, Jo"."""
        tree = self.tree
        relation = RELATION_OF_NOUN.get(relation_noun(self.tree, head))
        if relation is None or head in self.named or tree.tags[head] != "NN":
            return False
        first = head
        while first > 0 and tree.lower[first - 1] in _DEAR:
            first -= 1
        before = tree.lower[first - 1] if first else ""
        enclosed = tree.lower[head + 1 : head + 2] == [","] and self.named.get(head + 2) is not None
        if before == "the" and first == head:
            return tree.lower[head] in _THE_OWN and (enclosed or head + 1 in self.named)
        mention = self.named.get(head + 1)
        if mention is None or relation == "has_pet":
            return False
        if before in ("'s", "'"):
            return False  # "my brother's girlfriend Ana"
        return not before or before in _BEFORE_OWN or not before[0].isalnum()

    def name_beside(self, head: int) -> Mention | None:
        """Return the name in "my sister Anna" or "a dog named Max"."""
        tree = self.tree
        after = self.named.get(head + 1)
        if tree.full_deps[head] == "iobj" and tree.full_deps[head + 1 : head + 2] == ["obj"]:
            return None  # "teaches my son German"
        if after is not None and tree.spaced[head] and relation_noun(self.tree, head) in RELATION_OF_NOUN:
            return after
        owned = self.possessor(head) is not None or self.is_named_kin(head)
        enclosed = name_enclosed(tree, self.named, head, owned=owned)
        if (beside := enclosed or name_in_front(tree, self.named, head, self.other)) is not None:
            return beside
        for i in tree.having(head, "appos", "flat", "nmod:desc", "nmod:unmarked", "compound", "nmod"):
            if i in self.named and i > head and not tree.having(i, "case"):
                return self.named[i]
        if (told := name_told(tree, self.named, head)) is not None:
            return told
        for i in tree.having(head, "acl"):
            if tree.lemmas[i] in ("name", "call"):
                for j in tree.children[i]:
                    if j in self.named:
                        return self.named[j]
        return name_given(tree, self.named, head)

    def aliases(self) -> list[Alias]:
        """Return the names that the turn gives to people in unique roles: her husband is Tom."""
        found = []
        for i, tag in enumerate(self.tree.tags):
            if tag != "NN" or (self.tree.lemmas[i] not in UNIQUE_ROLES and not is_best_friend(self.tree, i)):
                continue
            reference = self._owned(i)
            if reference is not None and "'s " not in reference.name:
                found.append(Alias(reference.name, f"{reference.owner}'s {role_noun(self.tree, i)}"))
        return found

    def names_beside(self, head: int) -> list[Mention]:
        """Return the names in "two cats, Luna and Oliver", "our cats are Luna and Oliver"."""
        first = self.name_beside(head)
        if first is None:
            return self._names_listed(head)
        found = [first]
        told = [i for i in self.tree.having(self.tree.heads[head], "xcomp", "obj") if self.named.get(i) is first]
        told += [self.tree.heads[head]] if self.named.get(self.tree.heads[head]) is first else []
        for i in (*self.tree.subtree(head), *(j for k in told for j in self.tree.subtree(k))):
            mention = self.named.get(i)
            if mention is None or mention in found or self.is_introduced(i):
                continue
            if self.tree.deps[i] in ("conj", "appos"):
                found.append(mention)
        return sorted(found, key=lambda m: m.start)

    def _names_listed(self, head: int) -> list[Mention]:
        """Return the names with which a sentence about several ends: "all my sisters are nurses, Ada, Bea and Cleo"."""
        tree = self.tree
        first, last = next(sentence for sentence in tree.sentences if sentence[0] <= head < sentence[1])
        while last > head and not tree.words[last - 1][0].isalnum():
            last -= 1
        start = last
        while start > head and (start - 1 in self.named or tree.lower[start - 1] in (",", ":", "and", "&")):
            start -= 1
        kin = [i for i in range(first, last) if tree.tags[i] == "NNS" and tree.lemmas[i] in RELATION_OF_NOUN]
        others = any(i != head and tree.child(i, "nmod:poss") is not None for i in kin)
        about = tree.tags[head] == "NNS" and tree.full_deps[head] == "nsubj"
        if others or not about or start == last or tree.lower[start] not in (",", ":"):
            return []
        found = list(dict.fromkeys(self.named[i] for i in range(start, last) if i in self.named))
        return found if len(found) > 1 and all(one.type in ("person", "other") for one in found) else []

    def members(self, head: int) -> list[Reference]:
        """Return the relatives or animals of a group whose names stand beside it: "my cousins Eva and Ana"."""
        group = (self._owned(head) or self.acquired(head)) if self.tree.tags[head] == "NNS" else None
        names = [] if group is None else self.names_beside(head)
        return [replace(group, name=m.name, plural=False) for m in names] if group and len(names) > 1 else []

    def group(self, head: int) -> Reference | None:
        """Return a group with its members, if they are named: "I have two sisters, Ida and Eva"."""
        members = self.members(head)
        names = tuple(sorted(one.name for one in members))
        return replace(members[0], name=" and ".join(names), plural=True, members=names) if members else None

    def _other_one(self, head: int) -> Reference | None:
        """Resolve "the other one": whoever of two that were named together the turn hasn't spoken of since."""
        tree = self.tree
        if "other" not in tree.lower[head - 1 : head + 1] or "the" not in tree.lower[max(0, head - 2) : head]:
            return None
        groups = (self.group(i) for i in range(head) if tree.tags[i] == "NNS")
        pair = next((group for group in groups if group is not None and len(group.members) == 2), None)
        pair = pair or (None if self.before is None else self.before.pair())
        if pair is None:
            return None
        told = {self.named[i].name for i in range(head) if i in self.named and tree.deps[i].startswith("nsubj")}
        left = [name for name in pair.members if name not in told]
        return replace(pair, name=left[0], plural=False, members=(), confidence=0.7) if len(left) == 1 else None

    def couple(self, first: int) -> Reference | None:
        """Return two people who are named together: "Eva and Luca", "Eva and her husband", "Eva's husband Luca"."""
        joined = self.tree.having(first, "conj")
        found = [self.spoken_of(i) if i in self.named else self._owned(i) for i in (first, *joined)]
        people = {one.name for one in found if one is not None and one.type == "person" and not one.plural}
        one = found[0]
        if not joined and one is not None and one.noun in PARTNER_NOUNS and one.owner:
            people.add(one.owner)
        if len(people) != 2 or len(joined) > 1 or people & {self.speaker, self.other}:
            return None
        return Reference(" and ".join(sorted(people)), "person", plural=True, members=tuple(sorted(people)))

    def is_introduced(self, head: int) -> bool:
        """Whether a name has an article, so that it is a thing of its own: "a dog called Fudge and a Ford Transit"."""
        return head in self.named and any(self.tree.lower[i] in ("a", "an") for i in self.tree.having(head, "det"))

    def _antecedent(self, head: int) -> Reference | None:
        """Resolve "she", if only one person of the turn so far fits."""
        wanted = GENDER_OF_PRONOUN.get(self.tree.lower[head])
        same = next((i for i in range(head - 1, -1, -1) if self._is_same_subject(i, head)), None)
        if same is not None:
            return self._antecedent(same)
        found: dict[str, Reference] = {}
        around = self._phrases_around(head)
        for i in range(head):
            if self.tree.tags[i] not in ("NN", "NNS", "NNP") or i in around:
                continue
            owned = None if i in self.named else self.group(i) or self._owned(i) or self.acquired(i)
            reference = self._named_person(i) if i in self.named else owned
            if reference is None or reference.name in (self.speaker, self.other):
                continue
            if self.tree.lower[head] == "they" and (couple := self.couple(i)) is not None:
                reference = couple
            if wanted is None:
                fits = reference.plural
            else:
                fits = not reference.plural and gender_of(reference) in (wanted, "x")
            if fits:
                found[reference.name] = reference
        unsure = found and all(one.type == "other" and one.noun is None for one in found.values())
        if unsure and self.before is not None:
            known = self.before.person(wanted)  # "Netflix raised the price, he's furious"
            if known is not None and gender_of(known) == wanted:
                return known
        if not found and self.before is not None and not self.is_meant_here(head, wanted):
            meant = self.before.person(wanted)
            return None if meant is None or (meant.members and self.tree.lower[head] != "they") else meant
        if len(found) != 1:
            return None
        only = next(iter(found.values()))
        return replace(only, confidence=0.6, type="person" if only.noun is None else only.type)

    def _phrases_around(self, pronoun: int) -> set[int]:
        """Return the nouns whose phrases hold a pronoun, which it can't mean: "ex" of "the ex of her boss"."""
        found: set[int] = set()
        while self.tree.deps[pronoun].startswith("nmod") and self.tree.heads[pronoun] not in found:
            pronoun = self.tree.heads[pronoun]
            found.add(pronoun)
        return found

    def is_meant_here(self, pronoun: int, wanted: str | None) -> bool:
        """Whether the turn itself has spoken of somebody without a name whom a pronoun may mean: "the guy … he".

        Args:
            wanted: the gender of the pronoun; None if it means several.
        """
        tree, plural = self.tree, wanted is None
        for i in range(pronoun):
            tag, lemma = tree.tags[i], tree.lemmas[i]
            several = tag in ("NNS", "NNPS") or (tree.deps[i] == "conj" and tag.startswith("N"))
            if plural and several:
                return True
            if not plural and lemma == "engage" and tree.lower[i - 1] not in ("get", "got"):
                return True  # "I was engaged once, she went to Perth"
            gender = gender_of_noun(lemma)
            unsaid = gender == "x" and (lemma in occupations() or lemma in _UNNAMED)
            person = unsaid or gender == wanted
            answers = tree.heads[i] == i and tree.child(i, "det", "cop") is None  # "retired vet. His wife teaches"
            if not plural and tag == "NN" and person and tree.full_deps[i] != "compound" and not answers:
                return True
        return False

    def _is_same_subject(self, token: int, pronoun: int) -> bool:
        """Whether a token is the same pronoun as a subject: "he came for his father's funeral, he lives in Rome"."""
        tree = self.tree
        subjects = tree.deps[token].startswith("nsubj") and tree.deps[pronoun].startswith("nsubj")
        return subjects and tree.lower[token] == tree.lower[pronoun]

    def _place_before(self, head: int) -> Reference | None:
        """Resolve "there": the only place that was named in the turn so far."""
        places = {m.name for i, m in self.named.items() if i < head and m.type == "location"}
        if not places and self.before is not None and self.tree.lower[head] == "there":
            return self.before.place()
        return Reference(places.pop(), "location", confidence=0.7) if len(places) == 1 else None

    def joined_subjects(self, verb: int) -> list[int]:
        """Return the conjuncts that share a verb's subject: "Carl" and "I" of "Carl and I got engaged"."""
        tree = self.tree
        subjects = tree.having(verb, "nsubj", "nsubj:pass")
        if len(subjects) > 1 and tree.lower[subjects[-1] - 1] in ("and", "&"):
            return subjects  # the parse gave each of them to the verb
        found: list[int] = []
        for i in subjects:
            joined = [
                j for k in (i, *tree.having(i, "appos")) for j in tree.having(k, "conj")
            ]  # "my sister Eva and Tom"
            found += [i, *joined] if joined else []
        partner = self._partner(verb) if subjects else None
        return found if partner is None else [*(found or subjects), partner]

    def _partner(self, verb: int) -> int | None:
        """Return with whom somebody does something: "her brother" of "together with her brother, Zoe runs a hostel"."""
        tree = self.tree
        beside = (*tree.having(verb, "obl"), *(j for i in tree.having(verb, "advmod") for j in tree.having(i, "obl")))
        for i in beside:
            case = next((j for j in tree.having(i, "case") if tree.lower[j] == "with"), None)
            if case and tree.lower[case - 1] in ("together", "along"):
                return i
        return None

    def _named_person(self, token: int) -> Reference | None:
        """Return the person of a name, also one that is no known name but does something: "Jorrit left, he …"."""
        mention = self.named[token]
        acts = mention.type == "other" and self.tree.deps[token] == "nsubj"
        return Reference(mention.name, mention.type, confidence=0.6) if mention.type == "person" or acts else None


def _may_open(tree: SyntaxTree, token: int) -> bool:
    """Whether a word may stand before what a sentence is about: "and", "so", "ugh", "yesterday"."""
    return not tree.lower[token][0].isalnum() or tree.tags[token] in ("CC", "UH", "RB", "NFP")


def gender_of(reference: Reference) -> str:
    """Return the gender of the person that a phrase names: "f", "m", or "x" if unknown."""
    first = reference.name.split(" ")[0]
    told = (gender_of_noun(reference.noun or ""), gender_of_noun(first.lower()), first_names().get(first, "x"))
    return next((gender for gender in told if gender != "x"), "x")  # that of "Aunty Bea" by her title


def index_mentions(tree: SyntaxTree, mentions: Sequence[Mention]) -> dict[int, Mention]:
    """Return the mention of each token that belongs to one."""
    return {
        i: mention
        for mention in mentions
        for i in range(bisect_left(tree.starts, mention.start), bisect_left(tree.starts, mention.end))
    }
