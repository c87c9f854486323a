import type { PostingAttributes } from '#contract/office/orders/order-attributes.ts';
import { accountName, POSTING_KINDS } from '#core/ledger/account.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import { isUuid } from '#core/text/uuid.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { listOrderEntries, type OrderEntryRow } from './office-store.ts';

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
