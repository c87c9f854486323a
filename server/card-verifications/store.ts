import { CARD_REASONS, type CardReason, FINAL_CARD_REASONS, VERIFICATION_STATES } from '#core/customer/card-verification.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

export const VerificationRow = rowType(
  {
    id: col.text,
    user_id: col.nullable(col.text),
    order_id: col.nullable(col.text),
    card_masked: col.text,
    name: col.text,
    issuing_bank_id: col.text,
    state: col.oneOf(VERIFICATION_STATES),
    reason: col.nullable(col.oneOf(CARD_REASONS)),
    reason_text: col.nullable(col.text),
    created_at: col.timestamp,
    held_by: col.nullable(col.text),
    held_until: col.nullable(col.timestamp),
    decided_at: col.nullable(col.timestamp),
  },
  'v',
);
export type VerificationRow = RowOf<typeof VerificationRow>;

const open = sql`v.state in ('pending', 'processing')`;

export interface NewVerification {
  readonly id: string;
  readonly userId: string | null;
  readonly orderId: string | null;
  readonly fingerprint: Buffer;
  readonly masked: string;
  readonly sealed: Buffer;
  readonly name: string;
  readonly bankId: string;
  readonly now: Instant;
  readonly picture: { readonly key: string; readonly secretSealed: Buffer };
}

/** Inserts a card to be checked. False if a card of the same order, or the same card of the same user, waits already. */
export async function insertVerification(tx: Tx, card: NewVerification): Promise<boolean> {
  const changed = await tx.run(sql`
    insert into card_verifications (id, user_id, order_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state,
      created_at,
      picture_key, picture_secret_sealed)
    values (${card.id}, ${card.userId}, ${card.orderId}, ${card.fingerprint}, ${card.masked}, ${card.sealed}, ${card.name},
      ${card.bankId}, 'pending',
      ${new Date(card.now)}, ${card.picture.key}, ${card.picture.secretSealed})
    on conflict do nothing`);
  return changed === 1;
}

export const findVerification = async (db: Queryable, id: string): Promise<VerificationRow | undefined> =>
  await db.maybe(VerificationRow, sql`select ${VerificationRow.list} from card_verifications v where v.id::text = ${id}`);

/** The owner of cards: an account, and the orders whose keys the browser has. */
export interface CardOwner {
  readonly userId: string | null;
  readonly orderIds: readonly string[];
}

/** Cards of the account, of the account's orders, and of the orders whose keys the browser has. */
const isOwnedBy = ({ userId, orderIds }: CardOwner): Sql => sql`(
  v.user_id = ${userId}::uuid or v.order_id = any(${orderIds}::text[])
  or v.order_id in (select o.id from orders o where o.user_id = ${userId}::uuid and o.id = v.order_id))`;

const MAX_LISTED = 100;

/** Cards of an owner, newest first, without cancelled ones. */
export const listOwn = async (db: Queryable, owner: CardOwner): Promise<VerificationRow[]> =>
  await db.many(
    VerificationRow,
    sql`
    select ${VerificationRow.list} from card_verifications v where ${isOwnedBy(owner)} and v.state <> 'cancelled'
    order by v.created_at desc, v.id desc limit ${MAX_LISTED}`,
  );

const PositionRow = rowType({ position: col.number });

/** The position in the queue, where 1 is the next card. Null for a decided card. */
export async function findQueuePosition(db: Queryable, row: VerificationRow): Promise<number | null> {
  if (row.state !== 'pending') return row.state === 'processing' ? 1 : null;
  const { position } = await db.one(
    PositionRow,
    sql`select count(*)::int as position from card_verifications v
      where ${open} and (v.created_at, v.id) <= (${row.created_at}, ${row.id}::uuid)`,
  );
  return Math.max(1, position);
}

const StandingRow = rowType({ verified: col.nullable(col.bool), refused: col.nullable(col.bool) });

