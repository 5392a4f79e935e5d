"""How words are spelled in chats: "im", "dont", "u", "tmrw", "sooo", "SOLD IT".

A contraction without its apostrophe is another word as often as not ("ill", "were", "its"): what stands around it
decides.
"""

import re

from chronomem.extractors.language.lexicon import HAD, HOME_NOUNS, OWN_KIN, RELATION_OF_NOUN, UNIQUE_ROLES, stop_words
from chronomem.extractors.language.readable.dictionary import (
    adjectives,
    english_words,
    is_english,
    lower_names,
    only_nouns,
)
from chronomem.extractors.language.readable.marks import CONTINUING
from chronomem.extractors.language.readable.offsets import TextEdits

_WORD = re.compile(
    r"(?<![\w'\u2019/])(?:[bw]/(?:c\b|o\b)?|2(?:nite|moro|day)|b4|[^\W\d_]+(?:['\u2019][^\W\d_]+)*)(?![\w/])"
)
_ANYMORE = re.compile(r"\b(any) more\b(?=\s*(?:$|[.!?;:\n]))", re.IGNORECASE)
"""At the end of a sentence, where it tells that something is over if its clause has a "not"."""
_THATS_IT = re.compile(r",? and that['\u2019]?s (?:it|all|about it)\b(?=\s*(?:$|[.!?;]))", re.IGNORECASE)
"""Words that close a list, and tell nothing."""
_DENIED = re.compile(r"(n['\u2019]?t|\bnot|\bnever)\b", re.IGNORECASE)
_NOT = ("do", "does", "did", "is", "are", "was", "were", "have", "has", "had", "would", "could", "should", "ca", "wo",
        "ai", "must", "need", "might")  # fmt: skip
