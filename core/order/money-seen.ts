import type { Instant } from '#core/time.ts';
import type { Order } from './order.ts';
import type { PaymentFacts } from './payment.ts';

/** How far a report of money has come: `reverted` was final and is taken back. */
export const DEPOSIT_STATES = ['seen', 'final', 'failed', 'reverted'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/** One thing that somebody said about money for one order: a rail's report of a transfer, or an operator's word. Minor units of the income side. */
export interface SeenMoney {
  readonly id: string;
  readonly by: 'rail' | 'operator';
  readonly rail: string;
  /** Names this transfer goes by, as `referenceOf` makes them: two that share one are the same transfer. */
  readonly references: readonly string[];
  readonly amount: bigint;
  /** A word is always `final`: the operator has seen it on the account. */
  readonly state: DepositState;
  /** An operator says that the rail has missed it; only then does his word count beside the rail's. */
  readonly beyondRail: boolean;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant;
  readonly recordedAt: Instant;
  readonly txHash: string | null;
  /** How much of it the ledger carries. */
  readonly posted: bigint;
}

/** A reference as it is compared: people copy them with spaces and in any case. */
export const referenceOf = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

interface Counted {
  readonly row: SeenMoney;
  readonly amount: bigint;
  readonly isFinal: boolean;
}

const hasSpoken = (report: SeenMoney): boolean => report.state !== 'failed';
const shares = (word: SeenMoney, report: SeenMoney): boolean => word.references.some((one) => report.references.includes(one));

/** Equal amounts are the same money unless the operator said, with the report before his eyes, that it is another. */
const looksLike = (word: SeenMoney, report: SeenMoney): boolean =>
  word.amount === report.amount && !(word.beyondRail && report.recordedAt < word.recordedAt);

/** Which report tells the same money as each word: by reference first, then by amount; one report for one word. */
function pairsOf(words: readonly SeenMoney[], reports: readonly SeenMoney[]): ReadonlyMap<SeenMoney, SeenMoney> {
  const pairs = new Map<SeenMoney, SeenMoney>();
  const taken = new Set<SeenMoney>();
  for (const isSame of [shares, looksLike]) {
    for (const word of words) {
      if (pairs.has(word)) continue;
      const report = reports.find((one) => !taken.has(one) && isSame(word, one));
      if (report === undefined) continue;
      pairs.set(word, report);
      taken.add(report);
    }
  }
  return pairs;
}

/** An operator who knows a report may credit beyond it; whatever was said before, its amount is the report's (R67). */
const goesBeyond = (word: SeenMoney, report: SeenMoney): boolean =>
  word.beyondRail && report.recordedAt < word.recordedAt && word.amount > report.amount;

/** What one word adds to the rails' reports. */
function countWord(word: SeenMoney, report: SeenMoney | undefined, hasRailSpoken: boolean): bigint {
  if (report === undefined) return hasRailSpoken && !word.beyondRail ? 0n : word.amount;
  if (report.state === 'reverted') return 0n;
  return goesBeyond(word, report) ? word.amount - report.amount : 0n;
}

/**
 * What of everything that was said counts as money, each transfer once (domain 5, "What an operator says"). A rail's report is
 * the truth about its transfer. An operator's word counts until the rail has spoken about this order; from then on it is
 * evidence for the report that tells the same (which it makes final), unless he said that the rail has missed it.
 */
export function countMoney(rows: readonly SeenMoney[]): Counted[] {
  const reports = rows.filter((row) => row.by === 'rail' && hasSpoken(row));
  const words = rows.filter((row) => row.by === 'operator' && row.state === 'final');
  const pairs = pairsOf(words, reports);
  const confirmed = new Set(pairs.values());
  return rows.map((row) => {
    if (row.by === 'operator')
      return { row, amount: row.state === 'final' ? countWord(row, pairs.get(row), reports.length > 0) : 0n, isFinal: true };
    const stands = row.state === 'seen' || row.state === 'final';
    return { row, amount: stands ? row.amount : 0n, isFinal: row.state === 'final' || confirmed.has(row) };
  });
}

const sum = (counted: readonly Counted[]): bigint => counted.reduce((total, one) => total + one.amount, 0n);
/** The smaller of two amounts. */
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What a rail has said and taken back, or called off: nothing stands on it. */
const isGone = ({ by, state }: SeenMoney): boolean => by === 'rail' && (state === 'reverted' || state === 'failed');

/**
 * What the ledger carries and nobody vouches for any more. Money that may still fail holds up only what was booked on its own
 * transfer or on an operator's word: it never stands in for another transfer that was final and is gone.
 */
function takenBackOf(counted: readonly Counted[], final: bigint): bigint {
  const posted = counted.reduce((total, { row }) => total + row.posted, 0n);
  const pending = sum(counted.filter((one) => !one.isFinal));
  const mayLean = counted
    .filter(({ row }) => !isGone(row))
    .reduce((total, { row, amount, isFinal }) => total + row.posted - least(row.posted, isFinal ? amount : 0n), 0n);
  const stands = final + least(pending, mayLean);
  return posted > stands ? posted - stands : 0n;
}

const earliest = (counted: readonly Counted[]): SeenMoney | undefined =>
  counted
    .map((one) => one.row)
    .reduce<SeenMoney | undefined>((first, row) => (first && first.firstSeenAt <= row.firstSeenAt ? first : row), undefined);

/** Everything that was said about one order, as totals; late, repeated and reordered reports give the same ones (R20). */
export function factsOf(order: Pick<Order, 'rateLockedUntil'>, rows: readonly SeenMoney[]): PaymentFacts {
  const all = countMoney(rows);
  const counted = all.filter((one) => one.amount > 0n);
  const { rateLockedUntil } = order;
  const finals = counted.filter((one) => one.isFinal);
  const reports = counted.filter((one) => one.row.by === 'rail');
  const posted = rows.reduce((total, row) => total + row.posted, 0n);
  const final = sum(finals);
  const received = sum(counted);
  const speaker = counted.findLast((one) => one.row.by === 'rail') ?? counted[0];
  const isInTime = (one: Counted): boolean => rateLockedUntil !== null && one.row.firstSeenAt <= rateLockedUntil;
  return {
    received,
    final,
    givenBack: 0n,
    inTime: sum(counted.filter(isInTime)),
    finalInTime: sum(finals.filter(isInTime)),
    uncredited: final > posted ? final - posted : 0n,
    takenBack: takenBackOf(all, final),
    declined: rows.some((row) => row.state === 'failed'),
    confirmations: reports.reduce((fewest, one) => Math.min(fewest, one.row.confirmations), reports[0]?.row.confirmations ?? 0),
    requiredConfirmations: rows.reduce((most, row) => Math.max(most, row.requiredConfirmations), 0),
    firstSeenAt: earliest(counted)?.firstSeenAt ?? null,
    txHash: earliest(counted.filter((one) => one.row.txHash !== null))?.txHash ?? null,
    provider: speaker?.row.rail ?? 'operator',
    by: finals.length > 0 && finals.every((one) => one.row.by === 'operator') ? 'operator' : 'provider',
  };
}

/** What rails have taken back, all transfers together. */
export const revertedOf = (rows: readonly SeenMoney[]): bigint =>
  rows.reduce((total, row) => (row.by === 'rail' && row.state === 'reverted' ? total + row.amount : total), 0n);

/** How much of what an order shows as received rails took back after it had left: the order goes on telling it, for its customer nothing changed. */
export function takenBackOfShown(order: Pick<Order, 'rateLockedUntil' | 'receivedAmount'>, rows: readonly SeenMoney[]): bigint {
  const missing = order.receivedAmount - factsOf(order, rows).received;
  return missing > 0n ? least(missing, revertedOf(rows)) : 0n;
}

/** Which rows the ledger's total for an order stands on, what is final first: every row that must be written, with its part. */
export function distribute(rows: readonly SeenMoney[], total: bigint): { readonly id: string; readonly posted: bigint }[] {
  const counted = countMoney(rows);
  let left = total;
  const parts = [...counted.filter((one) => one.isFinal), ...counted.filter((one) => !one.isFinal)].map(({ row, amount }) => {
    const posted = least(amount, left);
    left -= posted;
    return { row, posted };
  });
  return parts.filter(({ row, posted }) => row.posted !== posted).map(({ row, posted }) => ({ id: row.id, posted }));
}
