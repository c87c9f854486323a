import { smaller } from '#core/money/bigint.ts';
import type { Instant } from '#core/time.ts';
import type { Order } from './order.ts';
import type { PaymentFacts } from './payment.ts';

/** State of a reported payment; `reverted`: was final and was taken back. */
export const DEPOSIT_STATES = ['seen', 'final', 'failed', 'reverted'] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

/**
 * One report of money for one order: a transfer reported by a rail, or a payment entered by an operator. Minor units of the income side.
 */
export interface PaymentReport {
  readonly id: string;
  readonly by: 'rail' | 'operator';
  readonly rail: string;
  /** References of the transfer in the form of `referenceOf`; reports that share one are the same transfer. */
  readonly references: readonly string[];
  readonly amount: bigint;
  /** An operator's entry is always `final`: the operator saw the money on the account. */
  readonly state: DepositState;
  /** The operator says that the rail has missed this payment; only then is the entry counted beside the rail's reports. */
  readonly isMissedByRail: boolean;
  readonly confirmations: number;
  readonly requiredConfirmations: number;
  readonly firstSeenAt: Instant;
  readonly recordedAt: Instant;
  readonly txHash: string | null;
  /** The part of it in the ledger. */
  readonly posted: bigint;
}

/** A reference in the form used for comparison: people copy references with spaces and in any case. */
export const referenceOf = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

interface CountedReport {
  readonly row: PaymentReport;
  readonly amount: bigint;
  readonly isFinal: boolean;
}

const isUsable = (report: PaymentReport): boolean => report.state !== 'failed';
const sharesReference = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.references.some((reference) => report.references.includes(reference));

/** Equal amounts are the same payment, unless the operator entered it as another one after the rail's report. */
const looksLike = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.amount === report.amount && !(entry.isMissedByRail && report.recordedAt < entry.recordedAt);

/** The report of the same payment for each entry: by reference first, then by amount; each report matches one entry. */
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

/** After a report an operator may credit more than the report; earlier entries never exceed it (R67). */
const exceedsReport = (entry: PaymentReport, report: PaymentReport): boolean =>
  entry.isMissedByRail && report.recordedAt < entry.recordedAt && entry.amount > report.amount;

/** Amount that one entry adds to the rail's reports. */
function countEntry(entry: PaymentReport, report: PaymentReport | undefined, hasRailReport: boolean): bigint {
  if (report === undefined) return hasRailReport && !entry.isMissedByRail ? 0n : entry.amount;
  if (report.state === 'reverted') return 0n;
  return exceedsReport(entry, report) ? entry.amount - report.amount : 0n;
}

/**
 * The counted amount of each report, each transfer once (domain 5). Rail reports are authoritative. An operator's entry counts until a rail
 * reports, then confirms that report, unless `isMissedByRail`.
 */
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

/** Reported by a rail and reverted or failed. */
const isWithdrawn = ({ by, state }: PaymentReport): boolean => by === 'rail' && (state === 'reverted' || state === 'failed');

/**
 * Ledger money that no report supports any more. Pending money supports only its own transfer or an operator's entry, never another reverted
 * transfer.
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

/** All reports of one order as totals; late, repeated and reordered reports give the same totals (R20). */
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

/** What rails have reverted, all transfers together. */
export const revertedAmount = (rows: readonly PaymentReport[]): bigint =>
  rows.reduce((total, row) => (row.by === 'rail' && row.state === 'reverted' ? total + row.amount : total), 0n);

/**
 * How much of an order's received amount was reverted after it had been paid out: the order still shows it, as nothing changed for the
 * customer.
 */
export function reversedAfterPayout(order: Pick<Order, 'rateLockedUntil' | 'receivedAmount'>, rows: readonly PaymentReport[]): bigint {
  const missing = order.receivedAmount - factsOf(order, rows).received;
  return missing > 0n ? smaller(missing, revertedAmount(rows)) : 0n;
}

/** Distributes the ledger's total of an order over its reports, final ones first: every row whose part changes. */
export function distribute(rows: readonly PaymentReport[], total: bigint): { readonly id: string; readonly posted: bigint }[] {
  const counted = countMoney(rows);
  let left = total;
  const parts = [...counted.filter((item) => item.isFinal), ...counted.filter((one) => !one.isFinal)].map(({ row, amount }) => {
    const posted = smaller(amount, left);
    left -= posted;
    return { row, posted };
  });
  return parts.filter(({ row, posted }) => row.posted !== posted).map(({ row, posted }) => ({ id: row.id, posted }));
}