CONTRACTIONS = {
    **{f"{verb}nt": f"{verb}n't" for verb in _NOT},
    "im": "I'm", "ive": "I've", "youre": "you're", "youve": "you've", "youll": "you'll", "youd": "you'd",
    "theyre": "they're", "theyve": "they've", "theyll": "they'll", "theyd": "they'd", "weve": "we've", "hes": "he's",
    "shes": "she's", "thats": "that's", "whats": "what's", "wheres": "where's", "whos": "who's", "hows": "how's",
    "theres": "there's", "heres": "here's", "thatll": "that'll", "itll": "it'll", "itd": "it'd", "yall": "you all",
    "imma": "I'm gonna", "gimme": "give me", "lemme": "let me", "dunno": "don't know", "tryna": "trying to",
    "wanna": "want to", "outta": "out of", "whatcha": "what are you",
}  # fmt: skip
"""Words that are nothing but contractions."""
SHORT_FORMS = {
    "u": "you", "cuz": "because", "cos": "because", "coz": "because", "cus": "because", "bc": "because",
    "b/c": "because", "'cause": "because", "w/": "with", "w/o": "without", "tmrw": "tomorrow", "tmr": "tomorrow",
    "tmw": "tomorrow", "tmrrw": "tomorrow", "2moro": "tomorrow", "tonite": "tonight", "2nite": "tonight",
    "2day": "today", "bday": "birthday", "gf": "girlfriend", "bf": "boyfriend", "ppl": "people", "smth": "something",
    "sth": "something", "abt": "about", "thru": "through", "pls": "please", "plz": "please", "thx": "thanks",
    "ty": "thanks", "tysm": "thanks", "rly": "really", "rlly": "really", "probs": "probably", "prolly": "probably",
    "def": "definitely", "defo": "definitely", "sry": "sorry", "soz": "sorry", "ik": "I know", "ily": "I love you",
    "b4": "before", "wknd": "weekend", "msg": "message", "fave": "favorite", "fav": "favorite", "omw": "on my way",
    "idc": "I don't care", "tho": "though", "alot": "a lot", "luv": "love", "wkend": "weekend", "appt": "appointment",
    "finna": "gonna", "dat": "that", "boyf": "boyfriend", "girlf": "girlfriend", "yeh": "yeah", "yh": "yeah",
}  # fmt: skip
"""Abbreviations and spellings that stand for one thing."""
_IN_LAWS = {f"{kin[0]}il": f"{kin}-in-law" for kin in ("mother", "father", "sister", "brother", "daughter")}
"""Abbreviations of relatives, after a possessive or in capitals at the beginning: "my SIL", "MIL is here"."""
_POSSESSIVES = {"my", "our", "your", "ur", "his", "her", "their"}
_CLAUSE = {
    "and", "but", "so", "because", "then", "cause", "ok", "okay", "yeah", "yes", "no", "oh", "lol", "haha", "well",
    "or", "think", "guess", "hope", "know", "says", "said", "bet", "though", "now", "btw", "maybe", "that", "if",
    "when", "omg", "sure", "wow", "hey", "since", "anyway", "ugh", "tbh", "also", "yep", "nope", "tomorrow",
    "tonight", "today", "say",
}  # fmt: skip
"""Words after which a new clause may begin with its subject."""
_BASE_VERBS = {
    "be", "have", "go", "get", "see", "come", "take", "make", "do", "let", "try", "call", "text", "send", "give",
    "tell", "ask", "find", "meet", "bring", "need", "want", "miss", "visit", "stay", "leave", "move", "start",
    "finish", "buy", "pay", "pick", "drop", "help", "check", "keep", "look", "talk", "show", "wait", "cook", "think",
    "know", "never", "always", "probably", "definitely", "just", "still", "also", "not", "bet", "love", "like",
    "hate", "put", "work", "play", "write", "read", "join", "learn", "say", "turn", "become", "end", "sell", "book",
    "drive", "walk", "eat", "catch", "watch", "manage", "survive", "forget", "remember", "pass", "ever", "soon",
    "prefer", "rather", "gladly", "happily", "actually", "maybe", "message", "ring", "pop", "head", "set", "use",
    "live", "die", "kill", "feel", "only",
}  # fmt: skip
"""Verbs in their base form, and adverbs between a subject and its verb: what follows "I'll" and "I'd"."""
_PREDICATES = {
    "a", "an", "the", "my", "your", "our", "his", "her", "their", "not", "so", "too", "very", "really", "just",
    "been", "gonna", "going", "only", "still", "also", "always", "all", "already", "almost", "like", "in", "on", "at",
    "with", "from", "for", "about", "because", "that", "this", "what", "how", "where", "why", "when", "up", "over",
    "off", "fine", "ok", "okay", "gone", "down", "here", "there", "never", "no", "one", "me", "him", "mine", "yours",
    "pretty", "quite", "literally", "basically", "actually", "both", "under", "near", "out", "back", "home", "now",
    "such", "more", "less", "hard", "official", "complicated", "raining", "snowing", "i", "we", "you", "us",
    "currently", "probably",
}  # fmt: skip
"""Words that follow "it's" and "we're" and do not follow the possessive "its"."""
_SUBJECTS = {
    "i", "we", "he", "she", "they", "you", "it", "i'm", "it's", "that's", "there's", "he's", "she's", "they're", "im",
    "its", "thats",
}  # fmt: skip
_JOINING = {
    "and", "but", "or", "so", "because", "lol", "haha", "tho", "though", "since", "as", "if", "when", "rn", "now",
    "atm", "tbh", "anyway", "today", "for", "with", "in", "on", "at", "again", "too", "already", "here",
}  # fmt: skip
_STATES = {
    "be", "am", "is", "are", "was", "were", "been", "feel", "feeling", "felt", "feels", "i'm", "he's", "she's",
    "they're", "so", "very", "really", "get", "got", "getting", "gets", "fall", "fell", "seriously", "terminally",
    "mentally", "an", "the", "too", "bit", "you're", "we're", "im", "as", "sick", "speak", "of",
}  # fmt: skip
"""Words before "ill" as an adjective."""
_HAVE_GOT = re.compile(
    r"(?:['\u2019](?:ve|(s))| have| ha(s)) got(?= (?:an?|no|some|one|two|three|four|five|another|\d+) )", re.IGNORECASE
)
"""The British "we've got a garden", which tells what is there and not what came."""
_HAD = {*RELATION_OF_NOUN, *HAD, *HOME_NOUNS} - {
    "mother",
    "father",
    "partner",
    "mate",
    "baby",
    "place",
    "room",
    "house",
}
"""What relatives have: nouns after "my mums", other than those that are verbs as well."""
_OWN = {
    "house", "place", "flat", "garden", "party", "phone", "job", "knees", "knee", "hip", "back", "number", "boat",
    "side", "old", "new", "room", "study", "will", "op", "operation",
}  # fmt: skip
"""More of what a relative has of whom there is one: after "my mums"."""
_ONLY = (OWN_KIN | UNIQUE_ROLES) - {
    "sister", "brother", "son", "daughter", "roommate", "flatmate", "housemate", "manager", "partner",
}  # fmt: skip
"""Relatives of whom people have one: "my dads" is "dad's"."""
_IS = {
    "the", "so", "very", "just", "still", "got", "gonna", "always", "never", "really", "in", "at", "on", "been", "fine",
    "gone", "ill", "sick", "great", "well", "away", "home", "here", "off", "out", "over", "too", "from", "only",
}  # fmt: skip
"""Words after "dad's" that do not follow "dads"."""
_IN_LAW = re.compile(
    r"\b(mother|father|sister|brother|daughter|son) in law"
    r"(?:(s)(?= (?:been|got|a|an|coming|moving|staying|here|not)\b))?\b(?!['\u2019])",
    re.IGNORECASE,
)
"""Relatives without their hyphens, and perhaps without an apostrophe: "my mother in laws been living with us"."""
_EX = re.compile(r"(?<=\bex)-(?=[a-z])", re.IGNORECASE)
"""The hyphen of "ex-husband", which is the same as "ex husband"."""
_JOINED_KIN = {
    prefix: "|".join(noun.removeprefix(prefix) for noun in RELATION_OF_NOUN if noun.startswith(prefix))
    for prefix in ("step", "god", "grand")
}
_PARTED_KIN = re.compile(
    "|".join(rf"\b{prefix}[- ](?=(?:{kin})s?\b)" for prefix, kin in _JOINED_KIN.items()), re.IGNORECASE
)
"""What divides "step-mum", "step mum" and "god son"."""
_BEING = r"\b(i['\u2019]?m|i am|s?he['\u2019]s|is) "
_METRES = re.compile(_BEING + r"([12])(?:m(\d\d)|[.,](\d\d?) ?m)\b(?: tall)?", re.IGNORECASE)
_FEET = re.compile(_BEING + r"([4-7])(?: foot | ?ft ?|['\u2019])(\d\d?)\b(?:\"|'')?(?: tall)?", re.IGNORECASE)
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_SHOUTED = re.compile(r"\b[A-Z]{3,}\b")
_SHOUTED_CLAUSE = re.compile(
    r"\b(?:I|[A-Z]{2,})(?: (?:I|A|[A-Z]{2,})){2,}\b(?P<next> (?:i|my|we|our|he|she|they|it|im|its)\b)?"
)
"""A clause in capitals within a calm text, and the pronoun with which another may follow."""
_SAYING = {
    "i", "we", "he", "she", "they", "it", "my", "our", "the", "a", "is", "was", "are", "am", "has", "have", "got",
}  # fmt: skip
"""Words of which a clause in capitals, unlike initials, holds one."""
_GOVERNING = CONTINUING - {"on", "in"} | {"is", "am", "are", "was", "so", "that", "the", "if"}
"""Words with which no clause in capitals ends."""
_SENTENCE_OF_CAPITALS = 3
"""How many words in capitals, and hardly any other, make a text that is shouted as a whole."""
_ACRONYMS = {
    "who",
    "aids",
    "sat",
    "act",
    "nato",
    "asap",
    "mit",
    "cat",
    "pet",
    "uni",
    "ram",
    "gcse",
    "lame",
    "add",
    "ice",
}
_BESIDE_ARE = {
    "are",
    "be",
    "do",
    "u",
    "you",
    "they",
    "we",
    "how",
    "where",
    "what",
    "who",
    "these",
    "those",
    "there",
    "why",
}


