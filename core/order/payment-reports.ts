import { smaller } from '#core/money/bigint.ts';
import type { Instant } from '#core/time.ts';
import type { Order } from './order.ts';
import type { PaymentFacts } from './payment.ts';

/** State of a reported payment. A `reverted` one was final before the rail took it back. */
export const DEPOSIT_STATES = ['seen', 'final', 'failed', 'reverted'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/**
 * One report of money for one order: a transfer reported by a rail, or a payment entered by an operator. Minor units of the income side.
 */
export interface PaymentReport {
  readonly id: string;
  readonly by: 'rail' | 'operator';
  readonly rail: string;
  /** References of the transfer in the form of `referenceOf`. Reports that share one are about the same transfer. */
  readonly references: readonly string[];
  readonly amount: bigint;
  /** An operator's entry is `final`, as the operator saw the money on the account, or `reverted` by a correction. */
  readonly state: DepositState;
  /** Whether the operator says that the rail has missed this payment. Only then is the entry counted in addition to the rail's reports. */
  readonly isMissedByRail: boolean;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant;
  readonly recordedAt: Instant;
  readonly txHash: string | null;
  /** The part of the amount that is in the ledger. */
  readonly posted: bigint;
}

/** A reference in the form used for comparison, without spaces and case, as people copy references with either. */
export const referenceOf = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

interface CountedReport {
  readonly row: PaymentReport;
  readonly amount: bigint;
  readonly isFinal: boolean;
}

const isUsable = (report: PaymentReport): boolean => report.state !== 'failed';
const sharesReference = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.references.some((reference) => report.references.includes(reference));

/** Whether an entry and a report of equal amounts are one payment. They are, unless the operator entered another payment after the report. */
const looksLike = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.amount === report.amount && !(entry.isMissedByRail && report.recordedAt < entry.recordedAt);

/** Matches each entry to the report of the same payment, first by reference, then by amount. Each report matches at most one entry. */
function matchEntries(entries: readonly PaymentReport[], reports: readonly PaymentReport[]): ReadonlyMap<PaymentReport, PaymentReport> {
  const pairs = new Map<PaymentReport, PaymentReport>();
  const matched = new Set<PaymentReport>();
  for (const isSame of [sharesReference, looksLike]) {
    for (const entry of entries) {
      if (pairs.has(entry)) continue;
      const report = reports.find((candidate) => !matched.has(candidate) && isSame(entry, candidate));
      if (report === undefined) continue;
      pairs.set(entry, report);
      matched.add(report);
    }
  }
  return pairs;
}

/** Whether an entry credits more than its report. Only an entry made after the report may (R67). */
const exceedsReport = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.isMissedByRail && report.recordedAt < entry.recordedAt && entry.amount > report.amount;

/** The amount that an operator's entry adds. It counts until the rail reports, then only confirms that report. An entry with `isMissedByRail` counts in addition. */
function countEntry(entry: PaymentReport, report: PaymentReport | undefined, hasRailReport: boolean): bigint {
  if (report === undefined) return hasRailReport && !entry.isMissedByRail ? 0n : entry.amount;
  if (report.state === 'reverted') return 0n;
  return exceedsReport(entry, report) ? entry.amount - report.amount : 0n;
}

/** The counted amount of each report, so that each transfer counts once (domain 5). Rail reports are authoritative. */
export function countMoney(rows: readonly PaymentReport[]): CountedReport[] {
  const reports = rows.filter((row) => row.by === 'rail' && isUsable(row));
  const entries = rows.filter((row) => row.by === 'operator' && row.state === 'final');
  const pairs = matchEntries(entries, reports);
  const confirmed = new Set(pairs.values());
  return rows.map((row) => {
    if (row.by === 'operator')
      return { row, amount: row.state === 'final' ? countEntry(row, pairs.get(row), reports.length > 0) : 0n, isFinal: true };
    const isCounted = row.state === 'seen' || row.state === 'final';
    return { row, amount: isCounted ? row.amount : 0n, isFinal: row.state === 'final' || confirmed.has(row) };
  });
}

const sumOf = (counted: readonly CountedReport[]): bigint => counted.reduce((total, item) => total + item.amount, 0n);

/** Whether the payment was reported and then reverted or failed, by a rail, or by an operator who corrected an entry. */
const isWithdrawn = ({ state }: PaymentReport): boolean => state === 'reverted' || state === 'failed';

/**
 * The money in the ledger that no report supports any more. Pending money supports its own transfer or an operator's entry, but never
 * another transfer that was reverted.
 */
function reversedAmount(counted: readonly CountedReport[], final: bigint): bigint {
  const posted = counted.reduce((total, { row }) => total + row.posted, 0n);
  const pending = sumOf(counted.filter((item) => !item.isFinal));
  const supportable = counted
    .filter(({ row }) => !isWithdrawn(row))
    .reduce((total, { row, amount, isFinal }) => total + row.posted - smaller(row.posted, isFinal ? amount : 0n), 0n);
  const supported = final + smaller(pending, supportable);
  return posted > supported ? posted - supported : 0n;
}

const earliest = (counted: readonly CountedReport[]): PaymentReport | undefined =>
  counted
    .map((item) => item.row)
    .reduce<PaymentReport | undefined>((first, row) => (first && first.firstSeenAt <= row.firstSeenAt ? first : row), undefined);

/** The totals of all reports of one order. Late, repeated and reordered reports give the same totals (R20). */
export function factsOf(order: Pick<Order, 'rateLockedUntil'>, rows: readonly PaymentReport[]): PaymentFacts {
  const all = countMoney(rows);
  const counted = all.filter((item) => item.amount > 0n);
  const { rateLockedUntil } = order;
  const finals = counted.filter((item) => item.isFinal);
  const reports = counted.filter((item) => item.row.by === 'rail');
  const posted = rows.reduce((total, row) => total + row.posted, 0n);
  const final = sumOf(finals);
  const received = sumOf(counted);
  const source = counted.findLast((item) => item.row.by === 'rail') ?? counted[0];
  const isInTime = (item: CountedReport): boolean => rateLockedUntil !== null && item.row.firstSeenAt <= rateLockedUntil;
  return {
    received,
    final,
    returned: 0n,
    inTime: sumOf(counted.filter(isInTime)),
    finalInTime: sumOf(finals.filter(isInTime)),
    uncredited: final > posted ? final - posted : 0n,
    reversed: reversedAmount(all, final),
    isDeclined: rows.some((row) => row.state === 'failed'),
    confirmations: reports.reduce((min, item) => Math.min(min, item.row.confirmations), reports[0]?.row.confirmations ?? 0),
    requiredConfirmations: rows.reduce((max, row) => Math.max(max, row.requiredConfirmations), 0),
    firstSeenAt: earliest(counted)?.firstSeenAt ?? null,
    txHash: earliest(counted.filter((item) => item.row.txHash !== null))?.txHash ?? null,
    provider: source?.row.rail ?? 'operator',
    by: finals.length > 0 && finals.every((item) => item.row.by === 'operator') ? 'operator' : 'provider',
  };
}

/** The total that rails have reverted. */
export const revertedAmount = (rows: readonly PaymentReport[]): bigint =>
  rows.reduce((total, row) => (row.by === 'rail' && row.state === 'reverted' ? total + row.amount : total), 0n);

/**
 * How much of an order's received amount was reverted after it had been paid out. The order still shows this amount as received, as nothing
 * changed for the customer.
 */
export function reversedAfterPayout(order: Pick<Order, 'rateLockedUntil' | 'receivedAmount'>, rows: readonly PaymentReport[]): bigint {
  const unreported = order.receivedAmount - factsOf(order, rows).received;
  return unreported > 0n ? smaller(unreported, revertedAmount(rows)) : 0n;
}

/** Distributes the ledger's total of an order over its reports, final ones first. Returns the rows whose part changes. */
export function distribute(rows: readonly PaymentReport[], total: bigint): { readonly id: string; readonly posted: bigint }[] {
  const counted = countMoney(rows);
  let remaining = total;
  const parts = [...counted.filter((item) => item.isFinal), ...counted.filter((item) => !item.isFinal)].map(({ row, amount }) => {
    const posted = smaller(amount, remaining);
    remaining -= posted;
    return { row, posted };
  });
  return parts.filter(({ row, posted }) => row.posted !== posted).map(({ row, posted }) => ({ id: row.id, posted }));
}
