import type { PostingAttributes } from '#contract/office-orders.ts';
import { accountName, POSTING_KINDS } from '#core/ledger/account.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listOrderEntries, type OrderEntryRow } from './office-store.ts';

/** Purses are wallets whose names are made. */
const PURSE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Entry = PostingAttributes['entries'][number];

function presentEntry(deps: Pick<Deps, 'catalogue'>, row: OrderEntryRow): Entry[] {
  const { account_kind: kind, account_of: of } = row;
  if (kind === null || of === null || row.wallet === null || row.amount === null) return [];
  // No payment system stands on a purse
  if (of !== row.wallet && PURSE.test(row.wallet))
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

/** Transfers of one transaction carry one time; between them the life of an order tells which comes first. */
const LIFE: readonly string[] = POSTING_KINDS;

const byLife = (a: PostingAttributes, b: PostingAttributes): number =>
  a.at === b.at ? LIFE.indexOf(a.kind) - LIFE.indexOf(b.kind) : a.at < b.at ? -1 : 1;

/** Every ledger transfer of one order with its entries, oldest first; amounts signed (debit positive), in whole units. */
export async function listOrderPostings(deps: Pick<Deps, 'catalogue'>, db: Queryable, orderId: string): Promise<PostingAttributes[]> {
  const postings = new Map<string, { posting: Omit<PostingAttributes, 'entries'>; entries: Entry[] }>();
  for (const row of await listOrderEntries(db, orderId)) {
    const { id, kind, phase, pending_id, actor, reason } = row;
    const known = postings.get(id) ?? {
      posting: { id, kind, phase, pending_id, actor, reason, at: toRfc3339(row.created_at.getTime()) },
      entries: [],
    };
    known.entries.push(...presentEntry(deps, row));
    postings.set(id, known);
  }
  return [...postings.values()].map(({ posting, entries }) => ({ ...posting, entries })).toSorted(byLife);
}
