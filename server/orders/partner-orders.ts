import { KEY_MODES, type KeyMode } from '#core/partner/partner.ts';
import { DAY_MS } from '#core/time.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { SignedPartner, Visitor } from '#server/platform/http/route.ts';

type Partner = Pick<SignedPartner, 'userId' | 'mode'>;

/** Condition: the order was made with the partner's key. Sandbox keys see only sandbox orders, live keys only live ones. */
export const isOfPartner = ({ userId, mode }: Partner, orderId: Sql): Sql =>
  sql`exists (select from partner_orders p where p.order_id = ${orderId} and p.user_id = ${userId} and p.mode = ${mode})`;

/** Partner of an order, by transaction and order id. Written before the order and never changed, so never stale. */
const partnersByTx = new WeakMap<Tx, Map<string, PartnerOfOrder | undefined>>();

function partnersOfTx(tx: Tx): Map<string, PartnerOfOrder | undefined> {
  const partners = partnersByTx.get(tx) ?? new Map<string, PartnerOfOrder | undefined>();
  partnersByTx.set(tx, partners);
  return partners;
}

/** Records the partner's key that an order is made with. Before the order is written, since reactions read it (`partnerIn`). */
export async function savePartnerOrder(
  tx: Tx,
  { visitor, orderId, at }: { readonly visitor: Visitor; readonly orderId: string; readonly at: number },
): Promise<void> {
  partnersOfTx(tx).set(orderId, visitor.kind === 'partner' ? visitor : undefined);
  if (visitor.kind !== 'partner') return;
  await tx.run(sql`
    insert into partner_orders (order_id, user_id, key_id, mode, created_at)
    values (${orderId}, ${visitor.userId}, ${visitor.keyId}, ${visitor.mode}, ${new Date(at)})`);
}

export const isOrderOfPartner = async (db: Queryable, visitor: Visitor, orderId: string): Promise<boolean> =>
  visitor.kind === 'partner' &&
  (await db.maybe(AnyRow, sql`select 1 as found where ${isOfPartner(visitor, sql`${orderId}`)}`)) !== undefined;

const DayRow = rowType({ made: col.number, oldest: col.nullable(col.timestamp) });

/** How long a partner must wait for the next order under the daily quota, in ms; null: no wait. */
export async function waitForOrders(db: Queryable, partner: SignedPartner, now: number): Promise<number | null> {
  const since = new Date(now - DAY_MS);
  const { made, oldest } = await db.one(
    DayRow,
    sql`
    select count(*)::int as made, min(created_at) as oldest from partner_orders
    where user_id = ${partner.userId} and mode = ${partner.mode} and created_at > ${since}`,
  );
  if (made < partner.quotas.ordersPerDay) return null;
  return (oldest?.getTime() ?? now) + DAY_MS - now;
}

const PartnerOrderRow = rowType({ user_id: col.text, key_id: col.text, mode: col.oneOf(KEY_MODES) });

/** The partner key that an order was made with. */
export interface PartnerOfOrder {
  readonly userId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
}

/** Undefined: a customer made the order. */
export async function partnerOfOrder(db: Queryable, orderId: string): Promise<PartnerOfOrder | undefined> {
  const row = await db.maybe(PartnerOrderRow, sql`select user_id, key_id, mode from partner_orders where order_id = ${orderId}`);
  return row && { userId: row.user_id, keyId: row.key_id, mode: row.mode };
}

/** As `partnerOfOrder`, cached per transaction. */
export async function partnerIn(tx: Tx, orderId: string): Promise<PartnerOfOrder | undefined> {
  const partners = partnersOfTx(tx);
  if (!partners.has(orderId)) partners.set(orderId, await partnerOfOrder(tx, orderId));
  return partners.get(orderId);
}
