import type { PostingAttributes } from '#contract/office/orders/order-attributes.ts';
import { account, accountName, POSTING_KINDS } from '#core/ledger/account.ts';
import { formatAmount } from '#core/money/amount.ts';
import { isUuid } from '#core/text/uuid.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { listOrderEntries, type OrderEntryRow } from './office-store.ts';
import { accountBalance } from './store.ts';

const SuspenseRow = rowType({
  provider: col.text,
  balance: col.text,
});

/** An order's suspense by provider, as positive amounts in minor units of its income side (the account is negative: it is owed). */
export const findSuspense = async (db: Queryable, orderId: string): Promise<{ provider: string; amount: bigint }[]> =>
  (
    await db.many(
      SuspenseRow,
      sql`
      select account_of as provider, balance::text from account_balances
      where account_kind = 'suspense' and order_id = ${orderId} and order_id <> '' and balance <> 0 order by account_of`,
    )
  ).map((row) => ({ provider: row.provider, amount: -BigInt(row.balance) }));

const FreeBalanceRow = rowType({
  wallet: col.text,
  free: col.text,
});

/** Free balance by wallet in minor units: posted minus held. The safety buffer is not subtracted. Negative after some corrections. */
export async function readFreeBalances(db: Queryable): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.many(FreeBalanceRow, sql`select wallet, posted - held as free from reserves`);
  return new Map(rows.map((row) => [row.wallet, BigInt(row.free)]));
}

export interface SurplusEntry {
  /** `kept`: received above the agreed amount, in suspense; `returned`: sent back to the customer. */
  readonly kind: 'kept' | 'returned';
  /** Minor units of the income side, positive. */
  readonly amount: bigint;
  readonly at: Date;
}

/** Late payments pass through suspense within one transaction, so they are not shown. */
const PASSED_THROUGH = 'late_payment';

const SurplusChangeRow = rowType({
  net: col.text,
  at: col.timestamp,
});

/** The surplus of an order, oldest first: every transfer that changed its suspense. */
export async function listSurplus(db: Queryable, orderId: string): Promise<SurplusEntry[]> {
  const rows = await db.many(
    SurplusChangeRow,
    sql`
    select e.amount::text as net, t.created_at as at from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'suspense' and t.kind <> ${PASSED_THROUGH}
    order by t.created_at, t.id`,
  );
  return rows.map(({ net, at }) => {
    const owed = -BigInt(net);
    return { kind: owed > 0n ? 'kept' : 'returned', amount: owed > 0n ? owed : -owed, at };
  });
}

/** A wallet's treasury balance in minor units. */
export const treasuryBalance = (db: Queryable, wallet: string): Promise<bigint> => accountBalance(db, account('treasury', wallet));

/** Locks the treasury balances of wallets until the transaction ends. */
export const lockTreasuries = async (tx: Tx, wallets: readonly string[]): Promise<number> =>
  await tx.run(sql`
    select 1 from account_balances where account_kind = 'treasury' and account_of = any(${wallets}::text[]) order by wallet for update`);

type Entry = PostingAttributes['entries'][number];

function presentEntry(deps: Pick<Deps, 'catalogue'>, row: OrderEntryRow): Entry[] {
  const { account_kind: kind, account_of: of } = row;
  if (kind === null || of === null || row.wallet === null || row.amount === null) return [];
  // Purses belong to no payment system
  if (of !== row.wallet && isUuid(row.wallet))
    return [
      {
        account: accountName({ kind, of }),
        wallet: 'purse',
        currency_iso_code: PURSE_ASSET,
        amount: formatAmount(BigInt(row.amount), PURSE_SCALE),
      },
    ];
  const system = deps.catalogue.paymentSystem(row.wallet);
  const amount = system ? formatAmount(BigInt(row.amount), system.scale) : row.amount;
  return [{ account: accountName({ kind, of }), wallet: row.wallet, currency_iso_code: system?.currency ?? row.wallet, amount }];
}

/** Transfers of one transaction have the same time: sorted by the order of kinds in an order's lifecycle. */
const KIND_ORDER: readonly string[] = POSTING_KINDS;

const byTimeAndKind = (a: PostingAttributes, b: PostingAttributes): number =>
  a.at === b.at ? KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) : a.at < b.at ? -1 : 1;

/** All ledger transfers of an order or withdrawal with their entries, oldest first; amounts are signed decimals, debit positive. */
export async function listOrderPostings(deps: Pick<Deps, 'catalogue'>, db: Queryable, orderId: string): Promise<PostingAttributes[]> {
  const postings = new Map<string, { posting: Omit<PostingAttributes, 'entries'>; entries: Entry[] }>();
  for (const row of await listOrderEntries(db, orderId)) {
    const { id, kind, phase, pending_id, actor, reason } = row;
    const group = postings.get(id) ?? {
      posting: { id, kind, phase, pending_id, actor, reason, at: toRfc3339(row.created_at.getTime()) },
      entries: [],
    };
    group.entries.push(...presentEntry(deps, row));
    postings.set(id, group);
  }
  return [...postings.values()].map(({ posting, entries }) => ({ ...posting, entries })).toSorted(byTimeAndKind);
}
