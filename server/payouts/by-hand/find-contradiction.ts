import { AnyRow } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
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
