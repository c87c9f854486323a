import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import { type Instant, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const HandoverRow = rowType({
  id: col.text,
  order_id: col.text,
  expires_at: col.timestamp,
  opened_at: col.nullable(col.timestamp),
});

/** A code's record, without the code itself. */
export interface Handover {
  readonly id: string;
  readonly orderId: string;
  readonly expiresAt: Instant;
  readonly openedAt: Instant | null;
}

const toHandover = (row: RowOf<typeof HandoverRow>): Handover => ({
  id: row.id,
  orderId: row.order_id,
  expiresAt: row.expires_at.getTime(),
  openedAt: row.opened_at?.getTime() ?? null,
});

/** Deletes the unused codes of an order. */
const deleteUnused = (tx: Tx, orderId: string): Promise<number> =>
  tx.run(sql`delete from order_handovers where order_id = ${orderId} and opened_at is null`);

interface NewHandover extends Handover {
  readonly hash: Buffer;
  readonly createdAt: Instant;
}

async function insertHandover(tx: Tx, { id, orderId, hash, createdAt, expiresAt }: NewHandover): Promise<void> {
  await tx.run(sql`
    insert into order_handovers (id, order_id, token_hash, created_at, expires_at)
    values (${id}, ${orderId}, ${hash}, ${new Date(createdAt)}, ${new Date(expiresAt)})`);
}

export async function findHandover(db: Queryable, { id, orderId }: Pick<Handover, 'id' | 'orderId'>): Promise<Handover | undefined> {
  const row = await db.maybe(HandoverRow, sql`select ${HandoverRow.list} from order_handovers where id = ${id} and order_id = ${orderId}`);
  return row && toHandover(row);
}

/** Marks a code as used; of concurrent calls one gets the row. */
async function markOpened(tx: Tx, hash: Buffer, now: Instant): Promise<Handover | undefined> {
  const row = await tx.maybe(
    HandoverRow,
    sql`update order_handovers set opened_at = ${new Date(now)}
      where token_hash = ${hash} and opened_at is null and expires_at > ${new Date(now)} returning ${HandoverRow.list}`,
  );
  return row && toHandover(row);
}

/** Deletes unused codes that expired before a time. */
export const purgeUnused = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from order_handovers where opened_at is null and expires_at < ${new Date(before)}`);

/** Long enough to scan with a phone, short enough that a photo of the screen is worthless. */
const TOKEN_TTL_MS = 2 * MINUTE_MS;
const TOKEN_BYTES = 24;
const ID_CHARS = 16;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface HandoverWithToken extends Handover {
  readonly token: string;
}

/** Creates a code for an order that the caller may open; unused earlier codes are deleted (decision 0059). */
export async function makeHandover(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { orderId, caller }: { readonly orderId: string; readonly caller: Caller },
): Promise<Result<HandoverWithToken, 'not_found'>> {
  const order = await findOwnOrder(deps, tx, orderId, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url');
  const createdAt = deps.clock.now();
  const handover = { id: deps.random.publicId(ID_CHARS), orderId: order.id, expiresAt: createdAt + TOKEN_TTL_MS, openedAt: null };
  await deleteUnused(tx, order.id);
  await insertHandover(tx, { ...handover, hash: hashOf(token), createdAt });
  return accept({ ...handover, token });
}

/** Redeems a code, once. Wrong, used and expired codes get the same refusal. */
export async function redeemHandover(deps: Pick<Deps, 'clock'>, tx: Tx, token: string): Promise<Result<Handover, 'invalid_token'>> {
  const handover = await markOpened(tx, hashOf(token), deps.clock.now());
  return handover === undefined ? refuse({ code: 'invalid_token', field: 'token' }) : accept(handover);
}
