"""Word lists for extraction."""

import functools
from importlib.resources import files

from chronomem.graph_schema.model.entity_names import without_accents


@functools.cache
def first_names() -> dict[str, str]:
    """Return first names of many countries in title case, with "f", "m" or "x" for their usual gender.

    Each is there with its accents and without.
    """
    lines = (files(__name__) / "first_names.tsv").read_text(encoding="utf-8").splitlines()
    names = dict(line.split("\t") for line in lines)
    return {without_accents(name): gender for name, gender in names.items()} | names


@functools.cache
def places() -> frozenset[str]:
    """Return the names of countries, large cities and states, in their usual spelling and without accents."""
    names = (files(__name__) / "places.txt").read_text(encoding="utf-8").splitlines()
    return frozenset([*names, *map(without_accents, names)])


@functools.cache
def regions() -> frozenset[str]:
    """Return the names of countries and of their parts, which tell where a town lies: "Lisbon, Portugal"."""
    return frozenset((files(__name__) / "regions.txt").read_text(encoding="utf-8").splitlines())


def is_first_name(word: str) -> bool:
    """Whether a word in title case is a first name: also "Anne-Marie", if both parts are."""
    return word in first_names() or ("-" in word and all(part in first_names() for part in word.split("-")))


def is_place(name: str) -> bool:
    """Whether a name in title case is that of a place."""
    return name in places()


@functools.cache
def occupations() -> frozenset[str]:
    """Return nouns that name what somebody does for a living, in lower case."""
    return frozenset((files(__name__) / "occupations.txt").read_text(encoding="utf-8").splitlines())


@functools.cache
def demonyms() -> frozenset[str]:
    """Return adjectives of nations and regions in lower case, as chat writes them."""
    return frozenset((files(__name__) / "demonyms.txt").read_text(encoding="utf-8").splitlines())


@functools.cache
def stop_words() -> frozenset[str]:
    """Return English words that carry no content."""
    return frozenset((files(__name__) / "stop_words.txt").read_text(encoding="utf-8").splitlines())


RELATION_OF_NOUN = {
    **dict.fromkeys(
        ("son", "daughter", "kid", "child", "baby", "toddler", "stepson", "stepdaughter", "eldest", "oldest",
         "youngest", "firstborn", "kiddo", "stepkid", "stepchild"),
        "has_child",
    ),
    **dict.fromkeys(
        ("mom", "mum", "mother", "dad", "father", "parent", "folk", "mommy", "mummy", "daddy", "mam", "mama",
         "papa", "momma", "stepmum", "stepmom", "stepdad", "stepmother", "stepfather", "stepparent"),
        "has_parent",
    ),
    **dict.fromkeys(
        ("brother", "sister", "sibling", "sis", "bro", "twin", "stepsister", "stepbrother", "stepsibling"),
        "has_sibling",
    ),
    **dict.fromkeys(
        ("husband", "wife", "spouse", "hubby", "hubs", "missus", "wifey"),
        "married_to",
    ),
    **dict.fromkeys(
        ("fiance", "fiancee", "fiancé", "fiancée"),
        "engaged_to",
    ),
    **dict.fromkeys(
        ("boyfriend", "girlfriend", "partner", "gf", "bf"),
        "has_partner",
    ),
    **dict.fromkeys(
        ("grandma", "grandpa", "grandmother", "grandfather", "granny", "gran", "nana", "grandparent", "nan",
         "nanna", "gogo", "oma", "opa", "abuela", "abuelo", "nonna", "nonno", "grandad", "granddad", "gramps",
         "grammy", "grams", "papaw", "mamaw", "meemaw", "nani", "babcia", "yiayia"),
        "has_grandparent",
    ),
    **dict.fromkeys(
        ("uncle", "aunt", "cousin", "niece", "nephew", "grandson", "granddaughter", "grandkid", "auntie",
         "grandchild", "godson", "goddaughter", "godchild", "godmother", "godfather", "aunty", "relative", "in-law"),
        "has_relative",
    ),
    **dict.fromkeys(
        ("friend", "buddy", "pal", "bestie", "roommate", "neighbor", "neighbour", "bff", "flatmate",
         "housemate", "roomie", "mate", "bestfriend"),
        "has_friend",
    ),
    **dict.fromkeys(
        ("colleague", "coworker", "boss", "manager", "teammate", "classmate", "workmate", "supervisor"),
        "has_colleague",
    ),
    **dict.fromkeys(
        ("mentor", "teacher", "coach", "instructor", "therapist", "trainer", "tutor", "counsellor",
         "counselor"),
        "has_mentor",
    ),
    **dict.fromkeys(
        ("dog", "cat", "puppy", "kitten", "pup", "pet", "turtle", "hamster", "rabbit", "bunny", "parrot",
         "tortoise", "kitty", "doggo", "lizard", "snake", "guinea", "goldfish", "horse", "pony", "ferret",
         "budgie", "canary", "gecko", "hedgehog", "chinchilla", "gerbil", "labrador", "poodle", "beagle",
         "greyhound", "retriever", "collie", "husky", "corgi", "dachshund", "terrier", "spaniel", "pug",
         "bulldog", "chihuahua", "rottweiler", "labradoodle", "cockapoo", "whippet", "parakeet", "cockatiel",
         "iguana", "hen", "goat", "donkey", "tabby", "moggy", "tomcat", "siamese", "mutt", "mongrel", "hound",
         "schnauzer", "dalmatian", "mastiff", "pitbull", "mare", "gelding", "stallion", "foal"),
        "has_pet",
    ),
}  # fmt: skip
"""The predicate that "my <noun>" implies."""

