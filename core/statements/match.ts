import { absolute } from '#core/money/bigint.ts';
import { referenceOf } from '#core/order/payment-reports.ts';
import { DAY_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** A bank line to be matched to an order. Amounts in minor units of one payment system. */
export interface LineToMatch {
  readonly amount: bigint;
  readonly at: Instant;
  readonly isDayOnly: boolean;
  readonly reference: string | null;
  /** Whether its operation number was entered before (`entriesOfNumber`). */
  readonly isNumberEntered: boolean;
  readonly lastDigits: string | null;
  /** The requisite it was paid to, where known. */
  readonly requisiteId: string | null;
  readonly source: string;
}

/** A bank line, or an operator's entry at an order, with an operation number. */
export interface NumberEntry {
  readonly reference: string;
  readonly amount: bigint;
  readonly orderId: string | null;
  /** Source of the bank line; null for an operator's entry. */
  readonly source: string | null;
  readonly sender: string | null;
}

const FILE_SOURCES = ['csv', '1c'];

/**
 * Entries with a line's operation number, which are probably the same transfer. An equal number of another payer belongs to another
 * transfer.
 */
export function entriesOfNumber<Entry extends NumberEntry>(
  line: { readonly reference: string | null; readonly source: string; readonly sender: string | null },
  entries: readonly Entry[],
): Entry[] {
  const { reference, source, sender } = line;
  if (reference === null || !/[\p{L}\p{N}]/u.test(reference)) return [];
  const isOtherPayer = (entry: Entry): boolean =>
    FILE_SOURCES.includes(source) &&
    entry.source === source &&
    sender !== null &&
    entry.sender !== null &&
    !isSameReference(sender, entry.sender);
  return entries.filter((entry) => isSameReference(entry.reference, reference) && !isOtherPayer(entry));
}

/** An order that a payment may be for. */
export interface OpenOrder {
  readonly id: string;
  /** The amount to be paid, which may be unique. */
  readonly expected: bigint;
  /** Received already. */
  readonly received: bigint;
  readonly requisiteId: string | null;
  readonly requisiteLastDigits: string | null;
  readonly payerLastDigits: string | null;
  /** When the payment instructions were given. */
  readonly since: Instant;
  /** Whether a payment can be recorded in its state. */
  readonly isOpen: boolean;
  /** Existing entries of operators. `source`: the source of the bank line behind the entry; null without one. */
  readonly entries: readonly { readonly amount: bigint; readonly reference: string; readonly source: string | null }[];
}

/**
 * How a line matches an order. `recorded`: entered already. `exact`: all matches. `twin`: another source has the same amount. `near`:
 * something differs (`NEAR_REASONS`).
 */
export const MATCH_KINDS = ['recorded', 'exact', 'twin', 'near'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];
/** Why a match is only near: the amount differs, another card is named, or the operation number was entered before. */
export const NEAR_REASONS = ['amount', 'another_card', 'number_entered'] as const;
export interface Match {
  readonly orderId: string;
  readonly kind: MatchKind;
  /** Null except for `near`. */
  readonly why: (typeof NEAR_REASONS)[number] | null;
  /** Reference of the entry about the same payment; null: none. */
  readonly entryReference: string | null;
  /** The line's amount minus the amount due. */
  readonly difference: bigint;
}

const EARLY_MS = 10 * MINUTE_MS;
const LATE_MS = 8 * DAY_MS;
/** A difference up to a tenth may be a fee, or a typing error of the customer. */
const NEAR_DIVISOR = 10n;
const MAX_SUGGESTIONS = 5;

const isSameReference = (a: string, b: string): boolean => referenceOf(a) === referenceOf(b);

/** Whether time and requisite allow the match. */
function isPlausible(line: LineToMatch, order: OpenOrder): boolean {
  const earlyMs = line.isDayOnly ? DAY_MS : EARLY_MS;
  if (line.at < order.since - earlyMs || line.at > order.since + LATE_MS) return false;
  return line.requisiteId === null || order.requisiteId === null || line.requisiteId === order.requisiteId;
}

/** Whether the line names a card or account that is neither ours nor the payer's; people sometimes pay from another one. */
function namesOtherCard(line: LineToMatch, order: OpenOrder): boolean {
  if (line.lastDigits === null) return false;
  const knownDigits = [order.requisiteLastDigits, order.payerLastDigits].filter((digits) => digits !== null && digits !== '');
  return knownDigits.length > 0 && !knownDigits.includes(line.lastDigits);
}

/** The amount still due: all of it, the rest after a partial payment, or nothing. */
const awaitedAmount = ({ expected, received }: OpenOrder): bigint => (received < expected ? expected - received : 0n);

const isNearTo = (amount: bigint, expected: bigint): boolean => absolute(amount - expected) * NEAR_DIVISOR <= expected;

type MatchResult = Pick<Match, 'kind' | 'entryReference' | 'why'>;

function matchOrder(line: LineToMatch, order: OpenOrder): MatchResult | null {
  const isOtherCard = namesOtherCard(line, order);
  const sameAmountEntries = order.entries.filter(({ amount }) => amount === line.amount);
  const hasNumber = ({ reference }: OpenOrder['entries'][number]): boolean =>
    line.reference !== null && isSameReference(reference, line.reference);
  const recorded = sameAmountEntries.find((entry) =>
    // Another source reports the same transfer; the same source with the same number may mean a second one
    line.isNumberEntered ? hasNumber(entry) && entry.source !== line.source : (entry.source === null && !isOtherCard) || hasNumber(entry),
  );
  if (recorded) return { kind: 'recorded', entryReference: recorded.reference, why: null };
  const twin = sameAmountEntries.find((entry) => entry.source !== line.source || (line.isNumberEntered && hasNumber(entry)));
  if (twin) return { kind: 'twin', entryReference: twin.reference, why: null };
  if (!order.isOpen) return null;
  const awaited = awaitedAmount(order);
  if (line.amount === awaited) {
    if (isOtherCard) return { kind: 'near', entryReference: null, why: 'another_card' };
    return line.isNumberEntered
      ? { kind: 'near', entryReference: null, why: 'number_entered' }
      : { kind: 'exact', entryReference: null, why: null };
  }
  if (isOtherCard) return null;
  // The full amount once more after a partial payment is suggested too: a person decides
  const isNear = isNearTo(line.amount, awaited) || isNearTo(line.amount, order.expected);
  return isNear ? { kind: 'near', entryReference: null, why: 'amount' } : null;
}

/** Orders that a line may pay, most likely first. */
export function suggest(line: LineToMatch, orders: readonly OpenOrder[]): Match[] {
  const candidates = orders.flatMap((order) => {
    const match = isPlausible(line, order) ? matchOrder(line, order) : null;
    return match === null ? [] : [{ order, match: { orderId: order.id, ...match, difference: line.amount - awaitedAmount(order) } }];
  });
  const rank = ({ kind }: Match): number => MATCH_KINDS.indexOf(kind);
  const distance = ({ difference }: Match): bigint => absolute(difference);
  return candidates
    .toSorted((a, b) => rank(a.match) - rank(b.match) || Number(distance(a.match) - distance(b.match)) || b.order.since - a.order.since)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ match }) => match);
}

/** The match with the order that a line certainly pays. Undefined if a second order matches too, or if the payment may be reported twice. */
export function onlyCertainMatch(matches: readonly Match[]): Match | undefined {
  const plausible = matches.filter(({ kind, why }) => kind !== 'near' || why === 'number_entered');
  const [only] = plausible;
  return plausible.length === 1 && (only?.kind === 'exact' || only?.kind === 'recorded') ? only : undefined;
}
