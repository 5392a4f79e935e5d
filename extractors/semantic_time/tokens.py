"""Find the tokens of a text: words, numbers, and numbers that are written as dates or times."""

import re
from typing import Final

Token = tuple[str, str, int, int]

# Numbers with separators that are dates or times come before other numbers with separators ("junk").
_TOKEN: Final = re.compile(
    r"""
    (?P<plain>(?<!\w)[^\W\d_]{3,}(?![\w']))
  | (?P<isorange>(?<![\w.-])\d{4}-\d\d-\d\d(?:/|\.\.)\d{4}-\d\d-\d\d(?![\w-]))
  | (?P<iso>(?<![\w.])\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{1,6})?)?(?:\ ?(?:Z|[+-]\d\d:?\d\d))?(?!\w))
  | (?P<ymd>(?<![\d.])(?<!\d[-/])\d{4}(?P<s1>[-/.\ ])\d{1,2}(?P=s1)\d{1,2}(?!\d|[-/.]\d))
  | (?P<compact>(?<![\w.+])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\w))
  | (?P<twice>(?<![\w/.-])\d{1,2}-\d{1,2}-\d{4}\ ?-\ ?\d{1,2}-\d{1,2}-\d{4}(?![\w-]))
  | (?P<mdy>(?<![\w/.-])'?\d{1,2}(?P<s2>[-/.])'?\d{1,2}(?P=s2)'?(?:\d{4}|\d\d)(?![\w%]|[-.]\d|/))
  | (?P<dashed>(?<=\d-)\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)(?![\w%/]))
  | (?P<ymd2>(?<![\w/.-])'?\d\d(?P<s3>[-/.])\d{1,2}(?P=s3)\d{1,2}(?![\w%]|[-/.]\d))
  | (?P<slashes>(?<![\w/.])\d{1,2}/\d{1,2}/'?(?:\d{4}|\d\d)(?![\w%/]|\.\d))
  | (?P<comma>(?<![\w/.-])\d{1,2}/\d{1,2},(?:\ ?\d{4}|\d\d)(?![\w%]|[-/.:]\d))
  | (?P<years>(?<![\w/.+-])(?:1[5-9]|20|21)\d\d[-/](?:1[5-9]|20|21)\d\d(?![\w%/-]))
  | (?P<isoweek>(?<![\w.-])(?:19|20)\d\d-?[Ww](?:0[1-9]|[1-4]\d|5[0-3])(?![\w-]))
  | (?P<spaced>(?<![\w/.-])\d{1,2}\ \d{1,2}\ \d{4}(?![\w%]|[-/.]\d))
  | (?P<ym>(?<![\w/.+-])\d{4}(?:\ ?[-/]\ ?|\.)(?:0?[1-9]|1[0-2])(?![\w%]|\ ?[-/.:]\ ?\d))
  | (?P<my>(?<![\w/.+-])(?:0?[1-9]|1[0-2])\ ?[-/]\ ?[12]\d{3}(?![\w%]|[-/.:]\d))
  | (?P<season>(?<![\w/.+-])(?:19|20)\d\d[-/]\d\d(?![\w%/.-]|:\d))
  | (?P<slash>(?<![\w/.^*+=)])\d{1,2}/\d{1,2}(?![\w/%]|\.\d))
  | (?P<dash>(?<![\w/.-])\d{1,2}-\d{1,2}(?=\ ?[ap]\.?m|(?![\w%-]|[/.:]\d)))
  | (?P<dot>(?<![\w/.+])\d{1,2}\.\d{1,2}(?=\ ?[ap]\.?m|(?![\w%]|[./]\d)))
  | (?P<clock>(?<![\w:.])\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?=[apAP]\.?[mM]?\b|h\b|(?![\w:]|\.\d)))
  | (?P<hclock>(?<![\w:.])\d{1,2}[hH]\d\d(?!\w))
  | (?P<ordinal>(?<!\w)(?<!\d\.)\d{1,3}(?:st|nd|rd|th|ST|ND|RD|TH)\b)
  | (?P<decade>(?<![\w.$€£])'?(?:\d0|\d\d\d0)(?:'?s|\ s)\b)
  | (?P<short_year>(?<![^\W\d])'\d\d(?![\w%']))
  | (?P<quarter>(?<![A-Za-z])(?<![A-Za-z]-)[Qq][1-4](?!\w))
  | (?P<half>(?<![A-Za-z])(?<![A-Za-z]-)[Hh][12](?!\w))
  | (?P<money>[$€£¥]\ ?\d[\d,.]*\w*|\d[\d,]*(?:\.\d+)?\ ?(?:%|percent\b|dollars\b|bucks\b|euros\b|pounds\b))
  | (?P<hours>(?<![\w/.:+-])\d{1,2}(?=-\d{1,2}:\d\d\ ?[ap]\.?m|,(?:19|20)\d\d(?![\d,.]\d|\d)))
  | (?P<junk>(?<![^\W\d_][-/])\d+(?:[-/.,:]\d+)+(?!\d|[-/][^\W\d_]{3})|(?:(?<!\w)\w+)?_\w*|%\w+)
  | (?P<int>\d+(?:'s\b)?)
  | (?P<ampm>(?<![^\W\d_])[AaPp](?:\.\ ?[Mm]\b\.?|\ ?[Mm](?!\w|')))
  | (?P<word>[^\W\d_]+(?:'[^\W\d_]+)*(?:(?<=s)'(?=\ \w))?)
  | (?P<sign>[<>]\ ?=?|=)
  | (?P<line>\n\s*)
  | (?P<stops>[.!?;:]{2,})
  | (?P<rest>[^\s\w,~/()@&.!?;:<>='$€£¥-]+)
  | (?P<mark>[^\s])
""",
    re.VERBOSE,
)
# Groups that have a pattern of their own but the kind of another group.
_SAME: Final = {"plain": "word", "hours": "int"}


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a text: kind, lower-case text, offsets."""
    return [
        (
            _SAME.get(match.lastgroup or "mark", match.lastgroup or "mark"),
            match.group().lower(),
            match.start(),
            match.end(),
        )
        for match in _TOKEN.finditer(text)
    ]
