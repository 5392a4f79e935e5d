"""Plain messages whose sentences order, join or leave out their words in another way than most do."""

from datetime import date, datetime

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("it was Nadia who bought the greenhouse, not me", ("Nadia", "owns", "greenhouse")),
        ("it wasn't Leon who bought the boat, it was Karim", ("Karim", "owns", "boat")),
        ("it's liquorice I can't stand", ("Noor", "dislikes", "liquorice")),
        ("its my sister who plays the harp", ("Noor's sister", "plays", "harp")),
        ("What my brother collects is old radios", ("Noor's brother", "collects", "old radios")),
        ("Born on 3 April 1990, my brother Jesper is the oldest of us", ("Jesper", "has_birthday", "3 April 1990")),
        ("A lifelong member of the Alpine Club, my aunt still hikes", ("Noor's aunt", "member_of", "Alpine Club")),
        ("I told you I'm a vegan, didn't I?", ("Noor", "is_a", "vegan")),
        ("Tom lives in Bonn, Eva in Graz", ("Eva", "lives_in", "Graz")),
        ("I speak Dutch and love jazz", ("Noor", "likes", "jazz")),
        ("I play the cello and teach chemistry and maths", ("Noor", "teaches", "maths")),
        ("unlike Kim, Eva works at Bosch", ("Eva", "works_at", "Bosch")),
        ("Eva's bought a boat", ("Eva", "bought", "boat")),
        ("Priya's sold the boat", ("Priya", "sold", "boat")),
        ("Callum's been to Japan", ("Callum", "visited", "Japan")),
        ("Eva not only works at Bosch, she likes it", ("Eva", "works_at", "Bosch")),
        ("Eva ended up working at Bosch", ("Eva", "works_at", "Bosch")),
        ("In January Eva met Kim", ("Eva", "met", "Kim")),
        ("Last month Eva got engaged to Kim", ("Eva", "engaged_to", "Kim")),
        ("Eva settled in Graz in 2019", ("Eva", "lives_in", "Graz")),
        ("my aunt collects stamps and my uncle coins", ("Noor's uncle", "collects", "coins")),
        ("Sara bought the sofa, and I the armchair", ("Noor", "bought", "armchair")),
        ("Mia is a dentist and so is her brother Paul", ("Paul", "works_as", "dentist")),
        ("my father is allergic to nuts, and so is my brother", ("Noor's brother", "allergic_to", "nuts")),
        ("I don't own a television, just a tiny radio", ("Noor", "owns", "tiny radio")),
        ("no brother, just a sister", ("Noor", "has_sibling", "sister")),
        ("The old boat belongs to my uncle", ("Noor's uncle", "owns", "old boat")),
        ("the van belongs to Tom and me", ("Tom", "owns", "van")),
        ("the house is Gregor's, I just rent a room", ("Gregor", "owns", "house")),
        ("both Mats and Henrik own motorbikes", ("Mats", "owns", "motorbikes")),
        ("April lives in Leeds", ("April", "lives_in", "Leeds")),
        ("June is a nurse", ("June", "works_as", "nurse")),
        ("my aunt June is a baker", ("June", "works_as", "baker")),
        ("Pia plays the flute", ("Pia", "plays", "flute")),
        ("Grace is a nurse", ("Grace", "works_as", "nurse")),
        ("My uncle plans to open a bakery", ("Noor's uncle", "plans", "open a bakery")),
        ("One of these days I'm going to learn the accordion", ("Noor", "plans", "learn the accordion")),
        ("my sister Elisa and her husband Jannik live in Bremen", ("Elisa", "lives_in", "Bremen")),
        ("they've hired Jonas as their new caretaker", ("Jonas", "works_as", "caretaker")),
        ("we rent a small flat above a bakery in Ghent", ("Noor", "lives_in", "Ghent")),
        ("Write a poem about my cat Miso", ("Noor", "has_pet", "Miso")),
        ("my bros called jamie not jimmy", ("Noor", "has_sibling", "Jamie")),
        ("it was my birthday yesterday", ("Noor", "has_birthday", "30 April")),
        ("im 32. no wait 33 lol", ("Noor", "has_age", "33")),
        ("we have two cats, I mean three cats", ("Noor", "has_pet", "three cats")),
        ("guess who got a puppy 🐾 ME", ("Noor", "has_pet", "puppy")),
        ("My birthday's on Friday", ("Noor", "has_birthday", "3 May")),
        ("my sister's birthday is tomorrow", ("Noor's sister", "has_birthday", "2 May")),
        ("my exam's on Monday", ("Noor", "plans", "exam")),
        ("my sister's wedding is tomorrow", ("Noor's sister", "plans", "wedding")),
        ("I had my wisdom teeth out last week", ("Noor", "has", "wisdom teeth removed")),
        ("I report to Uwe", ("Noor", "has_colleague", "Uwe")),
        ("Tom drinks tea", ("Tom", "drinks", "tea")),
        ("Dad fixes clocks", ("Noor's father", "works_as", "fixing clocks")),
        ("my cousin races cars", ("Noor's cousin", "race", "cars")),
        ("my dad plays the organ and lives with my sister", ("Noor's father", "lives_with", "Noor's sister")),
        ("Ingrid got promoted and Theo runs a bakery now", ("Theo", "runs", "bakery")),
        ("my brother-in-law Karl runs a garage", ("Karl", "runs", "garage")),
        ("my favourite band these days is Pulp", ("Noor", "favorite_band", "Pulp")),
        ("my favourite day of the week is Friday", ("Noor", "favorite_day", "Friday")),
        ("Tom's in hospital with pneumonia", ("Tom", "is_in", "hospital")),
        ("our kids go to Park Hill", ("Noor's children", "studies_at", "Park Hill")),
        ("the kids go to Park Hill", ("Noor's children", "studies_at", "Park Hill")),
        ("the kids love dinosaurs", ("Noor's children", "likes", "dinosaurs")),
        ("I joined the Greens", ("Noor", "joined", "Greens")),
        ("I'm meeting Ana at 5", ("Noor", "plans", "meet Ana at 5")),
        ("I own two flats in Porto", ("Noor", "owns", "two flats in Porto")),
        ("I drive a red Fiat", ("Noor", "owns", "red Fiat")),
        ("I'm left-handed", ("Noor", "is", "left-handed")),
        ("my dad is left-handed", ("Noor's father", "is", "left-handed")),
        ("my mum and dad split up in 2020", ("Noor's mother", "broke_up", "with Noor's father")),
        ("my sister and her husband broke up", ("Noor's sister", "broke_up", "with Noor's sister's husband")),
        ("my brother and Lea broke up in May", ("Noor's brother", "broke_up", "with Lea")),
        ("Olu and Sami are both vegan", ("Olu", "is", "vegan")),
        ("my aunt's training for a triathlon", ("Noor's aunt", "prepares_for", "triathlon")),
        ("my wife's training for a duathlon, never sits still", ("Noor's wife", "prepares_for", "duathlon")),
        ("my brother's learning Dutch", ("Noor's brother", "studies", "Dutch")),
        ("I'm vegan like my sister", ("Noor's sister", "is", "vegan")),
        ("Omar is a plumber, just like his dad", ("Omar's father", "works_as", "plumber")),
        ("Omar's mum and dad live in Leeds", ("Omar's father", "lives_in", "Leeds")),
        ("my brother was born in Leeds and grew up there", ("Noor's brother", "is_from", "Leeds")),
        ("Paula plays hockey for Kent", ("Paula", "member_of", "Kent")),
        ("my rent costs me 700 now", ("Noor's rent", "costs", "700")),
        ("my cousin Lea is pregnant with twins", ("Lea", "expects", "twins")),
        ("we're having twins", ("Noor", "expects", "twins")),
        ("I'm originally from Turin", ("Noor", "is_from", "Turin")),
        ("it's my last week at Bosch", ("Noor", "works_at", "Bosch")),
        ("I teach now", ("Noor", "works_as", "teaching")),
        ("I went with my step-sister", ("Noor", "has_sibling", "Noor's stepsister")),
        ("I'm thirty-two", ("Noor", "has_age", "32")),
        ("We've sold our flat", ("Noor", "sold", "flat")),
        ("my niece goes to Hillside Primary", ("Noor's niece", "studies_at", "Hillside Primary")),
        ("I'm allergic to shellfish and bees", ("Noor", "allergic_to", "bees")),
        ("we have a tabby called Miso", ("Noor", "has_pet", "Miso")),
        ("baking bread and watching birds are my hobbies", ("Noor", "likes", "watching birds")),
        ("I love making a warm, inviting stew", ("Noor", "likes", "making a warm, inviting stew")),
        ("I carve out some me-time on Sundays", ("Noor", "carve_out", "me-time")),
        ("Omar is a plumber and so is his uncle", ("Omar", "works_as", "plumber")),
        ("I was given a clock by my uncle", ("Noor's uncle", "gave", "clock")),
        ("my aunt gave away her loom", ("Noor's aunt", "gave", "her loom")),
        ("my gran handed the farm down to Tom", ("Tom", "received", "farm")),
        ("Ida passed the violin down to my niece", ("Ida", "gave", "violin")),
        ("I brought Rosalind a scarf from Cork", ("Rosalind", "received", "scarf")),
        ("Karim brought his wife flowers", ("Karim's wife", "received", "flowers")),
        ("we bought my sister concert tickets", ("Noor's sister", "received", "concert tickets")),
        ("Eva knitted her nephew mittens", ("Eva's nephew", "received", "mittens")),
        ("my sister had her phone taken away", ("Noor's sister", "lost", "her phone")),
        ("my uncle gambled away his boat", ("Noor's uncle", "lost", "his boat")),
        ("Unless it rains I'll sell the kayak to Piet", ("Noor", "considers", "sell the kayak to Piet")),
        ("my aunt was put in charge of the archive", ("Noor's aunt", "put_in_charge_of", "archive")),
        ("Karim is in charge of the boats", ("Karim", "is_in_charge_of", "boats")),
        ("Eva and I went halves on a sauna", ("Eva", "owns", "sauna")),
        ("my brother treated himself to a drone", ("Noor's brother", "owns", "drone")),
        ("Karim waits tables at the Red Lion", ("Karim", "works_as", "waiter")),
        ("I bought a boat last year and sold it in March", ("Noor", "sold", "boat")),
        ("my kettle broke so I gave it to Karim", ("Karim", "received", "kettle")),
        ("my sister gave me a ring and I lost it", ("Noor", "lost", "ring")),
        ("The lamps? My uncle bought them in Cork", ("Noor's uncle", "bought", "lamps")),
        ("The boat? It belongs to Karim", ("Karim", "owns", "boat")),
        ("the tent is my parents'", ("Noor's parents", "owns", "tent")),
        ("That kayak is my sister's", ("Noor's sister", "owns", "kayak")),
        ("Unlike Karim, I don't speak Welsh", ("Karim", "speaks", "Welsh")),
        ("Like my aunt, I work at Lidl", ("Noor's aunt", "works_at", "Lidl")),
        ("Together with my uncle, I run a bakery", ("Noor's uncle", "runs", "bakery")),
        ("my aunt sells antique lamps", ("Noor's aunt", "works_as", "selling antique lamps")),
        ("Karim teaches my niece chess", ("Noor's niece", "studies", "chess")),
        ("Karim teaches my niece German", ("Noor's niece", "studies", "German")),
        ("I share a desk with Karim", ("Noor", "has_colleague", "Karim")),
        ("I ran into Priya from work", ("Noor", "has_colleague", "Priya")),
        ("Karim's tennis club closed", ("Karim", "member_of", "tennis club")),
        ("turns out Silke works at the aquarium", ("Silke", "works_at", "aquarium")),
        ("my dad works down the pit", ("Noor's father", "works_at", "pit")),
        ("Mats works at Lidl", ("Mats", "works_at", "Lidl")),
        ("my eleven-year-old niece plays chess", ("Noor's niece", "has_age", "11")),
        ("Omar's 5-month-old son is teething", ("Omar's son", "has_age", "5 months")),
        ("Our cat, Zelda, a 9 year old tabby, is deaf", ("Zelda", "has_age", "9")),
        ("Timo's mother is my cousin Ilse.", ("Timo", "has_parent", "Ilse")),
        ("I'm married to a Swede called Anders", ("Noor", "married_to", "Anders")),
        ("we bought the goat from a farmer called Piet", ("Piet", "works_as", "farmer")),
        ("Henk, my husband of nine years, is a tailor", ("Noor", "married_to", "Henk")),
        ("Aunt Vera died of cancer in March", ("Aunt Vera", "died", "of cancer")),
        ("my uncle was killed in a landslide", ("Noor's uncle", "died", "in landslide")),
        ("the pony my niece has is stubborn", ("Noor's niece", "has_pet", "pony")),
        ("what a fluffy rabbit my niece has got!", ("Noor's niece", "has_pet", "fluffy rabbit")),
        ("I'd rather drink water than beer", ("Noor", "prefers", "water")),
        ("she's moved to Riga, my niece", ("Noor's niece", "lives_in", "Riga")),
        ("Omar collects coins, and his wife too", ("Omar's wife", "collects", "coins")),
        ("my cousin is a Finn", ("Noor's cousin", "is_a", "Finn")),
        ("my gran's maiden name is Lindqvist", ("Noor's grandmother", "maiden_name_is", "Lindqvist")),
        ("my maiden name was Lindqvist", ("Noor", "maiden_name_is", "Lindqvist")),
        ("Being a tailor, I notice every seam", ("Noor", "works_as", "tailor")),
        ("to sail around Iceland is my dream", ("Noor", "wants", "sail around Iceland")),
        ("the sale of our caravan has gone through", ("Noor", "sold", "caravan")),
        ("I'm the eldest of five brothers", ("Noor", "has_sibling", "4 brothers")),
        ("Rosa and I share a house in Riga", ("Rosa", "lives_in", "Riga")),
        ("Rosa is only a colleague", ("Noor", "has_colleague", "Rosa")),
        ("there's a harp in our kitchen", ("Noor", "owns", "harp")),
        ("There is an old loom in my workshop", ("Noor", "owns", "old loom")),
    ],
)
def test_what_plain_messages_tell(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "subject", "predicate"),
    [
        ("I own two flats in Porto", "Noor", "lives_in"),
        ("it's been five years", "Noor", "is"),
        ("I have asthma", "Noor", "have"),
        ("I'm left-handed", "Noor", "feels"),
        ("I drive a red Fiat", "Noor", "works_as"),
        ("June works for me", "June", "works_at"),
        ("my sister Elisa and her husband Jannik live in Bremen", "Noor", "lives_in"),
        ("tomorrow I sell my car", "Noor", "sold"),
        ("I'm selling my accordion", "Noor", "sold"),
        ("Never in my life have I been to Paris", "Noor", "visited"),
        ("Robin and I aren't married", "Noor", "has_partner"),
        ("Rhys is just a friend, not my boyfriend", "Noor", "has_partner"),
        ("I share an office with Gudrun", "Noor", "lives_with"),
        ("I'm at the airport now", "Noor", "works_at"),
        ("it's no cat we have", "Noor", "has_pet"),
        ("I'm in a book club", "Noor", "joined"),
        ("Emma moved out in June", "Noor", "lives_with"),
        ("it's not a cat we have", "Noor", "has_pet"),
        ("My main character Lars is a 40 year old baker from Malmo", "Lars", "works_as"),
        ("Let's role-play. You are a waiter, I'm a guest who is allergic to nuts.", "Noor", "allergic_to"),
        ("My daughter isn't called Ida", "Ida", "has_parent"),
        ("the choice is yours", "Sam", "owns"),
        ("I wasn't given a clock by my uncle", "Noor's uncle", "gave"),
        ("If I had bought my wife flowers, she'd have laughed", "Noor's wife", "received"),
        ("my brother had his driving licence taken away", "Noor's brother", "has"),
        ("I had a photo taken", "Noor", "lost"),
        ("we went halves on the bill", "Noor", "owns"),
        ("Karim waited tables in Rome", "Karim", "works_as"),
        ("my contract at Bosch wasn't renewed", "Noor", "works_at"),
        ("my brother has a boat and a van and sold it", "Noor's brother", "sold"),
        ("I read a book and my brother a letter and we burned them", "Noor", "burn"),
        ("The boat? Did you sell it?", "Noor", "sold"),
        ("that tent isn't my sister's", "Noor's sister", "owns"),
        ("Unlike my aunt, I work at Lidl", "Noor's aunt", "works_at"),
        ("my aunt sells antique lamps", "Noor's aunt", "sold"),
        ("my uncle taught me a lesson", "Noor", "studies"),
        ("I don't share a desk with Karim", "Noor", "has_colleague"),
        ("my old chess club folded", "Noor", "member_of"),
        ("Silke works at the same school as my mum", "Silke", "works_as"),
        ("they sold a ninety-year-old mill called Ada's", "Ada", "has_age"),
        ("Timo's mother isn't my cousin Ilse", "Timo", "has_parent"),
        ("the firm my wife works for is called Lindqvist", "Lindqvist", "works_at"),
        ("I read a novel about a baker called Otto", "Otto", "works_as"),
        ("I nearly died of shame", "Noor", "died"),
        ("my uncle could have been killed in that fall", "Noor's uncle", "died"),
        ("would you rather drink water than beer?", "Noor", "prefers"),
        ("he's a tailor, my friend", "Noor's friend", "works_as"),
        ("he lives in Riga, my brother", "Riga", "lives_in"),
        ("my cousin is a Finn", "Finn", "has_relative"),
        ("my gran's maiden name is Lindqvist", "Lindqvist", "has_name"),
        ("what's your maiden name?", "Sam", "maiden_name_is"),
        ("the sale of my caravan fell through", "Noor", "sold"),
        ("Rosa is a friend of Eva's", "Noor", "has_friend"),
        ("is Rosa a friend?", "Noor", "has_friend"),
        ("there was a sofa in our hotel room", "Noor", "owns"),
        ("there isn't a dishwasher in our flat", "Noor", "owns"),
        ("there's no oven in our flat", "Noor", "owns"),
        ("I look like my dad", "Noor's father", "is"),
        ("my mum and my aunt called it quits", "Noor's mother", "broke_up"),
        ("my brother and sister got married", "Noor's brother", "married_to"),
        ("my brother's training for the race starts in May", "Noor's brother", "prepares_for"),
        ("if my brother's learning Dutch he never said", "Noor's brother", "studies"),
        ("I want to be a plumber like my dad", "Noor's father", "works_as"),
        ("Omar's mum and dad live in Leeds", "Noor's father", "lives_in"),
        ("I met Tom's sister and mum said hi", "Tom's mother", "has_parent"),
        ("I play the cello for my gran", "Noor", "member_of"),
        ("my bike cost me three weeks of work", "Noor's bike", "costs"),
        ("dad jokes kill me", "Noor's father", "joke"),
        ("we built no greenhouse", "Noor", "owns"),
        ("my new line manager wants a dashboard of dashboards", "Noor", "works_as"),
        ("you're a cruel archivist", "Sam", "works_as"),
        ("i started at Silverweir yesterday but today they put me in WADERS", "Noor", "works_as"),
        ("the kids in my class love dinosaurs", "Noor's children", "likes"),
        ("my sister is here with the kids", "Noor", "has_child"),
        ("do you go there often with the kids?", "Noor", "has_child"),
        ("I teach year 3, the kids love dinosaurs", "Noor's children", "likes"),
        ("my dad jokes are terrible", "Noor's father", "joke"),
        ("Tom's drinks are on me", "Tom", "drink"),
        ("I joined the Greens", "Noor", "works_at"),
        ("my nephew goes to Leeds on Fridays", "Noor's nephew", "studies_at"),
        ("my son went to Park Hill", "Noor's son", "studies_at"),
        ("Dad's home", "Noor's father", "is_a"),
        ("I met the man who runs the shop and owns the bakery", "Noor", "owns"),
        ("I left Leeds for good", "Noor", "broke_up"),
        ("In January Eva moved to Rome", "Noor", "moved_to"),
    ],
)
def test_what_plain_messages_do_not_tell(said: str, subject: str, predicate: str) -> None:
    facts = [fact for fact in last("Sam: hi", f"Noor: {said}") if not (fact.negated or fact.ended)]
    assert (subject, predicate) not in {(fact.subject, fact.predicate) for fact in facts}