def respell(edits: TextEdits) -> None:
    """Write out contractions and abbreviations, calm capitals, and shorten what is stretched."""
    edits.substitute(_STRETCHED, _shorten)
    _calm(edits)
    _expand(edits)
    edits.substitute(_HAVE_GOT, lambda match: " has" if match[1] or match[2] else " have")
    edits.substitute(_ANYMORE, _join_anymore)
    edits.substitute(_THATS_IT, lambda _: "")
    edits.substitute(_EX, lambda _: " ")
    edits.substitute(_PARTED_KIN, lambda match: match[0][:-1])
    edits.substitute(_IN_LAW, lambda match: f"{match[1]}-in-law" + ("'s" if match[2] else ""))
    edits.substitute(_METRES, lambda match: f"{match[1]} {match[2]}{(match[3] or match[4]).ljust(2, '0')} cm tall")
    edits.substitute(_FEET, lambda match: f"{match[1]} {match[2]}ft{match[3]} tall")


def _join_anymore(match: re.Match[str]) -> str:
    clause = re.split(r"[.,!?;\n]", match.string[: match.start()])[-1]
    return f"{match[1]}more" if _DENIED.search(clause) else match[0]


def _shorten(match: re.Match[str]) -> str:
    """Return one or two letters for three or more: "sooo" is "so", "goood" is "good"."""
    text = match.string
    start = match.start()
    while start and text[start - 1].isalpha() and match.start() - start < 20:
        start -= 1
    end = match.end()
    while end < len(text) and text[end].isalpha() and end - match.end() < 20:
        end += 1
    twice = (text[start : match.start()] + match[1] * 2 + text[match.end() : end]).lower()
    return match[1] * 2 if twice in english_words() else match[1]


