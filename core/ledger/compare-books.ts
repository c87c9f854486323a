import { MINUTE_MS, type Instant } from '#core/time.ts';

/** One movement of real money as one side reports it. Amounts are in minor units of the payment system. */
export interface LedgerMovement {
  readonly direction: 'in' | 'out';
  /** Reference that both sides use. */
  readonly reference: string;
  readonly paymentSystemCode: string;
  /** Payment systems that share a wallet are one account at the bank. */
  readonly wallet: string;
  readonly amount: bigint;
  readonly at: Instant;
}

/** A movement in our ledger. `isFinal`: it is booked as money. `state`: its state if it is not. */
export interface OwnMovement extends LedgerMovement {
  readonly isFinal: boolean;
  readonly state: string;
}

export interface Difference {
  readonly kind: 'only_provider' | 'only_books' | 'differs';
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  /** The other side's amount, or the state of a movement that is not booked; null: none. */
  readonly other: string | null;
}

/** Movements younger than this may not have reached the other side yet, ms. */
export const BOOKS_GRACE_MS = 10 * MINUTE_MS;

/** The same for a movement in both ledgers. */
export const movementKey = ({ direction, reference }: Pick<LedgerMovement, 'direction' | 'reference'>): string =>
  `${direction} ${reference}`;

/** Whether a movement of ours is booked as the provider reports it. */
export const isSameMovement = (own: OwnMovement, their: LedgerMovement): boolean =>
  own.isFinal && own.amount === their.amount && (own.wallet === their.wallet || own.paymentSystemCode === their.paymentSystemCode);

/** Compares our ledger with a provider's list (domain 6), from `since` to `BOOKS_GRACE_MS` before `now`. `ours` may begin earlier. */
export function compareBooks(
  ours: readonly OwnMovement[],
  theirs: readonly LedgerMovement[],
  window: { readonly since: Instant; readonly now: Instant },
): Difference[] {
  const isDue = ({ at }: LedgerMovement): boolean => at >= window.since && at <= window.now - BOOKS_GRACE_MS;
  const oursByKey = new Map(ours.map((movement) => [movementKey(movement), movement]));
  const theirsByKey = new Map(theirs.map((movement) => [movementKey(movement), movement]));
  const difference = (kind: Difference['kind'], movement: LedgerMovement, other: string | null): Difference => {
    const { direction, reference, paymentSystemCode, amount } = movement;
    return { kind, direction, reference, paymentSystemCode, amount, other };
  };
  const providerOnly = theirs.filter(isDue).flatMap((movement) => {
    const ownMovement = oursByKey.get(movementKey(movement));
    if (!ownMovement?.isFinal) return [difference('only_provider', movement, ownMovement?.state ?? null)];
    return isSameMovement(ownMovement, movement)
      ? []
      : [difference('differs', movement, `${ownMovement.amount} ${ownMovement.paymentSystemCode}`)];
  });
  const ledgerOnly = ours.filter((movement) => movement.isFinal && isDue(movement) && !theirsByKey.has(movementKey(movement)));
  return [...providerOnly, ...ledgerOnly.map((movement) => difference('only_books', movement, null))];
}
