import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { Subject } from '#core/payout.ts';
import type { Queryable } from '#server/platform/db/db.ts';

/**
 * Whether a rail says of an attempt of this order or withdrawal that counts as failed that it was executed, and nobody has closed that incident yet.
 * Until then nothing is paid or refunded by the machine: the money may have left already. A person can still end it by hand.
 */
export async function isContradicted(db: Queryable, subjectId: string): Promise<boolean> {
  const row = await db.maybe(
    AnyRow,
    sql`
    select 1 from incidents i join payouts p on p.id::text = i.subject
    where i.kind = 'payout_contradicted' and i.closed_at is null and ${subjectId} in (p.order_id, p.withdrawal_id) and p.state = 'failed' limit 1`,
  );
  return row !== undefined;
}

/**
 * Whether the machine pays and refunds nothing of this order until a person has judged: also where money that it stands on does not fit, as
 * what was given back at the acquirer before we have paid. That incident is a person's to close; he can end the order himself meanwhile.
 */
export async function isLeftToPeople(db: Queryable, orderId: string): Promise<boolean> {
  if (await isContradicted(db, orderId)) return true;
  const row = await db.maybe(
    AnyRow,
    sql`select 1 from incidents where kind = 'payment_odd' and subject = ${orderId} and closed_at is null limit 1`,
  );
  return row !== undefined;
}

/**
 * Whether a call that certainly never came may not be made again: what it would send is lost to its books by now, an earlier attempt is told to
 * have paid, or a person is called to judge the money that it stands on. What was claimed before stays as it is until he has ended it or judged.
 */
export async function isHeldBack(db: Queryable, { kind, id }: Subject): Promise<boolean> {
  if (kind === 'withdrawal') return await isContradicted(db, id);
  return (await isLeftToPeople(db, id)) || (await isLost(db, id));
}

/** Whether the books have written off money of an order: it was taken back when its payout, refund or return was on its way, or had left. */
export async function isLost(db: Queryable, orderId: string): Promise<boolean> {
  const lost = await db.maybe(
    AnyRow,
    sql`
    select 1 from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'expense' and e.account_of = 'reversed' having sum(e.amount) > 0`,
  );
  return lost !== undefined;
}
