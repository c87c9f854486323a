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

/** An account of domain section 6: its kind and its owner (a wallet, an order, an asset, a provider, a customer, a purpose). */
export interface Account {
  readonly kind: AccountKind;
  readonly of: string;
}

/** An account by its parts. */
export const account = (kind: AccountKind, of: string): Account => ({ kind, of });

/** Readable name: `treasury:SBERRUB`. */
export const accountName = ({ kind, of }: Account): string => `${kind}:${of}`;

/** One entry of a posting: a signed amount in minor units of `asset`; debits positive, credits negative. */
export interface Entry {
  readonly account: Account;
  readonly asset: string;
  /** Where the money is. */
  readonly wallet: string;
  readonly amount: bigint;
}

/** Accounts that belong to one order, withdrawal or customer, which must be locked to change them. All other accounts are shared. */
export const SINGLE_OWNER_KINDS: readonly AccountKind[] = ['order_in', 'order_out', 'suspense', 'withdrawal', 'referral', 'reward'];

/** Accounts that make up the reserve of their wallet. Debts to customers reduce it. */
const RESERVE_KINDS: readonly AccountKind[] = ['treasury', 'transit_out', 'order_in', 'suspense'];
/** Accounts of customers' earnings, which are debts that can be withdrawn. */
const EARNING_KINDS: readonly AccountKind[] = ['referral', 'reward'];

/** How an entry changes the available amount in its wallet, minor units: reserves by their money, earnings by their debt. */
export function availableChange({ account: { kind }, amount }: Entry): bigint {
  if (RESERVE_KINDS.includes(kind)) return amount;
  return EARNING_KINDS.includes(kind) ? -amount : 0n;
}

/** Names of postings, in the order in which transfers of one moment belong in an order's history. Labels: `office.posting`. */
export const POSTING_KINDS = [
  'opening',
  'treasury',
  'unmatched_payment',
  'unmatched_matched',
  'unmatched_returned',
  'unmatched_mistaken',
  'unmatched_kept',
  'unmatched_split',
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

/**
 * A posting of two entries: `debit` gets +amount, `credit` gets -amount (domain's "debit / credit"). Throws unless the amount is
 * positive.
 */
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

/** The assets whose entries do not sum to zero; empty for a balanced posting. */
export function imbalances(posting: Posting): string[] {
  const sums = new Map<string, bigint>();
  for (const entry of posting.entries) sums.set(entry.asset, (sums.get(entry.asset) ?? 0n) + entry.amount);
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset);
}
