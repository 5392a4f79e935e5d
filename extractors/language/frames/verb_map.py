"""The mapping from verbs to predicates of the vocabulary.

Other verbs give open predicates: the lemma with its particle and preposition ("run_into").
"""

VERBS = {
    "live": {"in": "lives_in", "at": "lives_in", "near": "lives_in", "with": "lives_with"},
    "reside": {"in": "lives_in"},
    "stay": {},
    "move": {"to": "moved_to", "into": "moved_to"},
    **{verb: {"to": "moved_to"} for verb in ("relocate", "shift", "resettle", "emigrate", "immigrate")},
    **{verb: {"with": "lives_with"} for verb in ("room", "lodge", "cohabit", "flatshare")},
    "hail": {"from": "is_from"},
    "originate": {"from": "is_from"},
    "employ": {"by": "works_at", "at": "works_at"},
    "work": {
        "at": "works_at",
        "down": "works_at",
        "for": "works_at",
        "as": "works_as",
        "on": "works_on",
        "towards": "works_on",
        "toward": "works_on",
    },
    "freelance": {"as": "works_as"},
    "study": {"": "studies", "at": "studies_at"},
    "learn": {"": "studies"},
    "major": {"in": "studies", "": "studies"},
    "tutor": {"": "teaches"},
    "lecture": {"at": "works_at"},
    "teach": {"": "teaches", "at": "works_at", "in": "works_at"},
    "bear": {"in": "is_from"},
    "raise": {"in": "is_from"},
    "grow": {"up_in": "is_from"},
    "walk": {},
    "collect": {"": "collects"},
    "suffer": {"from": "has"},
    "undergo": {"": "had"},
    "expect": {"": "expects"},
    "diagnose": {"with": "has"},
    "base": {"in": "lives_in", "at": "lives_in", "out_of": "lives_in"},
    **{
        verb: {"for": "prepares_for"}
        for verb in ("train", "prepare", "prep", "practice", "practise", "rehearse", "revise", "cram")
    },
    "save": {"for": "saves_for", "up_for": "saves_for"},
    "put": {"aside_for": "saves_for"},
    "look": {"forward_to": "looks_forward_to"},
    "own": {"": "owns"},
    **{verb: {"": "likes"} for verb in ("love", "like", "enjoy", "adore", "cherish", "treasure", "savor", "savour")},
    **{verb: {"": "dislikes"} for verb in ("hate", "dislike", "despise", "detest")},
    "prefer": {"": "prefers"},
    "play": {"": "plays"},
    "visit": {"": "visited"},
    "attend": {"": "attended"},
    "participate": {"in": "attended"},
    "take_part": {"in": "attended"},
    "go": {"to": "went_to"},
    "meet": {"": "met", "up_with": "met", "with": "met"},
    **{verb: {"": "bought"} for verb in ("buy", "purchase")},
    "sell": {"": "sold"},
    "lose": {"": "lost"},
    "gamble": {"away_": "lost"},
    "pick": {"up_": "bought"},
    **{verb: {"": "received"} for verb in ("receive",)},
    "get": {"": "received"},
    "give": {"": "gave", "away_": "gave"},
    "donate": {"": "gave"},
    "hand": {"": "gave", "down_": "gave", "over_": "gave"},
    "pass": {"away_": "died", "down_": "gave", "on_": "gave"},
    "send": {"": "gave"},
    **{verb: {"": "made"} for verb in ("make", "build", "create", "paint", "write", "bake", "cook", "design", "draw")},
    **{verb: {"": "started"} for verb in ("start", "begin", "launch")},
    **{verb: {"": "finished"} for verb in ("finish", "complete")},
    "wrap": {"up_": "finished"},
    "whip": {"up_": "made"},
    **{verb: {"": "stopped"} for verb in ("stop", "quit")},
    "give_up": {"": "stopped", "up_": "stopped"},
    "join": {"": "joined"},
    "sign": {"up_for": "joined"},
    **{verb: {"in": "joined", "for": "joined"} for verb in ("enrol", "enroll", "register")},
    "belong": {"to": "member_of"},
    "adopt": {"": "adopted"},
    "read": {"": "read"},
    "watch": {"": "watched"},
    "see": {},
    "volunteer": {"at": "volunteers_at", "with": "volunteers_at", "for": "volunteers_at", "in": "volunteers_at"},
    "graduate": {"from": "graduated_from", "with": "graduated_from", "": "graduated_from"},
    "marry": {"": "married", "to": "married"},
    "die": {"": "died"},
    "win": {"": "won"},
    "know": {"": "knows"},
    "speak": {"": "speaks"},
    "need": {"": "needs"},
    "want": {"": "wants"},
    "wish": {"": "wants", "for": "wants"},
    "hope": {"": "wants", "for": "wants"},
    "plan": {"": "plans", "on": "plans"},
    **{verb: {"on": "plans"} for verb in ("decide", "settle")},
    "opt": {"for": "plans"},
    "consider": {"": "considers"},
    "appreciate": {"": "appreciates"},
    "feel": {"": "feels", "like": "feels"},
    "suggest": {"": "advises"},
    "recommend": {"": "advises"},
    "date": {"": "has_partner"},
}


def map_verb(lemma: str, particle: str, preposition: str) -> str | None:
    """Return the predicate of a verb with its particle and preposition ("" if there is none), or None."""
    frames = VERBS.get(lemma)
    if frames is None:
        return None
    if particle:
        return frames.get(f"{particle}_{preposition}")
    return frames.get(preposition)


def open_predicate(lemma: str, particle: str, preposition: str) -> str:
    """Return the name of the open predicate for a verb."""
    return "_".join(part for part in (lemma, particle, preposition) if part)
