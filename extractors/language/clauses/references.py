"""Resolve noun phrases to entities: pronouns to speakers, names, and "my sister" to "Ann's sister"."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.given_names import name_enclosed, name_given, name_in_front, name_told
from chronomem.extractors.language.clauses.listed_names import names_counted
from chronomem.extractors.language.clauses.own_kin import is_asked_after, is_named_kin, is_own_kin
from chronomem.extractors.language.clauses.pronouns import antecedent, other_one, several_before
from chronomem.extractors.language.clauses.referents import Reference, SpokenOfBefore
from chronomem.extractors.language.clauses.relation_nouns import (
    ELDEST,
    PARTNER_NOUNS,
    kind_of_role,
    relation_noun,
    role_noun,
)
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.lexicon import (
    FORMAL_KIN,
    OWN_KIN,
    RELATION_OF_NOUN,
    UNRELATED,
    is_first_name,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import ROLE_NAMES

FIRST_PERSON = {"i", "me", "myself", "we", "us", "ourselves", "im", "ive"}
MINE = {"mine", "ours"}
FIRST_POSSESSIVE = {"my", "our"} | MINE
SECOND_PERSON = {"you", "yourself", "ya", "u"}
SECOND_POSSESSIVE = {"your", "yours"}
_HAVING = {"have", "get"}
_GETTING = {"get", "have", "adopt", "buy", "rescue", "bring", "find"}
_NEAR = 3
"""How many words after an animal or a child its name may stand: "a daughter too, Rose"."""


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
        """Return the person after "of" whose relative is meant: "the cousin of my boss", "a friend of mine"."""
        tree = self.tree
        of = [i for i in tree.having(head, "nmod") if any(tree.lower[j] == "of" for j in tree.having(i, "case"))]
        return [i for i in of if i in self.named or tree.lower[i] in MINE or self.relative(i) is not None]

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
            return antecedent(self, head)
        if lower in ("there", "here"):
            return self._place_before(head)
        if self.before is not None and (lower == "both" or tree.tags[head] == "CD"):
            return several_before(self, head)
        if lower in ("one", "other") and (other := other_one(self, head)) is not None:
            return other
        if tree.tags[head] in ("NN", "NNS") or lower in OWN_KIN | ELDEST or tree.words[head] in FORMAL_KIN:
            owned = self.relative(head)
            if owned is not None:
                return owned
        mention = self.name_called(head) or self.named.get(head) or self.name_beside(head)
        if mention is not None:
            return Reference(mention.name, mention.type, confidence=0.8)
        if self.before is None or tree.having(head, "nmod", "acl", "acl:relcl"):
            return None  # "the kids at my school" are others
        known = any(tree.lower[i] == "the" for i in tree.having(head, "det"))
        return self.before.owned(relation_noun(tree, head), plural=tree.tags[head] == "NNS") if known else None

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
        owned = self.relative(head)
        if owned is not None or head not in self.named:
            return owned
        mention = self.named[head]
        kin = self.relative(head - 1) if head else None  # "my aunt Bríd"
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

    def relative(self, head: int) -> Reference | None:
        """Return the reference of "my sister (Anna)"."""
        noun = relation_noun(self.tree, head)
        kind = kind_of_role(noun)
        if kind is None:
            return None
        owner = self.possessor(head)
        if owner is None and noun in UNRELATED:
            return None  # "the landlord" is anyone's
        if owner is None and is_asked_after(self.tree, head):
            owner = self.other
        elif owner is None and is_own_kin(self, head):
            owner = self.speaker
        if owner is None:
            return None
        plural = self.tree.tags[head] == "NNS"
        mention = None if plural else self.name_beside(head)
        if mention is not None:
            return Reference(mention.name, kind, noun, owner, plural, 0.85)
        if any(self.tree.lower[i] in MINE for i in self.tree.having(head, "nmod")):
            return None  # "a friend of mine" is another one each time
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

    def accompanying(self, noun: int) -> Reference | None:
        """Return the friends or colleagues with whom the speaker does something: "I live with two friends"."""
        tree, verb = self.tree, self.tree.heads[noun]
        with_them = any(tree.lower[i] == "with" for i in tree.having(noun, "case"))
        by_speaker = any(tree.lower[i] in ("i", "we") for i in tree.having(verb, "nsubj"))
        if not with_them or not by_speaker or relation_noun(tree, noun) not in RELATION_OF_NOUN:
            return None
        named = role_noun(tree, noun)
        return Reference(f"{self.speaker}'s {named}", "person", relation_noun(tree, noun), self.speaker, plural=True)

    def role_of(self, head: int) -> str | None:
        """Return what a relative is called who has no name: "Ann's little sister" for "my little sister"."""
        owner = self.possessor(head)
        if owner is None and is_own_kin(self, head):
            owner = self.speaker
        return None if owner is None else f"{owner}'s {role_noun(self.tree, head)}"

    def is_named_before(self, head: int, token: int) -> bool:
        """Whether a name stands with a relative before a token."""
        mention = self.name_beside(head)
        return mention is not None and mention.start < self.tree.starts[token]

    def name_beside(self, head: int) -> Mention | None:
        """Return the name in "my sister Anna" or "a dog named Max"."""
        tree = self.tree
        after = self.named.get(head + 1)
        if tree.full_deps[head] == "iobj" and tree.full_deps[head + 1 : head + 2] == ["obj"]:
            return None  # "teaches my son German"
        if after is not None and tree.spaced[head] and relation_noun(self.tree, head) in RELATION_OF_NOUN:
            return after
        owned = self.possessor(head) is not None or is_named_kin(self, head)
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

    def names_beside(self, head: int) -> list[Mention]:
        """Return the names in "two cats, Luna and Oliver", "our cats are Luna and Oliver"."""
        counted = [self.named.get(first) for first, _ in names_counted(self.tree, head)]
        if counted and None not in counted:
            return [mention for mention in counted if mention is not None]
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

    def counted_names(self, head: int, kind: EntityType) -> list[Reference]:
        """Return those whom names tell after a number of them: "two bands, the Tin Lanterns and Harbour Nine"."""
        spans = names_counted(self.tree, head)
        mentions = [self.named.get(first) for first, _ in spans]
        names = []
        for (first, last), mention in zip(spans, mentions, strict=True):
            whole = mention is not None and mention.end >= self.tree.end(last - 1)
            names.append(mention.name if mention is not None and whole else self.tree.phrase(first, last))
        return [Reference(name, kind) for name in names]

    def members(self, head: int) -> list[Reference]:
        """Return the relatives or animals of a group whose names stand beside it: "my cousins Eva and Ana"."""
        plural = self.tree.tags[head] == "NNS"
        group = (self.relative(head) or self.acquired(head) or self.accompanying(head)) if plural else None
        names = [] if group is None else self.names_beside(head)
        return [replace(group, name=m.name, plural=False) for m in names] if group and len(names) > 1 else []

    def group(self, head: int) -> Reference | None:
        """Return a group with its members, if they are named: "I have two sisters, Ida and Eva"."""
        members = self.members(head)
        names = tuple(sorted(one.name for one in members))
        return replace(members[0], name=" and ".join(names), plural=True, members=names) if members else None

    def couple(self, first: int) -> Reference | None:
        """Return two people who are named together: "Eva and Luca", "Eva and her husband", "Eva's husband Luca"."""
        joined = self.tree.having(first, "conj")
        found = [self.spoken_of(i) if i in self.named else self.relative(i) for i in (first, *joined)]
        people = {one.name for one in found if one is not None and one.type == "person" and not one.plural}
        one = found[0]
        if not joined and (wed := self._married(first)) is not None:
            people.add(wed)
            people.update([one.name] if one is not None and one.type == "other" else [])
        if not joined and one is not None and one.noun in PARTNER_NOUNS and one.owner:
            people.add(one.owner)
        if len(people) != 2 or len(joined) > 1 or people & {self.speaker, self.other}:
            return None
        return Reference(" and ".join(sorted(people)), "person", plural=True, members=tuple(sorted(people)))

    def _married(self, subject: int) -> str | None:
        """Return whom somebody married or is with, by name: Lars of "Sofie married a fisherman called Lars"."""
        tree, verb = self.tree, self.tree.heads[subject]
        if tree.full_deps[subject] == "nsubj" and verb in self.named and tree.child(verb, "cop") is not None:
            beside = any(tree.lower[i] == "with" for i in tree.having(verb, "case"))
            return self.named[verb].name if beside and is_first_name(self.named[verb].name) else None
        wed = tree.lower[verb] in ("married", "marries") and tree.full_deps[subject] == "nsubj"
        spouse = tree.child(verb, "obj") if wed else None
        if spouse is None or tree.tags[verb] not in ("VBD", "VBN", "VBZ"):
            return None
        mention = self.named.get(spouse) or self.name_called(spouse)
        return None if mention is None else mention.name

    def is_introduced(self, head: int) -> bool:
        """Whether a name has an article, so that it is a thing of its own: "a dog called Fudge and a Ford Transit"."""
        return head in self.named and any(self.tree.lower[i] in ("a", "an") for i in self.tree.having(head, "det"))

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

    def named_person(self, token: int) -> Reference | None:
        """Return the person of a name, also one that is no known name but does something: "Jorrit left, he …"."""
        mention = self.named[token]
        acts = mention.type == "other" and self.tree.deps[token] == "nsubj"
        return Reference(mention.name, mention.type, confidence=0.6) if mention.type == "person" or acts else None


def index_mentions(tree: SyntaxTree, mentions: Sequence[Mention]) -> dict[int, Mention]:
    """Return the mention of each token that belongs to one."""
    return {
        i: mention
        for mention in mentions
        for i in range(bisect_left(tree.starts, mention.start), bisect_left(tree.starts, mention.end))
    }
