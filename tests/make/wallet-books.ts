import { randomInt } from 'node:crypto';

/** A transfer to a customer in a wallet provider's own books. Minor units, two decimals. */
export interface WalletTransfer {
  readonly id: string;
  /** Our reference, as the provider stores it. */
  readonly reference: string;
  readonly to: string;
  readonly currency: string;
  readonly minor: bigint;
  state: 'done' | 'under_way' | 'refused';
  /** Not in the provider's lists yet. */
  isHidden: boolean;
}

/** A wallet provider's account. It does not recognise a repeated reference: two calls are two transfers. */
export interface WalletBooks {
  readonly transfers: WalletTransfer[];
  readonly balances: Map<string, bigint>;
  /** Error with which it refuses transfers; null: none. */
  refusal: string | null;
  /** State and visibility of new transfers. */
  next: Pick<WalletTransfer, 'state' | 'isHidden'>;
  transfer(order: Pick<WalletTransfer, 'reference' | 'to' | 'currency' | 'minor'>): WalletTransfer;
  executions(reference: string): number;
}

export function createWalletBooks(balances: Readonly<Record<string, bigint>>): WalletBooks {
  const books: WalletBooks = {
    transfers: [],
    balances: new Map(Object.entries(balances)),
    refusal: null,
    next: { state: 'done', isHidden: false },
    transfer(order) {
      const transfer = { id: String(randomInt(1e8, 1e9)), ...order, ...books.next };
      books.transfers.push(transfer);
      books.balances.set(order.currency, (books.balances.get(order.currency) ?? 0n) - order.minor);
      return transfer;
    },
    executions: (reference) => books.transfers.filter((one) => one.reference === reference && one.state === 'done').length,
  };
  return books;
}
