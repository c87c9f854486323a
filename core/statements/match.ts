import { referenceOf } from '#core/order/money-seen.ts';
import { DAY_MS, MINUTE_MS, type Instant } from '#core/time.ts';

/** A line of a bank that is looked for among orders. Amounts in minor units of one payment system. */
export interface SoughtLine {
  readonly amount: bigint;
  readonly at: Instant;
  readonly isDayOnly: boolean;
  readonly reference: string | null;
  /** Its operation number was entered before or is entered elsewhere (`entriesOfNumber`). */
  readonly isNumberEntered: boolean;
  readonly lastDigits: string | null;
  /** The requisite it came to, where that is known. */
  readonly requisiteId: string | null;
  readonly source: string;
}

/** A bank line, or a person's word at an order, that has an operation number. */
export interface NumberEntry {
  readonly reference: string;
  readonly amount: bigint;
  readonly orderId: string | null;
  /** Of the bank line; null for a person's word. */
  readonly source: string | null;
  readonly sender: string | null;
}

const FILES = ['csv', '1c'];

/**
 * Entries with the operation number of a line: most likely the same transfer, typed or told once more. A line without a number has
 * none. Payers number their documents alike: in a bank's file the number of another payer is another transfer's.
 */
export function entriesOfNumber<Entry extends NumberEntry>(
  line: { readonly reference: string | null; readonly source: string; readonly sender: string | null },
  entries: readonly Entry[],
): Entry[] {
  const { reference, source, sender } = line;
  if (reference === null || !/[\p{L}\p{N}]/u.test(reference)) return [];
  const isOtherPayer = (entry: Entry): boolean =>
    FILES.includes(source) && entry.source === source && sender !== null && entry.sender !== null && !same(sender, entry.sender);
  return entries.filter((entry) => same(entry.reference, reference) && !isOtherPayer(entry));
}

/** An order that money may be for. */
export interface OpenOrder {
  readonly id: string;
  /** What it was asked for, which may be unique to it. */
  readonly asked: bigint;
  /** What has come for it already. */
  readonly received: bigint;
  readonly requisiteId: string | null;
  readonly requisiteLastDigits: string | null;
  readonly payerLastDigits: string | null;
  /** When it was told where to pay. */
  readonly since: Instant;
  /** Whether money can be recorded for it as it is. */
  readonly isOpen: boolean;
  /** What people have said about it already; `source`: of the bank line that said so, null where they saw it themselves. */
  readonly words: readonly { readonly amount: bigint; readonly reference: string; readonly source: string | null }[];
}

/**
 * `recorded`: a person has said this very money before; `exact`: all fits; `twin`: a line of another source has told of as much, which
 * may be the same money or a second payment; `near`: the amount differs, or another card is named.
 */
export const MATCH_KINDS = ['recorded', 'exact', 'twin', 'near'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];
/** Why a line is only near an order: the amount differs, another card is named than the order knows, or its operation number was entered before. */
export const NEAR_REASONS = ['amount', 'another_card', 'number_entered'] as const;
export interface Match {
  readonly orderId: string;
  readonly kind: MatchKind;
  /** Of `near` alone. */
  readonly why: (typeof NEAR_REASONS)[number] | null;
  /** The word that tells of the same money; null where none does. */
  readonly word: string | null;
  /** What came less what the order still waits for. */
  readonly difference: bigint;
}

const EARLY_MS = 10 * MINUTE_MS;
const LATE_MS = 8 * DAY_MS;
/** A difference that is still likely the customer's: a fee on the way, a typing error. */
const NEAR_PARTS = 10n;
const MOST_SUGGESTIONS = 5;

const same = (a: string, b: string): boolean => referenceOf(a) === referenceOf(b);

/** Whether time and place do not speak against it. */
function mayBeFor(line: SoughtLine, order: OpenOrder): boolean {
  const early = line.isDayOnly ? DAY_MS : EARLY_MS;
  if (line.at < order.since - early || line.at > order.since + LATE_MS) return false;
  return line.requisiteId === null || order.requisiteId === null || line.requisiteId === order.requisiteId;
}

/** The line names a card or an account that is neither ours nor the payer's as he said it: people pay from another one now and then. */
function namesAnother(line: SoughtLine, order: OpenOrder): boolean {
  if (line.lastDigits === null) return false;
  const known = [order.requisiteLastDigits, order.payerLastDigits].filter((digits) => digits !== null && digits !== '');
  return known.length > 0 && !known.includes(line.lastDigits);
}

/** What the order still waits for: all that it asked, the rest of a part that has come, or nothing. */
const awaitedFor = ({ asked, received }: OpenOrder): bigint => (received < asked ? asked - received : 0n);

const isNearTo = (amount: bigint, expected: bigint): boolean =>
  (amount > expected ? amount - expected : expected - amount) * NEAR_PARTS <= expected;

type Found = Pick<Match, 'kind' | 'word' | 'why'>;

function find(line: SoughtLine, order: OpenOrder): Found | null {
  const isAnother = namesAnother(line, order);
  const said = order.words.filter(({ amount }) => amount === line.amount);
  const hasNumber = ({ reference }: OpenOrder['words'][number]): boolean => line.reference !== null && same(reference, line.reference);
  const recorded = said.find((word) =>
    // Another source tells of the same transfer; the same source with the same number may mean a second one
    line.isNumberEntered ? hasNumber(word) && word.source !== line.source : (word.source === null && !isAnother) || hasNumber(word),
  );
  if (recorded) return { kind: 'recorded', word: recorded.reference, why: null };
  const twin = said.find((word) => word.source !== line.source || (line.isNumberEntered && hasNumber(word)));
  if (twin) return { kind: 'twin', word: twin.reference, why: null };
  if (!order.isOpen) return null;
  const awaited = awaitedFor(order);
  if (line.amount === awaited) {
    if (isAnother) return { kind: 'near', word: null, why: 'another_card' };
    return line.isNumberEntered ? { kind: 'near', word: null, why: 'number_entered' } : { kind: 'exact', word: null, why: null };
  }
  if (isAnother) return null;
  // All of it once more after a part is suggested too: it is far over, and a person decides
  const isNear = isNearTo(line.amount, awaited) || isNearTo(line.amount, order.asked);
  return isNear ? { kind: 'near', word: null, why: 'amount' } : null;
}

/** What a line may be the money of, the likeliest first. */
export function suggest(line: SoughtLine, orders: readonly OpenOrder[]): Match[] {
  const found = orders.flatMap((order) => {
    const fit = mayBeFor(line, order) ? find(line, order) : null;
    return fit === null ? [] : [{ order, match: { orderId: order.id, ...fit, difference: line.amount - awaitedFor(order) } }];
  });
  const rank = ({ kind }: Match): number => MATCH_KINDS.indexOf(kind);
  const distance = ({ difference }: Match): bigint => (difference < 0n ? -difference : difference);
  return found
    .toSorted((a, b) => rank(a.match) - rank(b.match) || Number(distance(a.match) - distance(b.match)) || b.order.since - a.order.since)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ match }) => match);
}

/** The one order that a line is certainly the money of: never where a second one fits as well, or where it may be told twice. */
export function certainMatch(matches: readonly Match[]): Match | undefined {
  const fitting = matches.filter(({ kind, why }) => kind !== 'near' || why === 'number_entered');
  const [only] = fitting;
  return fitting.length === 1 && (only?.kind === 'exact' || only?.kind === 'recorded') ? only : undefined;
}
