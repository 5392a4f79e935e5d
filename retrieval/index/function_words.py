"""Function words by language, without accents: they tell which language a text is in, and aren't index terms.

The languages are named as PyStemmer names its stemmers.
"""

from collections.abc import Mapping

ENGLISH = "english"

_WORDS: Mapping[str, str] = {
    ENGLISH: """
        a about after again all also am an and any are as at be because been before being but by can could did do does
        doing done down each even for from get gets getting go goes going gone got had has have having he her here
        hers him his how i if in into is it its just like me more most much my no not now of off on one only or other
        our out over own really s same she should so some such t than that the their them then there these they thing
        things this those through to too under until up us very was we were what when where which while who whom whose
        why will with would you your yours
    """,
    "german": """
        aber als also am an ans auch auf aus bei beim bin bis bist da dabei damit dann das dass dein deine deinem
        deinen deiner dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein
        eine einem einen einer eines er es etwas euch euer eure fur gerade habe haben habt hast hat hatte hatten hier
        ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jetzt kann kannst kein keine keinen konnen mal
        man mein meine meinem meinen meiner mich mir mit muss musste nach nicht nichts noch nun nur ob oder ohne schon
        sehr sein seine seinem seinen seiner seit sich sie sind so soll um und uns unser unsere vom von vor wann war
        waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird
        wirst wo wohin woher womit wovor wurde wurden zu zum zur ubrigens
    """,
    "french": """
        ai aller alors apres as au aussi autre aux avait avant avec avez avons bien c car ce cela ces cet cette ceux
        chez comme comment d dans de depuis des deux donc dont du elle elles en encore est et etait etaient ete etes
        etre eu fait font il ils j je jusqu l la le les leur leurs lui m ma mais me meme mes moi mon n ne ni nos notre
        nous on ont ou par parce pas peu peut plus pour pourquoi quand que quel quelle quelles quels qu qui quoi s sa
        sans se sera ses si son sont sous suis sur t ta te tes toi ton tous tout toute toutes tres tu un une vas va
        vers vos votre vous y
    """,
    "spanish": """
        a al algo alguien antes aqui asi aun aunque cada casi como con cual cuales cuando cuanto cuantos de del desde
        despues donde dos e el ella ellas ellos en entonces entre era eran eres es esa ese eso esos esta estaba estan
        estas este esto estos estoy fue fueron ha habia hace han has hasta hay he la las le les lo los mas me mi mis
        muy nada ni no nos nosotros o os otra otro para pero por porque que quien quienes se sea ser si sido sin sobre
        solo son soy su sus tambien tan te tengo tiene tienen todo todos tu tus un una unas unos vosotros voy vuestra
        vuestro y ya yo
    """,
    "italian": """
        a ad agli ai al alla alle allo anche ancora aveva avevo c che chi ci come con cosa cui da dagli dai dal dalla
        dei del della delle dello di dopo dove e ed era erano gia gli ha hai hanno ho i il in io l la le lei li lo
        loro lui ma mai me mi mia mie miei mio molto ne negli nei nel nella nelle nello noi non nostra nostro o per
        perche piu poi qual quale quali quando quanto quella quelle quelli quello questa queste questi questo qui sei
        sempre senza si sia siamo sono sta stata stato sto su sua sue sugli sui sul sulla suo suoi te ti tra tu tua
        tue tuo tuoi tutti tutto un una uno vi voi vostro
    """,
    "portuguese": """
        a agora ainda algo ao aos aquela aquele aqui as assim ate cada com como da das de dela dele deles depois do
        dos e ela elas ele eles em entao entre era essa esse esta estao estava este estou eu foi foram ha isso isto ja
        la lhe mais mas me mesmo meu meus minha minhas muito na nada nao nas nem no nos nossa nosso num numa o onde os
        ou para pela pelo por porque qual quais quando quanto que quem sao se sem sempre ser seu seus so sobre sou sua
        suas tambem te tem tenho teu tinha tu tua tudo um uma voce voces
    """,
    "dutch": """
        aan al als altijd ben bent bij dan dat de deze die dit doen door dus een en er ge geen haar had heb hebben
        hebt heeft hem het hier hij hoe hun ik in is ja je jij jou jouw jullie kan kon maar me meer met mij mijn moet
        na naar niet niets nog nu of om omdat onder ons onze ook op over te toen tot u uit uw van vanaf veel voor waar
        waarom wanneer waren was wat we weer welk welke wel werd wie wij wil worden wordt zal ze zei zich zij zijn zo
        zonder zou
    """,
    "swedish": """
        alla allt att av blev bli da de dem den denna det detta dig din dina dit ditt du efter ej eller en er ett fick
        fran for fore ga gor ha hade han har hej hon honom hos hur i icke ingen inte ja jag kan kommer kunde man med
        mellan men mig min mina mitt mot mycket nar nara nej ni nu nagon nagot och om oss pa sa sedan sig sin sina
        sitt ska skulle som till upp ut utan vad var vara varfor varit vem vi vid vilka vilken vilket vill at an
    """,
    "danish": """
        af alle alt at blev blive da de dem den denne der deres det dette dig din dine dit du efter eller en end er et
        fik for fra gor ham han hans har havde hej hende hendes her hos hun hvad hvem hvilken hvilke hvis hvor hvordan
        hvorfor hvornar i ikke ind ingen ja jeg jer kan kom kunne man med meget mellem men mig min mine mit mod ned
        nej noget nogle nu nar og ogsa om op os over pa sa sig sin sit skal skulle som til ud uden var ved vi vil
        ville vores vaere vaeret
    """,
    "norwegian": """
        alle alt at av bare ble bli da de deg dem den denne der deres det dette din dine dit ditt du eller en enn er
        et ett fikk for fra gjor ha hadde ham han hans har hei henne hennes her hos hun hva hvem hvilken hvilke hvis
        hvor hvordan hvorfor i ikke ingen ja jeg kan kom kunne man med meg meget mellom men min mine mitt mot mye ned
        nei noe noen na nar og ogsa om opp oss over pa sa seg sin sitt skal skulle som til ut uten var ved vi vil
        ville vaert
    """,
    "finnish": """
        ei eika en etta han hanen hei ja jo joka jos kanssa kuin kun kuka me mika milloin mina minulla minun miten
        missa mita mutta myos ne niin nyt oli olen olet olin olisi on ovat se sen siella sina sinulla sinun sita tai
        tama tassa te vain viela voi
    """,
    "polish": """
        a ale az bardzo bez bo by byc byl byla bylo byly ci cie co czy dla do gdy gdzie go i ich ile im ja jak jaka
        jakich jaki jakie jego jej jest jestem jestes jeszcze juz kiedy kto ktora ktore ktory ktorych ma mam mi mial
        miala mialo mna mnie moj moja moje moze my na nad nam nas nasz nasza nie nim niz o od on ona one oni ono oraz
        po pod przed przez przy sa sie skad sobie swoj swoja ta tak tam te tego tej ten to tobie tu twoj twoja twoje
        ty tylko u w was we wiec wy z za ze zeby
    """,
    "czech": """
        a ale ani az bez bude by byl byla bylo byt co do ho i jak jake jaky je jeho jej jeji jen jeste ji jsem jsi
        jsme jsou jste k kam kde kdo kdyz ke ktera ktere ktery ma mam me mel mi mne moje muj my na nad nam nas ne nebo
        neni nez o od on ona oni pak po pod podle pokud pro proc proto pred pri s se si sve svuj ta tady tak take tam
        te ten tento to tom tu tvuj ty u uz v vam vas ve vsak z za ze
    """,
    "hungarian": """
        a abban ami az azt be csak de e egy el en es ez ezt fel ha hogy hol honnan is itt ki kell le lesz leszek lett
        maga majd meg melyik mert mi miert mikor milyen mint mit most nagyon neki nekem nem nincs o oda ok ott pedig
        sem ti van vagy vagyok volt voltam
    """,
    "romanian": """
        a ai al ale am ar are as asta atunci au ca care cand cat ce cel cine cu cum da daca dar de deci din dupa e ea
        ei el ele era este eu fi fost i iar imi in intr isi la le lor lui ma mai mea mei mele meu mi mult ne nu o pe
        pentru prin s sa sau se si sunt ta tau te toate tot tu un unde unei unui va vom
    """,
    "turkish": """
        ama ancak bana bazi ben beni benim bir biz bize bizim bu bunu cok da daha de degil diye en gibi hangi hem hep
        her hic icin ile ise iyi kadar kac ki kim mi mu nasil ne neden nerede nereye niye o olarak oldu olan on ona
        onu onun sana sen seni senin siz sizin su var ve veya ya yok zaman
    """,
    "russian": """
        а без бы был была были было быть в вам вас ваш весь во вот все всего вы где да даже для до другой его ее ей
        ему если есть еще ж же за зачем и из или им их к как какая какие каких какое какой какую когда кого кому
        который кто куда ли между меня мне мной много мои мой моя мы на над надо нам нас наш не него нее нет ни них но
        ну о об один она они оно от откуда очень по под после потом потому почему при про с сам свой своя себе себя
        сейчас со так также такой там тебе тебя то того тоже только том ты у уже хотя чего чей чем через что чтобы эта
        эти это этого этой этом этот я
    """,
    "greek": """
        αλλα αν απο αυτα αυτη αυτο αυτος για δεν εγω ειμαι ειναι εισαι εκει ενα ενας εσυ εχει εχεις εχω η ηταν θα και
        κατα με μετα μη μια μου να ο οι ολα οπως οτι ποια ποιος ποιο ποτε που πως σαν σε σου στα στη στην στο στον τα
        τη την της τι τις το τον του τους των
    """,
    "arabic": """
        ان انا انت او اي الى التي الذي اين بعد بين ثم حتى ذلك على عن عند غير في قبل قد كان كانت كل كم كيف لا لك لم لن
        له لها لي لماذا ما ماذا متى مع من منذ نحن هذا هذه هل هم هنا هو هي و يا
    """,
    "hindi": """
        और इस उस उसे उसके उसका उसकी एक ऐसा कब कर करना कहाँ कहां का कि किस किसने की कुछ के को कौन क्या क्यों गया गई जब
        जो तक तो था थी थे नहीं ने पर बहुत भी मुझे में मेरा मेरी मेरे मैं यह या ये रहा रही रहे वह वे से हम है हैं हो
        हूँ
    """,
    "chinese": """
        的 了 是 我 你 他 她 它 在 和 有 不 就 都 也 吗 呢 吧 什 么 这 那 哪 个 们 很 把 被 给 什么 怎么 么样 为什
        哪里 哪个 时候 多少 我们 你们 他们 她们 它们 这个 那个 这里 那里 一个 没有 不是 可以 自己 还是 因为 所以 但是
        已经 现在
    """,
    "japanese": """
        何 あの あり ある いう いて いの いま います うか うに えて から かの かり けど こと この これ さい して しま
        した しょ する すか すが せん そう その たい たの たら だけ だよ だね つも てい てく では です でし でも とは
        という ない なの なぜ なら なん など にし には によ ので のに のは はい はど はな ます ませ まし まで もの
        ょう よう よね よっ らい られ りま りて るの れた れて わね った って っと んだ んで んな どう どこ どの どん
        いつ いく くら だれ
    """,
}

FUNCTION_WORDS: Mapping[str, frozenset[str]] = {language: frozenset(text.split()) for language, text in _WORDS.items()}
