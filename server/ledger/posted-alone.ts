import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { PostedAlone } from '#core/ledger/treasury-change.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

const AloneRow = z.object({ net: z.string(), gross: z.string() });

/** One posting of a person at a time: each counts what he has posted before. Lets go with the transaction. */
export const lockPoster = async (tx: Tx, operatorId: string): Promise<number> =>
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${operatorId}, 6))`);

/** What a person has posted in a wallet since then; what a second one agreed to is not told apart, and counts. */
export async function findPostedAlone(
  db: Queryable,
  of: { readonly wallet: string; readonly operatorId: string; readonly since: Instant },
): Promise<PostedAlone> {
  const { net, gross } = await db.one(
    AloneRow,
    sql`
    select coalesce(sum(e.amount), 0)::text as net, coalesce(sum(abs(e.amount)), 0)::text as gross
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account_kind = 'treasury' and e.account_of = ${of.wallet}
    where t.kind = 'treasury' and t.actor = 'operator' and t.actor_id = ${of.operatorId} and t.created_at > ${new Date(of.since)}`,
  );
  return { net: BigInt(net), gross: BigInt(gross) };
}