FAMILY = {"has_child", "has_parent", "has_sibling", "has_grandparent", "has_relative"}
"""The predicates of blood relations."""

UNRELATED = {
    "ex", "landlord", "landlady", "tenant", "lodger", "dentist", "doctor", "gp", "hairdresser", "barber", "physio",
    "nanny", "babysitter", "childminder", "accountant", "lawyer", "solicitor", "vet", "midwife", "cleaner", "gardener",
}  # fmt: skip
"""People whom one calls one's own without any lasting relation to them: "my landlord"."""

OWN_KIN = {
    "mom", "mum", "mommy", "mummy", "mam", "mama", "dad", "daddy", "papa", "grandma", "grandpa", "granny", "gran",
    "nana", "nan", "nanna", "granddad", "grandad", "hubby", "gogo", "oma", "opa", "abuela", "nonna",
}  # fmt: skip
"""Kinship terms that people use without "my": "dad retired" is about the speaker's own."""
FORMAL_KIN = {"Mother", "Father", "Grandmother", "Grandfather"}
"""Further ones, with a capital."""

UNIQUE_ROLES = {
    "husband", "wife", "spouse", "hubby", "fiance", "fiancee", "fiancé", "fiancée", "boyfriend", "girlfriend",
    "partner", "mom", "mum", "mother", "dad", "father", "boss", "gf", "bf", "missus", "sister", "brother",
    "son", "daughter", "mam", "mama", "papa", "eldest", "youngest", "oldest", "roommate", "flatmate", "housemate",
    "grandmother", "grandma", "gran", "granny", "nan", "nana", "gogo", "oma", "opa", "grandfather", "grandpa",
    "manager",
}  # fmt: skip
"""Roles that one person often fills for another. While only one name was told for "Ann's sister", it is hers."""

COLLECTIVES = {"family", "team", "fam", "group", "crew", "band", "company", "firm", "class"}
"""Nouns that, with a possessor, name a group: "Ann's family" is an entity and not a relation."""

FEMALE = {
    "aunt", "auntie", "daughter", "fiancee", "fiancée", "gf", "girl", "girlfriend", "gogo", "gran",
    "granddaughter", "grandma", "grandmother", "granny", "lady", "mam", "missus", "mom", "mommy", "mother", "mum",
    "nan", "nana", "niece", "oma", "sis", "sister", "stepdaughter", "stepsister", "wife", "woman", "abuela",
    "aunty", "goddaughter", "godmother", "nanna", "nonna", "stepmom", "stepmother", "stepmum",
}  # fmt: skip
MALE = {
    "bf", "boy", "boyfriend", "bro", "brother", "dad", "daddy", "father", "fiance", "fiancé", "grandad",
    "granddad", "grandfather", "grandpa", "grandson", "guy", "hubby", "husband", "man", "nephew", "opa", "papa",
    "son", "stepbrother", "stepson", "uncle", "abuelo", "godfather", "godson", "nonno", "stepdad", "stepfather",
}  # fmt: skip

