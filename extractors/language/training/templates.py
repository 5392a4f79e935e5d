"""Words and sentence frames of chat that the treebanks lack."""

GREETINGS = [
    ("Hey", "UH"), ("Hi", "UH"), ("Hello", "UH"), ("Wow", "UH"), ("Thanks", "NN"), ("Congrats", "UH"),
    ("Yeah", "UH"), ("Yep", "UH"), ("Nope", "UH"), ("Sure", "UH"), ("Absolutely", "RB"), ("Awesome", "JJ"),
    ("Cool", "JJ"), ("Great", "JJ"), ("Nice", "JJ"), ("Bye", "UH"), ("Oh", "UH"), ("Haha", "UH"), ("Aww", "UH"),
    ("Ooh", "UH"), ("Whoa", "UH"), ("Ugh", "UH"), ("Hmm", "UH"), ("Totally", "RB"), ("Definitely", "RB"),
    ("Exactly", "RB"), ("Sorry", "JJ"), ("Welcome", "UH"), ("Please", "UH"), ("Yay", "UH"), ("Okay", "UH"),
    ("Ok", "UH"), ("Lol", "UH"), ("Woohoo", "UH"), ("Cheers", "UH"), ("Agreed", "VBN"), ("Yup", "UH"),
]  # fmt: skip

INTERJECTIONS = [
    "Wow", "Yeah", "Oh", "Hey", "Haha", "Ooh", "Aww", "Well", "Yep", "Nah", "Ugh", "Hmm", "Whoa", "Lol", "Ok",
    "Okay", "Sure", "Yay", "Gosh", "Man", "Oops", "Hi", "Nope", "Woah", "Yup", "Yes", "No",
]  # fmt: skip

TEMPLATES = [
    "I went to {LOC} with {PERSON} last week .",
    "My sister {PERSON} lives in {LOC} now .",
    "Hey {PERSON} ! How 's it going ?",
    "Hi {PERSON} , long time no talk !",
    "Thanks , {PERSON} ! That means a lot .",
    "{PERSON} and I met {PERSON} at the park .",
    "Took a trip to {LOC} with my friend {PERSON} .",
    "Just got back from {LOC} .",
    "We 're moving from {LOC} to {LOC} next month .",
    "My dog {PERSON} is so cute .",
    "Our cats , {PERSON} and {PERSON} , sleep all day .",
    "I adopted a puppy and named him {PERSON} .",
    "Visited {PERSON} 's place in {LOC} .",
    "Have you ever been to {LOC} , {PERSON} ?",
    "Her name is {PERSON} .",
    "{PERSON} told me about it .",
    "My husband {PERSON} and I drove to {LOC} .",
    "I 'm from {LOC} originally .",
    "That 's awesome , {PERSON} !",
    "Yeah {PERSON} , I totally agree .",
    "Miss you , {PERSON} !",
    "See you soon , {PERSON} .",
    "Wanna go hiking this weekend ?",
    "Wanna grab coffee with {PERSON} ?",
    "Gotta take the dog out .",
    "Gotta run , talk soon !",
    "Hiking is my favorite thing .",
    "Painting helps me relax .",
    "Running keeps me sane .",
    "Ooh , nice !",
    "Ooh , I love that .",
    "Congrats on the new job !",
    "Congrats {PERSON} ! So proud of you .",
    "Wow , that sounds amazing !",
    "Glad to hear it .",
    "Sounds great !",
    "Loved the pasta .",
    "Can't wait to see it .",
    "Haha , that 's funny .",
    "Family time is the best .",
    "Yoga and meditation help a lot .",
    "Nature is so calming .",
    "Definitely !",
    "Absolutely ! Keep me posted .",
    "Good luck , {PERSON} !",
    "Music is my escape .",
    "Gonna try it tomorrow .",
    "Been busy with work .",
    "Spent the weekend in {LOC} .",
    "Awesome ! Which one ?",
    "Great pic ! Where was it taken ?",
    "My friends {PERSON} , {PERSON} and {PERSON} came over .",
    "my friend {PERSON} got married",
    "we flew to {LOC} and stayed with {PERSON}",
    "Say hi to {PERSON} for me !",
    "I work with a guy called {PERSON} in {LOC} .",
    "Woah ! Amazing .",
    "Books are great .",
    "Cooking is fun .",
    "Dancing makes me happy .",
    "Teamwork matters .",
    "Nope , not yet .",
]

