import type { RecentPostings } from '#core/ledger/treasury-change.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const PostedSumRow = rowType({ net: col.text, gross: col.text });

/** Serialises an operator's treasury postings until the transaction ends, so that each counts the earlier ones. */
export const lockOperatorPostings = async (tx: Tx, operatorId: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${operatorId}, 6))`);

/** Net and gross sum of an operator's postings to a wallet since a time; postings approved by a second operator count too. */
export async function sumOperatorPostings(
  db: Queryable,
  filter: { readonly wallet: string; readonly operatorId: string; readonly since: Instant },
): Promise<RecentPostings> {
  const { net, gross } = await db.one(
    PostedSumRow,
    sql`
    select coalesce(sum(e.amount), 0)::text as net, coalesce(sum(abs(e.amount)), 0)::text as gross
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_kind = 'treasury'
    and e.account_of = ${filter.wallet}
    where t.kind = 'treasury' and t.actor = 'operator' and t.actor_id = ${filter.operatorId} and t.created_at > ${new Date(filter.since)}`,
  );
  return { net: BigInt(net), gross: BigInt(gross) };
}