EVENT_NOUNS = {
    "concert", "group", "meeting", "parade", "class", "workshop", "conference", "party", "wedding", "festival", "game",
    "show", "event", "fair", "convention", "lecture", "seminar", "retreat", "ceremony", "funeral", "meetup", "match",
    "exhibition", "exhibit", "fundraiser", "tournament", "race", "competition", "contest", "talk", "lesson", "session",
    "course", "camp", "gala", "rally", "protest", "march", "expo", "reunion", "baptism", "graduation", "gig", "play",
    "screening", "premiere", "auction", "celebration", "picnic", "barbecue", "bbq", "dinner", "drive", "council",
}  # fmt: skip
PLACE_NOUNS = {
    "beach", "park", "museum", "mountain", "mountains", "lake", "forest", "zoo", "cafe", "café", "restaurant", "bar",
    "gym", "library", "castle", "church", "mall", "market", "hospital", "theater", "theatre", "cinema", "city", "town",
    "country", "island", "shelter", "studio", "store", "shop", "gallery", "farm", "garden", "trail", "river", "ocean",
    "coast", "school", "village", "temple", "bridge", "tower", "spa", "center", "centre", "place", "desert",
    "waterfall",
}  # fmt: skip

ANIMALS = {
    "dog", "cat", "puppy", "kitten", "pup", "pet", "turtle", "hamster", "rabbit", "bunny", "parrot", "tortoise",
    "kitty", "doggo", "lizard", "snake", "goldfish", "horse", "pony", "ferret", "budgie", "canary", "parakeet",
    "cockatiel", "gerbil", "mouse", "rat", "chinchilla", "hedgehog", "gecko", "iguana", "chameleon", "frog", "toad",
    "newt", "fish", "betta", "koi", "hen", "chicken", "rooster", "duck", "goose", "goat", "sheep", "lamb", "pig",
    "piglet", "cow", "calf", "donkey", "mule", "foal", "mare", "stallion", "gelding", "llama", "alpaca", "bird",
    "pigeon", "dove", "owl", "falcon", "crow", "spider", "tarantula", "bulldog", "terrier", "beagle", "poodle",
    "labrador", "lab", "retriever", "collie", "spaniel", "dachshund", "husky", "rottweiler", "boxer", "chihuahua",
    "pug", "mastiff", "corgi", "greyhound", "whippet", "pitbull", "shepherd", "schnauzer", "dalmatian", "doodle",
    "labradoodle", "cockapoo", "shih", "mutt", "hound", "mongrel", "tabby", "moggy", "siamese", "tomcat", "ragdoll",
    "persian", "calico", "animal", "guinea",
}  # fmt: skip
"""Animals that people keep and give names to, and their breeds."""

TITLES = {
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "doctor", "sir", "lady", "lord", "madam", "madame",
    "father", "brother", "sister", "pastor", "reverend", "rev", "rabbi", "imam", "sheikh", "captain", "cpt", "sgt",
    "sergeant", "colonel", "major", "lieutenant", "officer", "judge", "senator", "president", "king", "queen",
    "prince", "princess", "saint", "coach", "chef", "nurse", "señor", "señora", "herr", "frau", "monsieur", "mr.",
    "mrs.", "ms.", "dr.", "prof.", "instructor",
}  # fmt: skip
"""Titles of persons, before a name."""

KIN_TITLES = {
    "aunt", "auntie", "aunty", "uncle", "cousin", "grandma", "grandpa", "granny", "gran", "nan", "nana", "nanna",
    "grandad", "granddad", "grandmother", "grandfather", "oma", "opa", "abuela", "abuelo", "gogo", "babushka", "nonna",
    "nonno", "tía", "tia", "tío", "tio", "tante", "onkel", "mama", "papa", "baba", "mum", "mom", "bibi", "babu",
}  # fmt: skip
"""Kinship terms that stand before a name as a title does: "Aunt Lidia"."""

HUMAN_VERBS = {
    "say", "tell", "ask", "think", "work", "study", "live", "marry", "phone", "text", "email", "message", "promise",
    "suggest", "recommend", "advise", "invite", "teach", "graduate", "retire", "quit", "resign", "propose", "divorce",
    "apologise", "apologize", "explain", "mention", "insist", "complain", "swear", "decide", "hope", "plan", "believe",
    "wonder", "joke", "laugh", "cook", "bake", "paint", "volunteer", "write", "sing", "reckon", "agree", "disagree",
    "argue", "confess", "admit", "reply", "answer", "chat", "gossip", "vote", "earn", "hire", "wed", "introduce",
    "celebrate", "knit", "sew", "thank", "congratulate", "forgive", "lecture", "tutor", "babysit",
}  # fmt: skip
"""Verbs whose subject is a person, not an animal or a thing."""

