import type { Period } from '#core/time.ts';
import { RpcUnavailable, unlessNodeFails } from '#server/adapters/rails/node-errors.ts';
import type { Statement, StatementLine } from '#server/adapters/rails/port.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { SOLID_CONFIRMATIONS } from './receive.ts';
import { movedAsOrdered, type PayoutDeps } from './pay-out.ts';
import { findSent } from './payout-store.ts';
import { ensureCursor } from './scan-chain.ts';

const TransferRow = rowType({ external_id: col.text, amount: col.text, payment_system_code: col.text, first_seen_at: col.timestamp });

/** Transfers to our addresses in solid blocks, as deep as their payment system asks. */
async function received(db: Queryable, { since, before, headNumber }: Period & { readonly headNumber: number }): Promise<StatementLine[]> {
  const rows = await db.many(
    TransferRow,
    sql`
    select t.external_id, t.amount, a.payment_system_code, t.first_seen_at
    from tron.transfers t join tron.deposit_addresses a using (order_id)
    where t.is_solid and t.first_seen_at >= ${new Date(since)} and t.first_seen_at < ${new Date(before)}
      and (a.required_confirmations <= ${SOLID_CONFIRMATIONS} or t.block_number + a.required_confirmations - 1 <= ${headNumber})`,
  );
  return rows.map((row) => ({
    direction: 'in',
    reference: row.external_id,
    paymentSystemCode: row.payment_system_code,
    amount: BigInt(row.amount),
    at: row.first_seen_at.getTime(),
  }));
}

/** Our payouts by their results on the network, read anew. */
async function paidOut({ db, node }: PayoutDeps, period: Period): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (const sent of await findSent(db, period)) {
    const info = await node.solidInfo(sent.txId);
    if (!info && sent.state === 'executed') throw new RpcUnavailable('the node lacks an executed payout');
    if (info?.isSuccessful !== true || !movedAsOrdered(sent, info)) continue;
    const { reference, paymentSystemCode, amount, createdAt } = sent;
    lines.push({ direction: 'out', reference, paymentSystemCode, amount, at: createdAt });
  }
  return lines;
}

const OddityRow = rowType({ subject: col.text, detail: col.text });

const oddities = (db: Queryable, { since, before }: Period) =>
  db.many(
    OddityRow,
    sql`select ${OddityRow.list} from tron.oddities where found_at >= ${new Date(since)} and found_at < ${new Date(before)}`,
  );

/** The network's books of a period. `unavailable` if the node does not respond. */
export const readStatement = (deps: PayoutDeps, period: Period): Promise<Statement> =>
  unlessNodeFails<Statement>(
    async () => {
      await ensureCursor(deps);
      const { number: headNumber } = await deps.node.head('latest');
      const lines = [...(await received(deps.db, { ...period, headNumber })), ...(await paidOut(deps, period))];
      return { outcome: 'listed', lines, oddities: await oddities(deps.db, period) };
    },
    (error) => ({ outcome: 'unavailable', reason: error.message }),
  );
