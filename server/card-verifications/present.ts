import type { CardVerificationAttributes } from '#contract/card-verifications.ts';
import { CARD_REASON_RULES, verifyingFrom, verifyingMinutes } from '#core/card-verification.ts';
import type { Locale } from '#core/locale.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPlace, type VerificationRow } from './store.ts';

/** Why a card was refused, for its customer: the verifier's own words beside the dictionary's. */
export function reasonWords(deps: Pick<Deps, 't'>, { reason, reason_text }: VerificationRow, locale: Locale): string | null {
  if (reason === null) return null;
  if (reason === 'unspecified' && reason_text !== null) return reason_text;
  const words = deps.t(locale, `card_verification.reason.${reason}`);
  return reason_text === null ? words : `${words} ${reason_text}`;
}

/** A card as its customer reads it. */
export async function presentVerification(
  deps: Pick<Deps, 't' | 'clock'>,
  db: Queryable,
  { row, locale }: { readonly row: VerificationRow; readonly locale: Locale },
): Promise<{ type: string; id: string; attributes: CardVerificationAttributes }> {
  const now = deps.clock.now();
  const place = await findPlace(db, row);
  const from = place === null ? null : verifyingFrom(now);
  const attributes: CardVerificationAttributes = {
    status: row.state,
    card_number_masked: row.card_masked,
    name: row.name,
    issuing_bank_id: row.issuing_bank_id,
    order_public_id: row.order_id,
    // Without a reason a sentence of its own says so (spec 8)
    reason: row.reason === 'unspecified' && row.reason_text === null ? null : reasonWords(deps, row, locale),
    may_try_again: row.reason !== null && !CARD_REASON_RULES[row.reason].isFinal,
    created_at: toRfc3339(row.created_at.getTime()),
    decided_at: row.decided_at === null ? null : toRfc3339(row.decided_at.getTime()),
    queue_position: place,
    eta_minutes: place === null ? null : verifyingMinutes(place, now),
    opens_at: from === null ? null : toRfc3339(from),
  };
  return { type: 'card_verifications', id: row.id, attributes };
}
