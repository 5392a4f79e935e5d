"""Completes the statements of a turn in view of all that it tells: its counts, names, days and implied states.

Rules and the network read one clause, or one sentence. What two of them mean together is only known here.
"""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.apposed import with_names
from chronomem.extractors.language.consequences import with_consequences
from chronomem.extractors.language.counts import with_counts
from chronomem.extractors.language.extracted import Extraction
from chronomem.extractors.language.first_days import (
    with_days_left,
    with_ends_there,
    with_first_days,
    with_last_days,
    with_months,
    with_purchases,
)
from chronomem.extractors.language.frames.announcements import with_announced_states
from chronomem.extractors.language.frames.fulfilments import with_plans_met, without_views_of_the_past
from chronomem.extractors.language.homes_to_come import with_homes_to_come
from chronomem.extractors.language.lists_apart import with_lists_apart
from chronomem.extractors.language.one_at_a_time import with_predecessors_over
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.partners import (
    names_of_partners,
    with_both_parted,
    without_employers,
)
from chronomem.extractors.language.side_by_side import with_one_each
from chronomem.extractors.semantic_time import TimeSpan
from chronomem.extractors.turns.stored_turn import StoredTurn


def completed(extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeSpan], turn: StoredTurn) -> Extraction:
    """Return an extraction whose statements and aliases take all that the turn tells into account.

    Args:
        tree: the parse of the turn.
        times: the times that the turn names, in it.
    """
    extraction = replace(extraction, statements=with_counts(extraction.statements))
    extraction = with_lists_apart(extraction, tree)
    extraction = with_names(extraction, tree, (turn.speaker, *turn.others))
    alone = with_predecessors_over(with_one_each(extraction.statements, tree), tree)
    extraction = replace(extraction, statements=alone)
    if times:
        extraction = _with_days(extraction, tree, times, turn)
    statements = without_views_of_the_past(without_employers(extraction.statements))
    statements = with_both_parted(with_consequences(with_announced_states(statements)))
    statements = with_plans_met(statements, turn.said_at)
    extraction = replace(extraction, statements=statements)
    extraction = with_homes_to_come(extraction, tree, times, turn.speaker, turn.said_at)
    aliases = dict.fromkeys((*extraction.aliases, *names_of_partners(statements)))
    of_others = tuple(
        each for each in extraction.statements if each.object != each.subject
    )  # nobody is their own brother
    return replace(extraction, statements=of_others, aliases=tuple(aliases))


def _with_days(extraction: Extraction, tree: SyntaxTree, times: Sequence[TimeSpan], turn: StoredTurn) -> Extraction:
    """Return an extraction with the days and months on which what it tells begins and ends."""
    extraction = with_first_days(extraction, tree, times, turn.said_at)
    extraction = with_days_left(extraction)
    extraction = with_last_days(extraction, turn.said_at)
    extraction = with_months(extraction, tree, times, turn.said_at)
    extraction = with_purchases(extraction)
    return with_ends_there(extraction, tree, times, turn.said_at)
