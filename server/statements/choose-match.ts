import { accept, refuse, type Result } from '#core/result.ts';
import type { MatchKind } from '#core/statements/match.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { matchesOf } from './present.ts';
import type { LineRow } from './store.ts';

interface Choice {
  readonly order_id: string;
  readonly is_same: boolean;
  readonly kind?: MatchKind | undefined;
  readonly reason?: string | undefined;
}

/**
 * Checks an operator's choice for a line under the order's lock: since the page was read, another operator or an import may have recorded
 * this money, which must not be recorded twice.
 */
export async function chosenMatch(
  tx: Tx,
  line: LineRow,
  choice: Choice,
): Promise<Result<{ readonly entryReference: string | null; readonly reason: string | null }, 'order_state_conflict' | 'required'>> {
  await lockOrder(tx, choice.order_id);
  const lineMatches = (await matchesOf(tx, [line], choice.order_id)).get(line.id);
  const currentMatch = lineMatches?.matches.at(0);
  const entryReference = currentMatch?.entryReference ?? null;
  if (choice.is_same && entryReference === null) return refuse({ code: 'order_state_conflict', message: 'line_not_recorded' });
  if (!choice.is_same && currentMatch?.kind === 'recorded')
    return refuse({ code: 'order_state_conflict', message: 'line_recorded_meanwhile' });
  if (choice.kind !== undefined && choice.kind !== currentMatch?.kind)
    return refuse({ code: 'order_state_conflict', message: 'line_match_changed' });
  const reason = choice.reason?.trim() || null;
  if (!choice.is_same && reason === null) {
    if (lineMatches !== undefined && lineMatches.sameNumber.length > 0)
      return refuse({ code: 'required', field: 'reason', message: 'line_number_entered' });
    if (currentMatch?.kind === 'near') return refuse({ code: 'required', field: 'reason' });
  }
  return accept({ entryReference: choice.is_same ? entryReference : null, reason });
}