@pytest.mark.parametrize(
    ("said", "predicate", "day"),
    [
        ("yesterday. the airport. i met Eliud Kipchoge", "met", date(2024, 4, 30)),
        ("I went to a concert last night", "attended", date(2024, 4, 30)),
        ("Tom and I have been together five years", "has_partner", date(2019, 1, 1)),
        ("we've been married 12 years today", "has_status", date(2012, 1, 1)),
        ("Ragna ran a half marathon in under two hours on 28 April", "attended", date(2024, 4, 28)),
    ],
)
def test_days_of_what_happened(said: str, predicate: str, day: date) -> None:
    [fact] = [fact for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == predicate and not fact.ended]
    assert isinstance(fact.valid_at, datetime)
    assert (fact.valid_at.date(), fact.valid_at.hour) == (day, 0)


@pytest.mark.parametrize(
    "said",
    [
        "I've handed in my notice, my last day is 31 May",
        "I've resigned today, my last day is 31 May",
        "I quit today. Last day is 31 May",
    ],
)
def test_a_job_goes_on_until_its_last_day(said: str) -> None:
    ends = {fact.invalid_at for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == "works_at" and fact.ended}
    assert [end.date() for end in ends if isinstance(end, datetime)] == [date(2024, 6, 1)]
    assert len(ends) == 1