/** The standing of an owner's card. A card that was refused for good but is accepted counts as accepted. */
export async function findStanding(db: Queryable, fingerprint: Buffer, owner: CardOwner): Promise<'verified' | 'refused' | 'unknown'> {
  const { verified, refused } = await db.one(
    StandingRow,
    sql`
    select bool_or(v.state = 'verified') as verified,
      bool_or(v.state = 'rejected' and v.reason = any(${FINAL_CARD_REASONS}::text[])) as refused
    from card_verifications v where v.card_fingerprint = ${fingerprint} and ${isOwnedBy(owner)}`,
  );
  if (verified === true) return 'verified';
  return refused === true ? 'refused' : 'unknown';
}

const IdRow = rowType({ id: col.text });

/** The id of the acceptance that `findStanding` reports. */
export const findVerifiedId = async (db: Queryable, fingerprint: Buffer, owner: CardOwner): Promise<string> =>
  (
    await db.one(
      IdRow,
      sql`
      select v.id from card_verifications v where v.card_fingerprint = ${fingerprint} and ${isOwnedBy(owner)} and v.state = 'verified'
      order by v.decided_at desc limit 1`,
    )
  ).id;

const CountRow = rowType({ count: col.number });

/** Number of photos sent for an order, or by a user since a moment. */
export const countSent = async (
  db: Queryable,
  { orderId, userId, since }: { readonly orderId: string | null; readonly userId: string | null; readonly since: Instant },
): Promise<number> =>
  (
    await db.one(
      CountRow,
      sql`
      select count(*)::int as count from card_verifications v
      where (v.order_id = ${orderId} or (v.user_id = ${userId}::uuid and v.created_at > ${new Date(since)})) and v.state <> 'verified'`,
    )
  ).count;

/** Claims a card or renews the claim. False if it is claimed by another verifier or decided. */
export const saveClaim = async (
  tx: Tx,
  id: string,
  { by, now, until }: { readonly by: string; readonly now: Instant; readonly until: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    update card_verifications v set state = 'processing', held_by = ${by}, held_until = ${new Date(until)}
    where v.id::text = ${id} and (v.state = 'pending'
    or (v.state = 'processing' and (v.held_by = ${by} or v.held_until < ${new Date(now)})))`)) === 1;

/** Releases a claimed card to the queue. */
export const saveReleased = async (tx: Tx, id: string, by: string): Promise<boolean> =>
  (await tx.run(sql`
    update card_verifications set state = 'pending', held_by = null, held_until = null
    where id::text = ${id} and state = 'processing' and held_by = ${by}`)) === 1;

export type CardDecision =
  | { readonly state: 'verified' }
  | { readonly state: 'rejected'; readonly reason: CardReason; readonly text: string | null };

/** Stores the decision of the verifier who has claimed the card. False if another verifier has it or it is decided. */
export async function saveDecision(
  tx: Tx,
  id: string,
  { decision, by, now }: { readonly decision: CardDecision; readonly by: string; readonly now: Instant },
): Promise<boolean> {
  const refusal = decision.state === 'rejected' ? decision : { reason: null, text: null };
  const changed = await tx.run(sql`
    update card_verifications set state = ${decision.state}, reason = ${refusal.reason}, reason_text = ${refusal.text}, decided_by = ${by},
      decided_at = ${new Date(now)}, held_by = null, held_until = null
    where id::text = ${id} and state = 'processing' and held_by = ${by}`);
  return changed === 1;
}

/** Cancels a waiting or accepted card. False if there is nothing to cancel. A refusal stays. */
export const saveCancelled = async (tx: Tx, id: string, now: Instant): Promise<boolean> =>
  (await tx.run(sql`
    update card_verifications set state = 'cancelled', held_by = null, held_until = null,
      decided_at = coalesce(decided_at, ${new Date(now)})
    where id::text = ${id} and state in ('pending', 'processing', 'verified')`)) === 1;

const BankRow = rowType({ id: col.text, name_ru: col.text, name_en: col.text });
export type BankRow = RowOf<typeof BankRow>;

export const listBanks = async (db: Queryable): Promise<BankRow[]> =>
  await db.many(BankRow, sql`select id, name_ru, name_en from issuing_banks order by sort, id`);

export const findBank = async (db: Queryable, id: string): Promise<BankRow | undefined> =>
  await db.maybe(BankRow, sql`select id, name_ru, name_en from issuing_banks where id = ${id}`);