def _calm(edits: TextEdits) -> None:
    """Put words in capitals in lower case if they are ordinary ones; in a text of capitals, names keep the first."""
    words = [word for word in re.findall(r"[^\W\d_]{2,}", edits.text) if word != "OK"]
    loud = sum(word.isupper() for word in words)
    if loud >= _SENTENCE_OF_CAPITALS and loud >= 0.8 * len(words):
        edits.substitute(re.compile(r"[^\W\d_]+"), _calm_all)
    else:
        edits.substitute(_SHOUTED_CLAUSE, _calm_clause)
        edits.substitute(_SHOUTED, _calm_one)


def _calm_clause(match: re.Match[str]) -> str:
    """Return a shouted clause in lower case, ended before another subject: "CAST IS OFF my arm hurts"; not initials."""
    text = match[0].removesuffix(match["next"] or "")
    if _SAYING.isdisjoint(text.lower().split()):
        return match[0]
    calm = re.sub(r"[A-Z]+", lambda word: word[0] if word[0].lower() in _ACRONYMS else _calm_all(word), text)
    governs = text.split()[-1].lower() in _GOVERNING
    return calm + (("" if governs else ".") + match["next"] if match["next"] else "")


def _calm_one(match: re.Match[str]) -> str:
    lower = match[0].lower()
    if lower in _ACRONYMS:
        return match[0]
    common = lower in stop_words() or lower in CONTRACTIONS or lower in _SHORT_WORDS
    told = len(lower) > 3 and is_english(lower) and lower not in only_nouns()
    return lower if common or told else match[0]


_SHORT_WORDS = {"got", "won", "hit", "cut", "ran", "met", "saw", "ate", "new", "yes", "omg", "lol", "dog", "job", "bad",
                "big", "sad", "mad", "fun", "day", "fat", "hot", "car", "boy", "mom", "mum", "dad", "love"}  # fmt: skip


def _calm_all(match: re.Match[str]) -> str:
    word = match[0]
    lower = word.lower()
    if not word.isupper() or (word == "I" and len(word) == 1):
        return word
    return lower if is_english(lower) or len(lower) < 3 or lower in CONTRACTIONS else word.title()


def _expand(edits: TextEdits) -> None:
    """Write out contractions and abbreviations."""
    words = list(_WORD.finditer(edits.text))
    lower = [match[0].lower().replace("\u2019", "'") for match in words]
    changes = []
    for i, match in enumerate(words):
        full = _full_form(edits.text, words, lower, i)
        if full is None:
            continue
        if match[0][:1].isupper() and not full[0].isupper() and full not in _IN_LAWS.values():
            full = full[0].upper() + full[1:]
        changes.append((match.start(), match.end(), full))
    edits.change(changes)


def _full_form(text: str, words: list[re.Match[str]], lower: list[str], i: int) -> str | None:
    word = lower[i]
    if word[:1] == "i" and (word == "i" or word[1:2] == "'"):
        return "I" + words[i][0][1:]
    written = words[i][0]
    if word in _IN_LAWS:
        opens = written.isupper() and not text[: words[i].start()].rstrip(" ").rpartition("\n")[2][-1:].isalnum()
        if i and lower[i - 1] in _POSSESSIVES:
            return _IN_LAWS[word]
        return f"my {_IN_LAWS[word]}" if opens else None
    if written.isupper() and len(written) > 1:
        return None
    if word in CONTRACTIONS:
        return CONTRACTIONS[word]
    if word in SHORT_FORMS:
        return SHORT_FORMS[word]
    kin = RELATION_OF_NOUN.get(word[:-1], "has_pet") != "has_pet" and word[-1] == "s"
    if word not in _DECIDED and not kin:
        return None
    left = text[words[i - 1].end() : words[i].start()] if i else ""
    right = text[words[i].end() : words[i + 1].start()] if i + 1 < len(words) else ""
    before = lower[i - 1] if i and left.strip(" ") == "" else ""
    after = lower[i + 1] if i + 1 < len(words) and right.strip(" ") == "" else ""
    later = lower[i + 2] if after and i + 2 < len(words) else ""
    if later and text[words[i + 1].end() : words[i + 2].start()].strip(" "):
        later = ""
    opens = before == "" or before in _CLAUSE
    if kin:
        owns = before in _POSSESSIVES or (opens and word[:-1] in OWN_KIN)
        named = bool(after) and words[i + 1][0][0].isupper()
        return _of_kin(word, after, later) if owns and not named else None
    return _decide(word, before, after, later, opens=opens)