TREES = [
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 {PERSON}/NNP/appos/2 lives/VBZ/ROOT/4 in/IN/case/6 {LOC}/NNP/obl/4"
    " ././punct/4",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 {PERSON}/NNP/appos/2 works/VBZ/ROOT/4 as/IN/case/7 a/DT/det/7 {JOB}/NN/obl/4"
    " ././punct/4",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 {PERSON}/NNP/appos/2 moved/VBD/ROOT/4 to/IN/case/6 {LOC}/NNP/obl/4"
    " last/JJ/amod/8 year/NN/obl:unmarked/4 ././punct/4",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/6 ,/,/punct/4 {PERSON}/NNP/appos/2 ,/,/punct/4 is/VBZ/cop/8 a/DT/det/8"
    " {JOB}/NN/ROOT/8 ././punct/8",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/7 {PERSON}/NNP/appos/2 and/CC/cc/5 I/PRP/conj/2 both/DT/advmod/7"
    " love/VBP/ROOT/7 {LOC}/NNP/obj/7 !/./punct/7",
    "I/PRP/nsubj/2 went/VBD/ROOT/2 to/IN/case/4 {LOC}/NNP/obl/2 with/IN/case/7 my/PRP$/nmod:poss/7 {KIN}/NN/obl/2"
    " {PERSON}/NNP/appos/7 ././punct/2",
    "Took/VBD/ROOT/1 a/DT/det/3 trip/NN/obj/1 to/IN/case/5 {LOC}/NNP/nmod/3 with/IN/case/8 my/PRP$/nmod:poss/8"
    " {KIN}/NN/obl/1 {PERSON}/NNP/appos/8 !/./punct/1",
    "I/PRP/nsubj/2 have/VBP/ROOT/2 two/CD/nummod/4 {PETS}/NNS/obj/2 ,/,/punct/6 {PERSON}/NNP/appos/4 and/CC/cc/8"
    " {PERSON}/NNP/conj/6 ././punct/2",
    "I/PRP/nsubj/2 adopted/VBD/ROOT/2 a/DT/det/4 {PET}/NN/obj/2 named/VBN/acl/4 {PERSON}/NNP/xcomp/5 ././punct/2",
    "My/PRP$/nmod:poss/2 {PET}/NN/nsubj/4 {PERSON}/NNP/appos/2 died/VBD/ROOT/4 last/JJ/amod/6"
    " week/NN/obl:unmarked/4 ././punct/4",
    "Her/PRP$/nmod:poss/2 name/NN/nsubj/4 's/VBZ/cop/4 {PERSON}/NNP/ROOT/4 ././punct/4",
    "His/PRP$/nmod:poss/2 name/NN/nsubj/4 is/VBZ/cop/4 {PERSON}/NNP/ROOT/4 and/CC/cc/8 he/PRP/nsubj/8 's/VBZ/cop/8"
    " adorable/JJ/conj/4 !/./punct/4",
    "My/PRP$/nmod:poss/2 {PET}/NN/nmod:poss/4 's/POS/case/2 name/NN/nsubj/6 is/VBZ/cop/6 {PERSON}/NNP/ROOT/6"
    " ././punct/6",
    "We/PRP/nsubj/2 named/VBD/ROOT/2 him/PRP/obj/2 {PERSON}/NNP/xcomp/2 ././punct/2",
    "I/PRP/nsubj/2 work/VBP/ROOT/2 for/IN/case/4 {ORG}/NNP/obl/2 as/IN/case/7 a/DT/det/7 {JOB}/NN/obl/2 ././punct/2",
    "I/PRP/nsubj/4 no/RB/advmod/3 longer/RBR/advmod/4 work/VBP/ROOT/4 at/IN/case/6 {ORG}/NNP/obl/4 ././punct/4",
    "I/PRP/nsubj/2 quit/VBD/ROOT/2 my/PRP$/nmod:poss/4 job/NN/obj/2 at/IN/case/6 {ORG}/NNP/nmod/4 ././punct/2",
    "I/PRP/nsubj/2 started/VBD/ROOT/2 working/VBG/xcomp/2 at/IN/case/5 {ORG}/NNP/obl/3 last/JJ/amod/7"
    " month/NN/obl:unmarked/2 ././punct/2",
    "I/PRP/nsubj/3 'm/VBP/aux/3 dating/VBG/ROOT/3 {PERSON}/NNP/obj/3 ././punct/3",
    "{PERSON}/NNP/nsubj/4 and/CC/cc/3 I/PRP/conj/1 broke/VBD/ROOT/4 up/RP/compound:prt/4 ././punct/4",
    "Took/VBD/ROOT/1 my/PRP$/nmod:poss/3 {PET}/NN/obj/1 {PERSON}/NNP/appos/3 to/IN/case/7 the/DT/det/7 vet/NN/obl/1"
    " today/NN/obl:unmarked/1 ././punct/1",
    "{PERSON}/NNP/nsubj/2 told/VBD/ROOT/2 me/PRP/iobj/2 she/PRP/nsubj/5 moved/VBD/ccomp/2 to/IN/case/7"
    " {LOC}/NNP/obl/5 ././punct/2",
    "I/PRP/nsubj/2 met/VBD/ROOT/2 my/PRP$/nmod:poss/4 {KIN}/NN/obj/2 {PERSON}/NNP/appos/4 at/IN/case/8 the/DT/det/8"
    " gym/NN/obl/2 ././punct/2",
    "I/PRP/nsubj/3 'm/VBP/aux/3 moving/VBG/ROOT/3 to/IN/case/5 {LOC}/NNP/obl/3 next/JJ/amod/7"
    " month/NN/obl:unmarked/3 !/./punct/3",
    "Been/VBN/cop/2 busy/JJ/ROOT/2 with/IN/case/4 work/NN/obl/2 ././punct/2",
    "Super/RB/advmod/2 excited/JJ/ROOT/2 for/IN/case/5 the/DT/det/5 trip/NN/obl/2 to/IN/case/7"
    " {LOC}/NNP/nmod/5 !/./punct/2",
    "We/PRP/nsubj/4 're/VBP/cop/4 still/RB/advmod/4 friends/NNS/ROOT/4 with/IN/case/6 {PERSON}/NNP/nmod/4 ././punct/4",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/5 's/VBZ/cop/5 a/DT/det/5 {JOB}/NN/ROOT/5 ././punct/5",
    "{PERSON}/NNP/nsubj/4 's/VBZ/cop/4 a/DT/det/4 {JOB}/NN/ROOT/4 now/RB/advmod/4 ././punct/4",
    "{PERSON}/NNP/nsubj/3 's/VBZ/cop/3 {AGE}/CD/ROOT/3 ././punct/3",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 's/VBZ/cop/4 {AGE}/CD/ROOT/4 now/RB/advmod/4 ././punct/4",
    "{PERSON}/NNP/nsubj/4 's/VBZ/cop/4 in/IN/case/4 {LOC}/NNP/ROOT/4 this/DT/det/6 week/NN/obl:unmarked/4 ././punct/4",
    "{PERSON}/NNP/nsubj/3 's/VBZ/cop/3 pregnant/JJ/ROOT/3 !/./punct/3",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 's/VBZ/aux/4 moved/VBN/ROOT/4 to/IN/case/6 {LOC}/NNP/obl/4 ././punct/4",
    "{PERSON}/NNP/nsubj/3 's/VBZ/aux/3 moving/VBG/ROOT/3 to/IN/case/5 {LOC}/NNP/obl/3 in/IN/case/7 May/NNP/obl/3"
    " ././punct/3",
    "{PERSON}/NNP/nsubj/2 quit/VBD/ROOT/2 {ORG}/NNP/obj/2 ././punct/2",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/3 quit/VBD/ROOT/3 her/PRP$/nmod:poss/5 job/NN/obj/3 last/JJ/amod/7"
    " week/NN/obl:unmarked/3 ././punct/3",
    "{PERSON}/NNP/nsubj/2 has/VBZ/ROOT/2 {AILMENT}/NN/obj/2 ././punct/2",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/3 has/VBZ/ROOT/3 {AILMENT}/NN/obj/3 ././punct/3",
    "I/PRP/nsubj/4 no/RB/advmod/3 longer/RBR/advmod/4 like/VBP/ROOT/4 {LIKED}/NN/obj/4 ././punct/4",
    "I/PRP/nsubj/3 really/RB/advmod/3 like/VBP/ROOT/3 {LIKED}/NN/obj/3 ././punct/3",
    "The/DT/det/2 {PLAN}/NN/nsubj/4 is/VBZ/cop/4 off/RB/ROOT/4 ././punct/4",
    "The/DT/det/2 {PLAN}/NN/nsubj/4 is/VBZ/cop/4 off/RB/ROOT/4 ,/,/punct/8 the/DT/det/7 flat/NN/nsubj/8"
    " fell/VBD/parataxis/4 through/RP/compound:prt/8 ././punct/4",
    "Me/PRP/nsubj/4 and/CC/cc/3 {PERSON}/NNP/conj/1 split/VBD/ROOT/4 up/RP/compound:prt/4 ././punct/4",
    "Me/PRP/nsubj/5 and/CC/cc/4 my/PRP$/nmod:poss/4 {KIN}/NN/conj/1 moved/VBD/ROOT/5 to/IN/case/7 {LOC}/NNP/obl/5"
    " ././punct/5",
    "{PERSON}/NNP/nsubj/4 and/CC/cc/3 I/PRP/conj/1 got/VBD/ROOT/4 married/VBN/xcomp/4 in/IN/case/7 {LOC}/NNP/obl/4"
    " ././punct/4",
    "We/PRP/nsubj/2 sold/VBD/ROOT/2 the/DT/det/4 {THING}/NN/obj/2 ././punct/2",
    "It/PRP/nsubj/3 's/VBZ/aux/3 gone/VBN/ROOT/3 ././punct/3",
    "I/PRP/nsubj/2 sold/VBD/ROOT/2 my/PRP$/nmod:poss/4 {THING}/NN/obj/2 to/IN/case/6 {PERSON}/NNP/obl/2 ././punct/2",
    "I/PRP/nsubj/3 just/RB/advmod/3 got/VBD/ROOT/3 a/DT/det/6 new/JJ/amod/6 {THING}/NN/obj/3 ././punct/3",
    "I/PRP/nsubj/2 bought/VBD/ROOT/2 {PERSON}/NNP/nmod:poss/6 's/POS/case/3 old/JJ/amod/6 {THING}/NN/obj/2 ././punct/2",
    "Not/RB/advmod/2 yet/RB/ROOT/2 ././punct/2",
    "Yep/UH/discourse/3 ,/,/punct/1 moved/VBD/ROOT/3 last/JJ/amod/5 month/NN/obl:unmarked/3 ././punct/3",
    "Nope/UH/discourse/4 ,/,/punct/1 still/RB/advmod/4 single/JJ/ROOT/4 ././punct/4",
    "Two/CD/ROOT/1 ,/,/punct/3 {PERSON}/NNP/appos/1 and/CC/cc/5 {PERSON}/NNP/conj/3 ././punct/1",
    "In/IN/case/2 {LOC}/NNP/ROOT/2 ,/,/punct/6 with/IN/case/6 my/PRP$/nmod:poss/6 {KIN}/NN/nmod/2 ././punct/2",
    "Just/RB/advmod/2 {PERSON}/NNP/ROOT/2 and/CC/cc/4 me/PRP/conj/2 ././punct/2",
    "{PERSON}/NNP/nsubj/5 is/VBZ/cop/5 my/PRP$/nmod:poss/5 new/JJ/amod/5 {KIN}/NN/ROOT/5 ././punct/5",
    "My/PRP$/nmod:poss/3 new/JJ/amod/3 {KIN}/NN/nsubj/5 is/VBZ/cop/5 {PERSON}/NNP/ROOT/5 ././punct/5",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj:pass/4 is/VBZ/aux:pass/4 called/VBN/ROOT/4 {PERSON}/NNP/xcomp/4 ././punct/4",
    "My/PRP$/nmod:poss/2 name/NN/nsubj/4 is/VBZ/cop/4 {PERSON}/NNP/ROOT/4 ,/,/punct/7 and/CC/cc/7 yours/PRP/conj/4"
    " ?/./punct/4",
    "I/PRP/nsubj/3 'm/VBP/cop/3 {PERSON}/NNP/ROOT/3 ././punct/3",
    "I/PRP/nsubj/4 'm/VBP/cop/4 from/IN/case/4 {LOC}/NNP/ROOT/4 but/CC/cc/7 I/PRP/nsubj/7 live/VBP/conj/4 in/IN/case/9"
    " {LOC}/NNP/obl/7 ././punct/4",
    "I/PRP/nsubj/2 grew/VBD/ROOT/2 up/RP/compound:prt/2 in/IN/case/5 {LOC}/NNP/obl/2 ././punct/2",
    "I/PRP/nsubj/4 'm/VBP/cop/4 a/DT/det/4 {JOB}/NN/ROOT/4 at/IN/case/6 {ORG}/NNP/nmod/4 ././punct/4",
    "I/PRP/nsubj/3 'm/VBP/aux/3 studying/VBG/ROOT/3 {STUDY}/NN/obj/3 in/IN/case/6 {LOC}/NNP/obl/3 ././punct/3",
    "I/PRP/nsubj/3 'm/VBP/aux/3 majoring/VBG/ROOT/3 in/IN/case/5 {STUDY}/NN/obl/3 ,/,/punct/7 {PERSON}/NNP/vocative/3"
    " !/./punct/3",
    "Enjoy/VB/ROOT/1 your/PRP$/nmod:poss/3 {MEAL}/NN/obj/1 ,/,/punct/5 {PERSON}/NNP/vocative/1 !/./punct/1",
    "Enjoy/VB/ROOT/1 the/DT/det/3 {MEAL}/NN/obj/1 !/./punct/1",
    "Have/VB/ROOT/1 a/DT/det/4 great/JJ/amod/4 {MEAL}/NN/obj/1 ,/,/punct/6 {PERSON}/NNP/vocative/1 !/./punct/1",
    "Did/VBD/aux/3 you/PRP/nsubj/3 tell/VB/ROOT/3 {PERSON}/NNP/obj/3 ?/./punct/3",
    "How/WRB/ROOT/1 's/VBZ/cop/1 {PERSON}/NNP/nsubj/1 ?/./punct/1",
    "So/RB/advmod/6 you/PRP/nsubj/6 're/VBP/cop/6 at/IN/case/6 the/DT/det/6 {PLACE}/NN/ROOT/6 now/RB/advmod/6"
    " ?/./punct/6",
    "{PERSON}/NNP/nsubj/2 says/VBZ/ROOT/2 hi/UH/obj/2 !/./punct/2",
    "I/PRP/nsubj/3 never/RB/advmod/3 said/VBD/ROOT/3 that/DT/obj/3 ././punct/3",
    "{PERSON}/NNP/nsubj/2 got/VBD/ROOT/2 a/DT/det/4 job/NN/obj/2 at/IN/case/6 {ORG}/NNP/nmod/4 ././punct/2",
    "I/PRP/nsubj/3 'm/VBP/aux/3 gon/VBG/ROOT/3 na/TO/mark/5 move/VB/xcomp/3 to/IN/case/7 {LOC}/NNP/obl/5 ././punct/3",
    "I/PRP/nsubj/2 used/VBD/ROOT/2 to/TO/mark/4 live/VB/xcomp/2 in/IN/case/6 {LOC}/NNP/obl/4 ././punct/2",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/4 {PERSON}/NNP/appos/2 has/VBZ/ROOT/4 {AILMENT}/NN/obj/4 ././punct/4",
    "Our/PRP$/nmod:poss/2 {PET}/NN/nsubj/4 {PERSON}/NNP/appos/2 turned/VBD/ROOT/4 {AGE}/CD/obj/4"
    " today/NN/obl:unmarked/4 ././punct/4",
    "My/PRP$/nmod:poss/2 {KIN}/NN/nsubj/3 works/VBZ/ROOT/3 at/IN/case/6 the/DT/det/6 {PLACE}/NN/obl/3 in/IN/case/8"
    " {LOC}/NNP/nmod/6 ././punct/3",
    "Still/RB/advmod/2 living/VBG/ROOT/2 in/IN/case/4 {LOC}/NNP/obl/2 with/IN/case/7 my/PRP$/nmod:poss/7 {KIN}/NN/obl/2"
    " ././punct/2",
    "Working/VBG/ROOT/1 at/IN/case/4 the/DT/det/4 {PLACE}/NN/obl/1 now/RB/advmod/1 ././punct/1",
    "Turns/VBZ/ROOT/1 out/RP/compound:prt/1 {PERSON}/NNP/nsubj/4 moved/VBD/ccomp/1 to/IN/case/6 {LOC}/NNP/obl/4"
    " ././punct/1",
]
"""Words as form/tag/label/head (counted from 1), for constructions that are important for extraction."""