@pytest.mark.parametrize(
    ("said", "predicate", "value"),
    [
        ("finished the antibiotics", "takes", "antibiotics"),
        ("no more crutches!", "is_on", "crutches"),
        ("back at work since Monday", "is_on", "maternity leave"),
        ("bought the car!", "saves_for", "car"),
        ("Leiden rejected me", "plans", "study at Leiden"),
        ("I came off the diet weeks ago", "is_on", "diet"),
        ("I found a job at Aldi", "look_for", "job"),  # whatever job it was
        ("mum came home yesterday", "is_in", "hospital"),
        ("took the old sofa to the tip", "owns", "old sofa"),
        ("my parents split up", "has_status", "married"),
        ("they took the braces off this morning", "has", "braces"),
        ("no more metformin", "takes", "metformin"),
        ("a man from Graz came and bought the goats", "has_pet", "goats"),
        ("the goats are gone", "has_pet", "goats"),
        ("the loan is paid off", "has", "loan"),
        ("the boat stays", "considers", "selling boat"),
    ],
)
def test_what_is_over_is_told_by_what_follows_it(said: str, predicate: str, value: str | None) -> None:
    assert (predicate, value) in {
        (fact.predicate, fact.value) for fact in last("Sam: hi", f"Noor: {said}") if fact.ended
    }


