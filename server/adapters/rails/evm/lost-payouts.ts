import { SECOND_MS } from '#core/time.ts';
import { RpcRefusal } from '#server/adapters/rails/node-errors.ts';
import type { PayoutProblems } from '#server/adapters/rails/port.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { PayoutDeps } from './pay-out.ts';

const LostRow = rowType({
  reference: col.text,
  raw_tx: col.text,
  broadcast_at: col.nullable(col.timestamp),
  /** What used its nonce. */
  used_by: col.oneOf(['none', 'it', 'another']),
  is_final: col.bool,
});

const REBROADCAST_MS = 20 * SECOND_MS;

/**
 * Executed payouts whose transaction a reorganisation took out of the chain, until it has all its confirmations again. It is sent again;
 * where another transaction has used its nonce, a person decides.
 */
export async function followLostPayouts({ db, node, clock, log, railName }: PayoutDeps): Promise<PayoutProblems['current']> {
  const rows = await db.many(
    LostRow,
    sql`
    select p.reference, p.raw_tx, p.broadcast_at,
      case when u.tx_hash is null then 'none' when u.tx_hash = p.tx_hash then 'it' else 'another' end as used_by,
      coalesce(c.scanned_to - u.block_number + 1 >= p.required_confirmations, false) as is_final
    from evm.payouts p left join evm.chains c using (chain_id)
      left join evm.used_nonces u on u.chain_id = p.chain_id and u.sender = p.sender and u.nonce = p.nonce
    where p.rail = ${railName} and p.lost_at is not null`,
  );
  const problems = new Map<string, string>();
  for (const { reference, raw_tx: rawTx, broadcast_at: sentAt, used_by: usedBy, is_final: isFinal } of rows) {
    if (usedBy === 'it' && isFinal) {
      await db.run(sql`update evm.payouts set lost_at = null where reference = ${reference}`);
      continue;
    }
    problems.set(reference, usedBy === 'another' && isFinal ? 'another transaction has used its nonce' : 'its transaction is sent again');
    if (usedBy !== 'none' || (sentAt?.getTime() ?? 0) + REBROADCAST_MS > clock.now()) continue;
    await db.run(sql`update evm.payouts set broadcast_at = ${new Date(clock.now())} where reference = ${reference}`);
    try {
      await node.broadcast(rawTx);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      log.warn({ reference, reason: error.message }, 'evm_lost_payout_not_taken');
    }
  }
  return problems;
}
