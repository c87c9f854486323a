import { MINUTE_MS, type Instant } from '#core/time.ts';

/** One movement of real money as one side has it; amounts in minor units of the payment system. */
export interface BookLine {
  readonly direction: 'in' | 'out';
  /** What both sides call it. */
  readonly reference: string;
  readonly paymentSystemCode: string;
  /** Where the money is: payment systems that share a wallet are one place to the bank. */
  readonly wallet: string;
  readonly amount: bigint;
  readonly at: Instant;
}

/** A line of ours. `isFinal`: the books carry it as money; `state` tells what they know where they do not. */
export interface OwnLine extends BookLine {
  readonly isFinal: boolean;
  readonly state: string;
}

export interface Difference {
  readonly kind: 'only_provider' | 'only_books' | 'differs';
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly paymentSystemCode: string;
  readonly amount: bigint;
  /** What the other side has: its amount, or the state of a line that is no money there. Null: nothing at all. */
  readonly other: string | null;
}

/** Younger lines may still be on their way to the other side. */
export const BOOKS_GRACE_MS = 10 * MINUTE_MS;

const keyOf = ({ direction, reference }: BookLine): string => `${direction} ${reference}`;

/**
 * Compares our books with a provider's own list (domain 6: the audit): what only one of them has, and what they have differently,
 * for lines between `since` and the grace before `now`. Ours may begin earlier: an older line still answers for a provider's.
 */
export function compareBooks(
  ours: readonly OwnLine[],
  theirs: readonly BookLine[],
  window: { readonly since: Instant; readonly now: Instant },
): Difference[] {
  const isDue = ({ at }: BookLine): boolean => at >= window.since && at <= window.now - BOOKS_GRACE_MS;
  const known = new Map(ours.map((line) => [keyOf(line), line]));
  const told = new Map(theirs.map((line) => [keyOf(line), line]));
  const difference = (kind: Difference['kind'], line: BookLine, other: string | null): Difference => {
    const { direction, reference, paymentSystemCode, amount } = line;
    return { kind, direction, reference, paymentSystemCode, amount, other };
  };
  const unknownToUs = theirs.filter(isDue).flatMap((line) => {
    const own = known.get(keyOf(line));
    if (!own?.isFinal) return [difference('only_provider', line, own?.state ?? null)];
    const isSamePlace = own.wallet === line.wallet || own.paymentSystemCode === line.paymentSystemCode;
    const isSame = own.amount === line.amount && isSamePlace;
    return isSame ? [] : [difference('differs', line, `${own.amount} ${own.paymentSystemCode}`)];
  });
  const unknownToThem = ours.filter((line) => line.isFinal && isDue(line) && !told.has(keyOf(line)));
  return [...unknownToUs, ...unknownToThem.map((line) => difference('only_books', line, null))];
}