def _of_kin(word: str, after: str, later: str) -> str | None:
    """Return a relative with the apostrophe that was left out, or None if none was.

    "my mums dog" is "mum's", "my parents dog" is "parents'", and "my dads not in" is "dad's".
    """
    had = later if after in adjectives() else after
    if after in lower_names():
        return None  # "my cousins dana and lev"
    alone = word[:-1] in _ONLY
    single = RELATION_OF_NOUN.get(word[:-1]) not in ("has_child", "has_friend", "has_colleague")
    if {had, had.removesuffix("s")} & _HAD or (single and had in only_nouns()) or (alone and had in _OWN):
        return f"{word}'" if word.endswith("parents") else f"{word[:-1]}'s"
    doing = single and len(after) > 4 and after.endswith("ing")
    being = after in ("not", "a", "an", "called", "named") or doing or (alone and after in _IS)
    return f"{word[:-1]}'s" if being and not word.endswith("parents") else None


_DECIDED = {
    "ill",
    "id",
    "its",
    "were",
    "well",
    "hell",
    "shell",
    "wed",
    "lets",
    "ur",
    "r",
    "n",
    "w",
    "ima",
    "rn",
    "whose",
    "lotta",
}


def _decide(word: str, before: str, after: str, later: str, *, opens: bool) -> str | None:
    """Return what a word stands for between these two; None if it is itself."""
    match word:
        case "ill":
            return "I'll" if after in _BASE_VERBS and before not in _STATES else None
        case "id":
            return "I'd" if (opens and after in _BASE_VERBS | {"been", "rather", "had"}) else None
        case "well" | "hell" | "shell" | "wed":
            verbs = _BASE_VERBS - {"like", "just", "also", "never", "always", "not", "probably", "maybe", "actually"}
            full = {"well": "we'll", "hell": "he'll", "shell": "she'll", "wed": "we'd"}[word]
            if word == "wed" and before in ("be", "get", "got"):
                return "married"  # which the parser doesn't take for "we'd"
            return full if opens and after in verbs else None
        case "were":
            going = after.endswith("ing") or after in _PREDICATES - _SUBJECTS
            return "we're" if opens and going and before not in ("that", "if", "and") else None
        case "its":
            return "it's" if _is_statement(before, after, later, opens=opens) else None
        case "lets":
            return "let's" if opens else None
        case "ur":
            told = after in _PREDICATES - {"back", "home", "one", "my", "more", "i", "we", "us"} or after.endswith(
                "ing"
            )
            return "you're" if told or after in ("welcome", "right", "kidding") else "your"
        case "r":
            beside = before in _BESIDE_ARE or after in ("u", "you", "we", "they", "both") or after.endswith("ing")
            return "are" if beside else None
        case "n":
            return "and" if before and after else None
        case "w":
            return "with" if after else None
        case "ima":
            return "I'm gonna" if after in _BASE_VERBS else None
        case "rn":
            return "right now" if before else None
        case "ya":
            return "you" if before else None
        case "lotta":
            return "lot of" if before in ("a", "whole") else None
        case "prob":
            return "probably" if before not in ("no", "a", "the") else None
    return None


def _is_statement(before: str, after: str, later: str, *, opens: bool) -> bool:
    """Whether "its" is "it's": before an article, an adverb or a participle, or before the last word of its clause."""
    if after in _PREDICATES or (after.endswith("ing") and opens and after not in ("ceiling", "opening", "meaning")):
        return True
    if not after:
        return False
    ends = later == "" or later in _SUBJECTS or later in _JOINING
    return ends and (opens or (after in adjectives() and not before.endswith(("ed", "ing"))))