WORD_NAMES = {
    "alpha", "april", "art", "august", "autumn", "bill", "brain", "buddy", "buster", "candy", "chance", "charity",
    "chase", "cherry", "chi", "clay", "cliff", "coco", "coral", "crystal", "daisy", "dawn", "dev", "don", "drew",
    "easter", "ember", "faith", "fern", "forest", "foster", "ginger", "grace", "grant", "guy", "harry", "hazel",
    "heath", "holly", "hone", "hope", "hunter", "iris", "ivory", "ivy", "jade", "jay", "jewel", "joy", "june", "junior",
    "lance", "lily", "manual", "mark", "mason", "max", "may", "melody", "memo", "mercy", "meta", "miles", "misty",
    "noble", "numbers", "olive", "opal", "pat", "pearl", "penny", "piper", "poppy", "precious", "prince", "princess",
    "queen", "ray", "rich", "river", "rob", "robin", "rocky", "rose", "ruby", "rusty", "sage", "sandy", "scout",
    "shadow",
    "sierra", "skip", "sky", "soon", "spike", "storm", "sue", "summer", "sun", "sunny", "trinity", "van", "victor",
    "violet", "walker", "wade", "will", "willow", "winter", "zen",
}  # fmt: skip
"""First names that are common words as well: a capital at the start of a sentence doesn't make them names."""

WORD_PLACES = {
    "angers", "bath", "bury", "cork", "deal", "earth", "male", "mobile", "nice", "orange", "phoenix", "reading",
    "rugby", "sandwich", "split", "surprise", "tours",
}  # fmt: skip
"""Names of places that are common words as well, so that only what is said tells that a place is meant."""

RATHER_PERSONS = {
    "Aurora",
    "Austin",
    "Bradford",
    "Brandon",
    "Brent",
    "Cary",
    "Chad",
    "Charlotte",
    "Darwin",
    "Dudley",
    "Edison",
    "Elizabeth",
    "Eugene",
    "Everett",
    "Garland",
    "Gilbert",
    "Irving",
    "Jackson",
    "Jordan",
    "Kent",
    "Lincoln",
    "Lowell",
    "Milton",
    "Nelson",
    "Newton",
    "Norman",
    "Preston",
    "Regina",
    "Rosario",
    "Savannah",
    "Sofia",
    "Tyler",
    "Victoria",
    "Warren",
}
"""First names that are names of places too, and mean a person where nothing else is said."""

FEELINGS = {
    "happy", "sad", "glad", "proud", "excited", "thrilled", "grateful", "thankful", "nervous", "anxious", "stressed",
    "tired", "exhausted", "overwhelmed", "swamped", "lonely", "scared", "afraid", "worried", "upset", "angry", "mad",
    "frustrated", "disappointed", "relieved", "confident", "hopeful", "inspired", "motivated", "determined", "lucky",
    "blessed", "stoked", "pumped", "psyched", "sorry", "curious", "interested", "passionate", "bored", "confused",
    "surprised", "amazed", "touched", "moved", "embarrassed", "ashamed", "jealous", "content", "calm", "relaxed",
    "devastated", "heartbroken", "honored", "honoured", "humbled", "eager", "delighted", "pleased", "okay", "ok",
    "fine", "good", "great", "well", "better", "bad", "busy", "sick", "ill", "sure", "ready", "keen", "obsessed",
    "down", "bummed", "ecstatic", "comfortable", "uncomfortable", "free", "alive", "safe", "hyped", "torn", "hooked",
    "fascinated", "drawn", "committed", "dedicated", "impressed", "shocked", "appreciative", "optimistic",
    "encouraged", "terrified", "fulfilled", "satisfied", "energized", "refreshed", "healthy",
}  # fmt: skip
"""Adjectives and participles that describe a feeling."""

POSITIVE_VERBS = {"love", "like", "enjoy", "adore", "dig"}
NEGATIVE_VERBS = {"hate", "dislike", "despise", "detest", "loathe"}
AILMENTS = {
    "migraine", "headache", "asthma", "eczema", "tinnitus", "diabetes", "anxiety", "insomnia", "adhd", "epilepsy",
    "psoriasis", "ibs", "reflux", "anaemia", "anemia", "hashimoto", "endometriosis", "pcos", "sciatica", "cancer",
    "dyslexia", "osteoporosis", "gout", "vertigo", "hypertension", "disease", "syndrome", "disorder", "allergy",
    "lupus", "scoliosis", "hernia", "shingle", "pneumonia", "leukaemia", "leukemia", "lymphoma", "cataract",
    "glaucoma", "hyperthyroidism", "hypothyroidism", "apnoea", "apnea", "neuropathy", "rosacea", "vitiligo", "ptsd",
    "ocd", "cramp", "nosebleed", "seizure", "palpitation", "flu", "covid", "norovirus", "measles", "mumps",
    "chickenpox", "hayfever", "concussion",
}  # fmt: skip


