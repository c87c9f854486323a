/** The kinds of accounts of domain section 6. */
export const ACCOUNT_KINDS = [
  'treasury',
  'transit_out',
  'order_in',
  'order_out',
  'fx',
  'suspense',
  'income',
  'expense',
  'referral',
  'reward',
  'withdrawal',
  'equity',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** An account of domain section 6: its kind and what it is of (a wallet, an order, an asset, a provider, a customer, a purpose). */
export interface Account {
  readonly kind: AccountKind;
  readonly of: string;
}

/** An account by its parts. */
export const account = (kind: AccountKind, of: string): Account => ({ kind, of });

/** What people read: `treasury:SBERRUB`. */
export const accountName = ({ kind, of }: Account): string => `${kind}:${of}`;

/** One line of a posting: a signed amount in minor units of `asset`; debits positive, credits negative. */
export interface Entry {
  readonly account: Account;
  readonly asset: string;
  /** Where the money is. */
  readonly wallet: string;
  readonly amount: bigint;
}

/** Accounts of one order, withdrawal or customer: who changes one has locked whose it is. All others are everybody's. */
export const OWN_KINDS: readonly AccountKind[] = ['order_in', 'order_out', 'suspense', 'withdrawal', 'referral', 'reward'];

/** Money of ours that is counted into its wallet's reserve: debts to customers make it smaller. */
const RESERVE_KINDS: readonly AccountKind[] = ['treasury', 'transit_out', 'order_in', 'suspense'];
/** What a purse owes its customer is what he may take out of it. */
const PURSE_KINDS: readonly AccountKind[] = ['referral', 'reward'];

/** By how much an entry changes what can be promised of its wallet: a reserve by its money, a purse by its debt. */
export function promisableChange({ account: { kind }, amount }: Entry): bigint {
  if (RESERVE_KINDS.includes(kind)) return amount;
  return PURSE_KINDS.includes(kind) ? -amount : 0n;
}

/** What postings are called; in this order transfers of one moment stand in the life of an order. Each has its words (`office.posting`). */
export const POSTING_KINDS = [
  'opening',
  'treasury',
  'unmatched_payment',
  'unmatched_matched',
  'unmatched_returned',
  'unmatched_mistaken',
  'unmatched_kept',
  'hold',
  'withdrawal',
  'late_payment',
  'surplus',
  'credit_received',
  'payment_recovered',
  'set_aside',
  'exchange',
  'payout',
  'payout_undone',
  'payout_settled',
  'network_fee',
  'exchange_undone',
  'withdrawal_undone',
  'credit_corrected',
  'surplus_corrected',
  'payment_reversed',
  'refund',
  'refund_fee',
  'surplus_returned',
  'earning',
  'earning_reversed',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** A balanced posting: its entries sum to zero per asset. */
export interface Posting {
  readonly kind: PostingKind;
  readonly entries: readonly Entry[];
}

/** A two-line posting: `debit` gets +amount, `credit` gets -amount (domain's "debit / credit"). Amount must be positive. */
export function transfer(
  kind: PostingKind,
  debit: Account,
  credit: Account,
  money: { wallet: string; asset: string; amount: bigint },
): Posting {
  if (money.amount <= 0n) throw new RangeError('a transfer moves a positive amount');
  const { wallet, asset, amount } = money;
  return {
    kind,
    entries: [
      { account: debit, asset, wallet, amount },
      { account: credit, asset, wallet, amount: -amount },
    ],
  };
}

/** The assets whose entries do not sum to zero; empty when the posting is balanced. */
export function imbalances(posting: Posting): string[] {
  const sums = new Map<string, bigint>();
  for (const entry of posting.entries) sums.set(entry.asset, (sums.get(entry.asset) ?? 0n) + entry.amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}
