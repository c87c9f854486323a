import type { CardVerificationAttributes } from '#contract/public/card-verifications.ts';
import { CARD_REASON_RULES, nextVerifyingStart, verifyingMinutes } from '#core/customer/card-verification.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findQueuePosition, type VerificationRow } from './store.ts';

/** Why a card was refused: the dictionary's text and the verifier's. */
export function reasonWords(deps: Pick<Deps, 't'>, { reason, reason_text }: VerificationRow, locale: Locale): string | null {
  if (reason === null) return null;
  if (reason === 'unspecified' && reason_text !== null) return reason_text;
  const text = deps.t(locale, `card_verification.reason.${reason}`);
  return reason_text === null ? text : `${text} ${reason_text}`;
}

/** A card for its customer. */
export async function presentVerification(
  deps: Pick<Deps, 't' | 'clock'>,
  db: Queryable,
  { row, locale }: { readonly row: VerificationRow; readonly locale: Locale },
): Promise<{ type: string; id: string; attributes: CardVerificationAttributes }> {
  const now = deps.clock.now();
  const queuePosition = await findQueuePosition(db, row);
  const from = queuePosition === null ? null : nextVerifyingStart(now);
  const attributes: CardVerificationAttributes = {
    status: row.state,
    card_number_masked: row.card_masked,
    name: row.name,
    issuing_bank_id: row.issuing_bank_id,
    order_public_id: row.order_id,
    // For a missing reason the page has its own message (spec 8)
    reason: row.reason === 'unspecified' && row.reason_text === null ? null : reasonWords(deps, row, locale),
    may_try_again: row.reason !== null && !CARD_REASON_RULES[row.reason].isFinal,
    created_at: toRfc3339(row.created_at.getTime()),
    decided_at: row.decided_at === null ? null : toRfc3339(row.decided_at.getTime()),
    queue_position: queuePosition,
    eta_minutes: queuePosition === null ? null : verifyingMinutes(queuePosition, now),
    opens_at: from === null ? null : toRfc3339(from),
  };
  return { type: 'card_verifications', id: row.id, attributes };
}