def is_ailment(noun: str) -> bool:
    """Whether a noun in lower case names an illness."""
    return noun in AILMENTS or noun.endswith("itis")


_CAUGHT = {"cold", "fever", "cough", "infection", "rash", "virus", "bug", "chill"}


def is_caught(words: str) -> bool:
    """Whether what somebody has, got or caught is an illness: "rotten cold", "stomach bug", "flu"; not "a bug"."""
    before, _, noun = words.lower().rpartition(" ")
    return (
        is_ailment(noun)
        or is_ailment(noun.removesuffix("s"))
        or (noun in _CAUGHT and (noun not in ("bug", "virus") or bool(before)))
    )


FAVORITE = {"favorite", "favourite", "fave", "fav"}

JOB_NOUNS = {"job", "work", "position", "role", "post", "career", "company"}
WORKPLACES = {
    "airport", "bakery", "bank", "bar", "bookshop", "brewery", "cafe", "café", "clinic", "council", "daycare",
    "dealership", "depot", "embassy", "factory", "firm", "garage", "hospice", "hospital", "hotel", "kindergarten",
    "lab", "library", "museum", "nursery", "office", "pharmacy", "port", "pub", "restaurant", "salon", "school", "shop",
    "shipyard", "station", "store", "supermarket", "surgery", "theatre", "theater", "university", "vet", "warehouse",
    "zoo", "bistro", "laboratory", "ministry", "court", "prison", "mill", "foundry", "authority", "observatory",
    "institute", "agency", "registry", "dairy", "refinery", "bureau", "sawmill", "winery", "newspaper", "publisher",
    "ngo", "startup", "laundry", "quarry",
}  # fmt: skip
"""Places where people are employed."""
HOME_NOUNS = {
    "apartment", "house", "flat", "home", "place", "condo", "room", "bungalow", "townhouse", "maisonette", "bedsit",
    "residence", "houseboat", "cottage", "flatshare", "hostel", "dorm",
}  # fmt: skip
CURRENCIES = {
    "euro", "dollar", "pound", "buck", "yen", "franc", "cent", "penny", "rupee", "peso", "krona", "crown", "eur", "usd",
    "gbp", "chf", "quid", "grand",
}  # fmt: skip
SETTLEMENTS = {"village", "town", "city", "farm", "island", "suburb", "country", "countryside", "commune", "estate"}
"""Where people live, in towns and outside, without a name."""
DISCIPLINES = ("ics", "logy", "graphy", "metry", "istry", "onomy", "history", "maths", "math", "arts", "languages")
"""Endings of the names of subjects that one studies."""
SCHOOL_NOUNS = {"school", "uni", "university", "college"}
GENERIC_OWNED = {"car", "bike", "house", "apartment", "guitar", "boat", "truck", "van", "motorcycle", "piano", "phone"}
KEPT = GENERIC_OWNED - {"house", "apartment", "phone"} | {
    "bicycle", "ebike", "scooter", "moped", "motorbike", "caravan", "camper", "campervan", "motorhome", "tent",
    "laptop", "kayak", "canoe", "dinghy", "sailboat", "violin", "cello", "drill", "allotment", "greenhouse", "shed",
    "hive",
    "telescope", "ute", "tractor", "trailer", "minivan", "jeep", "keyboard", "drum", "saxophone", "trumpet", "flute",
}  # fmt: skip
"""Things that are theirs who call them "my": not "my bus" or "my phone", which says little."""
HAD = GENERIC_OWNED | KEPT | {
    "sofa", "couch", "wardrobe", "bookcase", "fridge", "freezer", "dishwasher", "oven", "washer", "dryer", "tv",
    "television", "macbook", "ipad", "iphone", "kindle", "tablet", "camera", "drone", "printer", "console",
    "playstation", "xbox", "treadmill", "trampoline", "sauna", "hammock", "loom", "kiln", "ukulele", "harmonica",
    "accordion", "banjo", "mandolin", "clarinet", "trombone", "harp", "keytar", "turntable", "hive", "beehive",
    "cottage", "cabin", "garage", "vineyard", "orchard", "plot", "motorcycle", "lorry", "suv", "hatchback", "pickup",
    "estate", "convertible", "tandem", "surfboard", "snowboard", "skateboard", "paddleboard", "wheelchair",
}  # fmt: skip
"""Things that one owns who has them."""
MAKES = {
    "skoda", "škoda", "fiat", "honda", "toyota", "volvo", "vw", "volkswagen", "audi", "bmw", "mercedes", "renault",
    "peugeot", "citroen", "citroën", "dacia", "nissan", "mazda", "suzuki", "subaru", "hyundai", "kia", "opel",
    "vauxhall", "ford", "chevy", "chevrolet", "tesla", "yamaha", "kawasaki", "ducati", "vespa",
    "mitsubishi", "lexus", "porsche", "saab", "fender", "steinway", "ibanez", "brompton", "samsung", "nokia",
    "motorola", "xiaomi", "huawei", "oneplus", "fairphone", "nikon", "leica", "fujifilm", "lenovo", "thinkpad",
    "garmin", "fitbit", "dyson", "nintendo", "kindle", "iphone", "ipad", "macbook", "airpods", "gopro",
}  # fmt: skip
"""Makers of vehicles, instruments and devices, and products, by whose names people call what they own."""
KEPT_ANIMALS = {
    "animal", "hen", "chicken", "duck", "goat", "sheep", "bird", "fish", "budgie", "gerbil", "mouse", "rat", "gecko",
    "goose", "cow", "donkey", "pig", "canary", "hedgehog", "chinchilla", "bee", "alpaca", "llama", "rooster", "quail",
    "spider", "tarantula", "frog", "newt", "snail",
}  # fmt: skip
"""Animals that people keep, besides those of `RELATION_OF_NOUN`."""
BODY_PARTS = {
    "arm", "leg", "foot", "ankle", "wrist", "hand", "finger", "toe", "collarbone", "nose", "rib", "hip", "neck",
    "shoulder", "elbow", "thumb", "jaw", "knee", "heel", "back", "tooth", "pelvis", "hamstring", "groin", "shin",
    "spine", "muscle", "ligament", "tendon",
}  # fmt: skip
"""Parts of the body that are hurt, and are spoken of for that reason."""
LOOKS = {
    "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "black", "white", "gray", "grey", "silver",
    "golden", "beige", "turquoise", "electric", "wooden", "metal", "vintage", "used", "acoustic",
}  # fmt: skip
"""Lasting appearances and materials: a person whose bike is blue owns a blue bike."""