@pytest.mark.parametrize(
    "said", ["mum's home from hospital", "mum was discharged this morning", "mum is out of hospital"]
)
def test_who_comes_home_is_in_hospital_no_more(said: str) -> None:
    ended = {(fact.subject, fact.value) for fact in last("Sam: hi", f"Noor: {said}") if fact.ended}
    assert ("Noor's mother", "hospital") in ended


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("My wife is seventy-seven.", ("Noor's wife", "has_age", "77")),
        ("my step mom is a cop", ("Noor's stepmother", "works_as", "cop")),
        ("my step-mum's a cop", ("Noor's stepmother", "works_as", "cop")),
        ("my great aunt lives in Bath", ("Noor's great aunt", "lives_in", "Bath")),
        ("my great dad lives in Bath", ("Noor's father", "lives_in", "Bath")),
        ("my boyf lives in Bath", ("Noor's boyfriend", "lives_in", "Bath")),
    ],
)
def test_relatives_by_marriage_and_birth_and_their_ages(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in {
        (told.subject, told.predicate, told.object or told.value) for told in last("Sam: hi", f"Noor: {said}")
    }


def test_brothers_are_counted_with_the_one_who_is_of_them() -> None:
    siblings = {
        fact.object or fact.value
        for fact in last("Sam: hi", "Noor: I'm the eldest of five brothers")
        if fact.predicate == "has_sibling"
    }
    assert siblings == {"4 brothers"}


def test_a_time_belongs_to_the_clause_that_it_follows() -> None:
    said = "My cousins used to live in Riga; they've been in Oslo since 2015"
    begun = {fact.object: fact.valid_at for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == "lives_in"}
    assert isinstance(begun["Oslo"], datetime)
    assert begun["Oslo"].year == 2015


def test_others_are_no_objects_of_what_they_do_too() -> None:
    assert ("Omar", "speaks", "Omar's wife") not in holds(last("Sam: hi", "Noor: Omar speaks Farsi, and his wife too"))


def test_who_is_an_assistant_is_not_the_assistant() -> None:
    facts = last("Assistant: Noted.", "Noor: I'm on nights there as a healthcare assistant")
    assert ("works_as", "Assistant") not in {(fact.predicate, fact.object) for fact in facts}


def test_what_somebody_will_be_is_not_since_when_one_has_them() -> None:
    facts = last("Sam: how old is your son now?", "Noor: he'll be 7 in May")
    assert {fact.valid_at for fact in facts if fact.predicate == "has_child"} == {None}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("my brother would rather have cider than lager", ("Noor's brother", "prefers", "cider")),
        ("I'd rather cycle than drive any day", ("Noor", "prefers", "cycling")),
        ("golf bores me to tears", ("Noor", "dislikes", "golf")),
        ("my Welsh is better than my Dutch", ("Noor", "speaks", "Dutch")),
        ("Omar's Turkish is rusty", ("Omar", "speaks", "Turkish")),
        ("Ida and Jonas met in 2016", ("Jonas", "met", "Ida")),
        ("Sara can hardly wait for the regatta", ("Sara", "looks_forward_to", "the regatta")),
    ],
)
def test_tastes_languages_and_meetings(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("I'd rather stay in tonight than go out", "prefers"),
        ("I'd rather not say", "prefers"),
        ("opera doesn't bore me", "dislikes"),
        ("my Dutch teacher is lovely", "speaks"),
        ("my Dutch is nonexistent", "speaks"),
        ("Ida and Jonas never met", "met"),
        ("Sara can hardly swim", "can"),
    ],
)
def test_what_is_for_the_moment_or_denied_is_no_taste(said: str, predicate: str) -> None:
    assert predicate not in {fact[1] for fact in holds(last("Sam: hi", f"Noor: {said}"))}


def test_who_is_still_looking_has_found_nothing() -> None:
    assert not [f for f in last("Sam: has Tom found a flat?", "Noor: still looking") if f.predicate == "find"]


def test_who_was_a_nurse_is_none() -> None:
    facts = last("Sam: your mum's a nurse, isn't she?", "Noor: she was")
    assert {fact.ended for fact in facts if fact.predicate == "works_as"} == {True}
