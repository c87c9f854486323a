import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { KEY_MODES, type KeyMode } from '#core/partner.ts';
import { DAY_MS } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import type { SignedPartner, Visitor } from '#server/platform/http/route.ts';

type Partner = Pick<SignedPartner, 'userId' | 'mode'>;

/** Which orders came by a partner's programs. A sandbox key knows nothing of the orders of a live one, nor the other way round. */
export const isOfPartner = ({ userId, mode }: Partner, orderId: Sql): Sql =>
  sql`exists (select from partner_orders p where p.order_id = ${orderId} and p.user_id = ${userId} and p.mode = ${mode})`;

/** By transaction and order. Never stale: it is written before its order and never changed. */
const known = new WeakMap<Tx, Map<string, PartnerOfOrder | undefined>>();

function partnersIn(tx: Tx): Map<string, PartnerOfOrder | undefined> {
  const found = known.get(tx) ?? new Map<string, PartnerOfOrder | undefined>();
  known.set(tx, found);
  return found;
}

/** Records the key that an order is made with, before the order is written: its reactions find it (`partnerIn`). */
export async function keepPartnerOrder(
  tx: Tx,
  { visitor, orderId, at }: { readonly visitor: Visitor; readonly orderId: string; readonly at: number },
): Promise<void> {
  partnersIn(tx).set(orderId, visitor.kind === 'partner' ? visitor : undefined);
  if (visitor.kind !== 'partner') return;
  await tx.run(sql`
    insert into partner_orders (order_id, user_id, key_id, mode, created_at)
    values (${orderId}, ${visitor.userId}, ${visitor.keyId}, ${visitor.mode}, ${new Date(at)})`);
}

export const isOrderOfPartner = async (db: Queryable, visitor: Visitor, orderId: string): Promise<boolean> =>
  visitor.kind === 'partner' &&
  (await db.maybe(AnyRow, sql`select 1 as found where ${isOfPartner(visitor, sql`${orderId}`)}`)) !== undefined;

const DayRow = z.object({ made: z.number(), oldest: z.nullable(z.date()) });

/** How long a partner has to wait for his next order, by those of the last 24 hours, in ms; null: not at all. */
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

const PartnerOrderRow = z.object({ user_id: z.string(), key_id: z.string(), mode: z.enum(KEY_MODES) });

/** By which partner's program an order came. */
export interface PartnerOfOrder {
  readonly userId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
}

/** Undefined: a person made it. */
export async function partnerOfOrder(db: Queryable, orderId: string): Promise<PartnerOfOrder | undefined> {
  const row = await db.maybe(PartnerOrderRow, sql`select user_id, key_id, mode from partner_orders where order_id = ${orderId}`);
  return row && { userId: row.user_id, keyId: row.key_id, mode: row.mode };
}

/** As `partnerOfOrder`; one transaction asks once. */
export async function partnerIn(tx: Tx, orderId: string): Promise<PartnerOfOrder | undefined> {
  const partners = partnersIn(tx);
  if (!partners.has(orderId)) partners.set(orderId, await partnerOfOrder(tx, orderId));
  return partners.get(orderId);
}
