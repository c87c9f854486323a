/**
 * Account names of domain section 6. `wallet` is a payment system code; money classes are counted into that
 * payment system's reserve: treasury + transit_out + order_in + suspense (debts to customers make it smaller).
 */
export type Account =
  | `treasury:${string}`
  | `transit_out:${string}`
  | `order_in:${string}`
  | `order_out:${string}`
  | `fx:${string}`
  | `suspense:${string}`
  | 'income:spread'
  | 'income:fee'
  | 'expense:network'
  | `expense:${'referral' | 'reward' | 'reversed'}`
  | `referral:${string}`
  | `reward:${string}`
  | `withdrawal:${string}`
  | `equity:${string}`;

const RESERVE_CLASSES = new Set(['treasury', 'transit_out', 'order_in', 'suspense']);

/** Whether entries on this account change what can be promised of their wallet. */
export const countsIntoReserve = (account: Account): boolean => RESERVE_CLASSES.has(account.split(':', 1)[0] ?? '');

/** One line of a posting: a signed amount in minor units of `asset`; debits positive, credits negative. */
export interface Entry {
  readonly account: Account;
  readonly asset: string;
  /** Payment system code whose money this is. */
  readonly wallet: string;
  readonly amount: bigint;
}

/** A balanced posting: its entries sum to zero per asset. */
export interface Posting {
  readonly kind: string;
  readonly entries: readonly Entry[];
}

/** A two-line posting: `debit` gets +amount, `credit` gets -amount (domain's "debit / credit"). Amount must be positive. */
export function transfer(kind: string, debit: Account, credit: Account, money: { wallet: string; asset: string; amount: bigint }): Posting {
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
