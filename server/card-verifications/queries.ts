import { VERIFICATION_STATES } from '#core/customer/card-verification.ts';
import type { CardPhotoState } from '#core/order/deadlines.ts';
import type { Order } from '#core/order/order.ts';
import type { FindCardStanding } from '#server/orders/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { findStanding } from './store.ts';

/** Notifies the office that its list of card verifications changed. */
export const CARDS_CHANNEL = 'card_checks_changed';

/** The input of a card's keyed hash. The prefix separates it from other hashes. */
export const cardHashInput = (digits: string): string => `card ${digits}`;

/** Recognizes the same card without storing its number. */
export const cardFingerprint = (secrets: Pick<Secrets, 'fingerprint'>, digits: string): Buffer =>
  secrets.fingerprint(cardHashInput(digits));

/** SQL: whether order `o` waits for a decision on a submitted card of the order or of its account. */
export const isCardSubmitted = sql`(o.status = 'awaiting_verification'
  and exists (select from card_verifications v
  where (v.order_id = o.id or v.user_id = o.user_id) and v.state in ('pending', 'processing')))`;

const SubmittedRow = rowType({ is_submitted: col.bool, own_state: col.nullable(col.oneOf(VERIFICATION_STATES)) });

/** The state of the card last submitted for a waiting order. */
export async function submittedCardOf(db: Queryable, { id, status }: Pick<Order, 'id' | 'status'>): Promise<CardPhotoState> {
  if (status !== 'awaiting_verification') return 'none';
  const row = await db.one(
    SubmittedRow,
    sql`
    select ${isCardSubmitted} as is_submitted,
      (select v.state from card_verifications v where v.order_id = o.id order by v.created_at desc limit 1) as own_state
    from orders o where o.id = ${id}`,
  );
  if (row.is_submitted || row.own_state === 'verified') return 'undecided';
  return row.own_state === 'rejected' ? 'refused' : 'none';
}

/** The state of a card for this payer. Verifications of the same card by others do not count. */
export const findCardStanding: FindCardStanding = async ({ secrets }, db, { cardNumber, ...owner }) =>
  await findStanding(db, cardFingerprint(secrets, cardNumber), owner);
