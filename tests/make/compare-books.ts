import { as } from '#tests/make/rows.ts';
import { formatAmount } from '#core/money/amount.ts';
import { type Queryable, sql } from '#server/platform/db/db.ts';
import type { Api } from './call-api.ts';

export interface SandboxEntry {
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly order_id: string;
  readonly payment_system: string;
  readonly amount: string;
  readonly destination: string;
}

/** The test bank's own records. */
export async function sandboxEntries(api: Api): Promise<readonly SandboxEntry[]> {
  const answer = await api.call('GET', '/sandbox/ledger');
  return (JSON.parse(answer.text) as { entries: readonly SandboxEntry[] }).entries;
}

/** Every movement of real money on both sides: `order direction system amount`, sorted. The books agree when the lists are equal. */
export interface BothBooks {
  readonly bank: readonly string[];
  readonly ours: readonly string[];
}

interface TreasuryRow {
  order_id: string;
  wallet: string;
  amount: string;
  scale: number;
}

export async function readBothBooks(db: Queryable, api: Api): Promise<BothBooks> {
  const rows = await db.many(
    as<TreasuryRow>(),
    sql`
    select t.order_id, e.wallet, e.amount::text, p.scale from ledger_entries e
    join ledger_transfers t on t.id = e.transfer_id join payment_systems p on p.code = e.wallet
    where t.order_id is not null and t.phase in ('posted', 'pending_posted') and e.account_kind = 'treasury'`,
  );
  const ours = rows.map(({ order_id, wallet, amount, scale }) => {
    const minor = BigInt(amount);
    return `${order_id} ${minor > 0n ? 'in' : 'out'} ${wallet} ${formatAmount(minor > 0n ? minor : -minor, scale)}`;
  });
  const entries = await sandboxEntries(api);
  const bank = entries.map((entry) => `${entry.order_id} ${entry.direction} ${entry.payment_system} ${entry.amount}`);
  return { bank: bank.sort(), ours: ours.sort() };
}
