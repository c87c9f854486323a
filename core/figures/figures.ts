import { DAY_MS, HOUR_MS, type Instant, MOSCOW_OFFSET_MS } from '#core/time.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Fee } from '#core/order/quote.ts';

/** Periods of the figures (domain 11). `week`: today and six days before; `month`: this month so far. */
export const PERIODS = ['today', 'yesterday', 'week', 'month', 'last_month'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** A period, `to` excluded, divided into hours or days. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
  readonly unit: 'hour' | 'day';
}

/** Midnight in Moscow of the first day of a month, `monthsLater` from now. */
function monthStart(now: Instant, monthsLater: number): Instant {
  const moscowTime = new Date(now + MOSCOW_OFFSET_MS);
  return Date.UTC(moscowTime.getUTCFullYear(), moscowTime.getUTCMonth() + monthsLater, 1) - MOSCOW_OFFSET_MS;
}

/** Days in Moscow, the last one included, ISO 8601: `2026-11-01..2026-11-28`. */
export type DayRange = `${string}..${string}`;

const DAY_RANGE = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/;
const MAX_DAYS = 366;

/** Midnight in Moscow; undefined for a day that the calendar does not have. */
function startOfDay(day: string): Instant | undefined {
  const utc = Date.parse(`${day}T00:00Z`);
  const isReal = !Number.isNaN(utc) && new Date(utc).toISOString().startsWith(day);
  return isReal ? utc - MOSCOW_OFFSET_MS : undefined;
}

/** The period of a range of days; undefined: no days, out of order, or more than 366. */
export function periodOfDays(range: string): Period | undefined {
  const [, first = '', last = ''] = DAY_RANGE.exec(range) ?? [];
  const [from, to] = [startOfDay(first), startOfDay(last)];
  if (from === undefined || to === undefined || from > to || to - from >= MAX_DAYS * DAY_MS) return undefined;
  return { from, to: to + DAY_MS, unit: from === to ? 'hour' : 'day' };
}

/** A named period by Moscow time, or days that `periodOfDays` accepts. Throws for other days. */
export function periodOf(name: PeriodName | DayRange, now: Instant): Period {
  const today = Math.floor((now + MOSCOW_OFFSET_MS) / DAY_MS) * DAY_MS - MOSCOW_OFFSET_MS;
  const tomorrow = today + DAY_MS;
  const periods: Readonly<Record<PeriodName, Period>> = {
    today: { from: today, to: tomorrow, unit: 'hour' },
    yesterday: { from: today - DAY_MS, to: today, unit: 'hour' },
    week: { from: tomorrow - 7 * DAY_MS, to: tomorrow, unit: 'day' },
    month: { from: monthStart(now, 0), to: tomorrow, unit: 'day' },
    last_month: { from: monthStart(now, -1), to: monthStart(now, 0), unit: 'day' },
  };
  const period = Object.hasOwn(periods, name) ? periods[name as PeriodName] : periodOfDays(name);
  if (period === undefined) throw new RangeError(`no period ${name}`);
  return period;
}

/** Rows of kept promises are days or months. */
export const PROMISE_UNITS = ['day', 'month'] as const;
export type PromiseUnit = (typeof PROMISE_UNITS)[number];

const dayName = (at: Instant): string => new Date(at + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** The days of a period that belong to the day or month that starts at `at`. */
export function daysOfUnit(at: Instant, unit: PromiseUnit, { from, to }: Pick<Period, 'from' | 'to'>): DayRange {
  const end = unit === 'day' ? at + DAY_MS : monthStart(at, 1);
  return `${dayName(Math.max(at, from))}..${dayName(Math.min(end, to) - DAY_MS)}`;
}

/** The start of each hour or day of a period. */
export function unitStarts({ from, to, unit }: Period): Instant[] {
  const step = unit === 'hour' ? HOUR_MS : DAY_MS;
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, i) => from + i * step);
}

export interface ExchangeFacts {
  /** Received and exchanged amount, in minor units of the income. */
  readonly incomeAmount: bigint;
  /** Paid amount, in minor units of the outcome. */
  readonly outcomeAmount: bigint;
  /** The agreed market price, outcome per one income in whole units. */
  readonly reference: Fraction;
  readonly fees: readonly Fee[];
  readonly incomeScale: number;
  readonly outcomeScale: number;
}

/** Gross result of an exchange, in minor units of the outcome. */
export interface ExchangeResult {
  /** Fees that were named to the customer, the network fee included. */
  readonly fees: bigint;
  /** Margin and rounding; negative where the outcome was worth more than the income. */
  readonly spread: bigint;
}

/** Market value of an income in minor units of the outcome, rounded down. */
const worth = (amount: bigint, { reference, incomeScale, outcomeScale }: ExchangeFacts): bigint =>
  (amount * reference.num * pow10(outcomeScale)) / (reference.den * pow10(incomeScale));

/**
 * Gross result of an exchange at the agreed market price (domain 11, "The day's figures"). Excludes market movements until the payout:
 * those are gains or losses of the reserves.
 */
export function exchangeResult(facts: ExchangeFacts): ExchangeResult {
  const { incomeAmount, outcomeAmount, fees } = facts;
  const namedFees = fees.reduce((sum, { side, amount }) => sum + (side === 'income' ? worth(amount, facts) : amount), 0n);
  return { fees: namedFees, spread: worth(incomeAmount, facts) - outcomeAmount - namedFees };
}