STOP_OBJECTS = {
    "it", "that", "this", "these", "those", "them", "they", "he", "she", "him", "her", "something", "anything",
    "everything", "nothing", "one", "some", "any", "all", "stuff", "thing", "things", "lot", "bit", "way", "what",
    "which", "who", "there", "here", "so", "too", "much", "more", "such", "someone", "anyone", "everyone", "each",
    "both", "other", "others", "another", "same", "kind", "sort", "its", "itself", "themselves", "himself", "herself",
    "mine", "yours", "ours", "theirs", "his", "hers", "people", "everybody", "somebody", "nobody",
}  # fmt: skip
"""Words that carry no information as an object on their own."""

GENERIC_NOUNS = {
    "thing", "time", "day", "lot", "way", "week", "year", "month", "today", "tomorrow", "yesterday", "tonight",
    "people", "kind", "bit", "sort", "hour", "minute", "second", "morning", "evening", "afternoon", "night", "weekend",
    "moment", "idea", "one", "guy", "fun", "luck", "hope", "thought", "question", "part", "end", "rest", "point",
    "reason",
    "nothing", "everything", "something", "anything", "someone", "everyone", "anyone", "somebody", "none", "stuff",
    "place", "life", "person", "man", "woman", "friend", "side", "sense", "matter", "fact", "case", "word", "news",
    "step", "chance", "line", "number", "deal", "plan", "thank", "thanks", "congrats", "congratulation", "pic", "photo",
    "picture", "image", "while", "future", "past", "experience", "feeling", "love", "hey", "yeah", "wow", "lol", "haha",
    "name", "look", "try", "need", "use", "half", "couple", "set", "type", "example", "world", "heart", "mind", "hand",
    "head", "eye", "face", "answer", "problem", "reply", "message", "course", "goal", "dream", "story", "memory", "joy",
    "pleasure", "support", "help", "date", "age", "start", "beginning", "middle", "top", "bottom", "piece", "shot",
}  # fmt: skip
"""Nouns that name no theme of a conversation."""