FILLERS = {
    "{KIN}": ["sister", "brother", "mom", "dad", "friend", "husband", "wife", "son", "daughter", "cousin", "boss",
              "neighbor", "roommate", "girlfriend", "boyfriend", "uncle", "aunt", "colleague", "grandma", "partner",
              "coach", "fiance", "niece", "nephew", "buddy"],
    "{PET}": ["dog", "cat", "puppy", "kitten", "rabbit", "hamster", "parrot", "turtle", "horse"],
    "{PETS}": ["dogs", "cats", "puppies", "kittens", "rabbits", "turtles", "kids", "daughters", "sons"],
    "{JOB}": ["nurse", "teacher", "chef", "lawyer", "designer", "waiter", "engineer", "barista", "dentist", "pilot",
              "writer", "manager", "vet", "firefighter", "librarian"],
    "{ORG}": ["Google", "Acme", "Microsoft", "Amazon", "Siemens", "Toyota", "Netflix", "Initech", "Globex", "Spotify",
              "Walmart", "Nike", "Tesla", "Pfizer", "Oracle", "Starbucks", "Lufthansa", "Samsung", "Deloitte", "Ikea"],
    "{AGE}": ["3", "7", "12", "18", "21", "29", "30", "34", "41", "50", "66", "80", "seven", "thirty", "forty"],
    "{AILMENT}": ["asthma", "diabetes", "covid", "flu", "migraines", "eczema", "epilepsy", "arthritis", "cancer"],
    "{LIKED}": ["jazz", "coffee", "sushi", "football", "tennis", "chess", "yoga", "pizza", "rap", "running", "tea"],
    "{PLAN}": ["move", "wedding", "trip", "party", "deal", "holiday", "interview", "concert", "date", "surgery"],
    "{THING}": ["bike", "car", "flat", "house", "phone", "guitar", "van", "laptop", "piano", "camera", "boat"],
    "{STUDY}": ["law", "biology", "medicine", "econ", "maths", "history", "nursing", "psychology", "physics"],
    "{MEAL}": ["trip", "dinner", "holiday", "weekend", "lunch", "day", "evening", "party", "break", "flight"],
    "{PLACE}": ["bakery", "hospital", "library", "bank", "school", "port", "garage", "hotel", "museum", "airport"],
}  # fmt: skip
