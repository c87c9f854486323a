import { parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, MOSCOW_OFFSET_MS, SECOND_MS, type Instant } from '#core/time.ts';

/** An incoming payment on a bank statement. Amount in minor units. */
export interface BankEntry {
  readonly amount: bigint;
  readonly at: Instant;
  /** Whether the bank gives only the day. `at` is then its noon. */
  readonly isDayOnly: boolean;
  /** The bank's reference of the transfer; null: none. */
  readonly reference: string | null;
  /** Last digits of the card or account in the line, ours or the payer's. */
  readonly lastDigits: string | null;
  readonly sender: string | null;
  /** The line it was read from. */
  readonly text: string;
}

/** Why a line is not an incoming payment. `outgoing` lines are recognised and skipped. `no_way`: the direction is unclear. */
export const READ_PROBLEMS = ['no_amount', 'no_time', 'no_way', 'outgoing', 'other_currency', 'not_done', 'too_large'] as const;
export type ReadProblem = (typeof READ_PROBLEMS)[number];

export type ParsedLine =
  | { readonly ok: true; readonly entry: BankEntry }
  | { readonly ok: false; readonly text: string; readonly problem: ReadProblem };

/** Context of parsing: decimals, currency and the current time. */
export interface ParseContext extends Decimals {
  readonly now: Instant;
  readonly currency: string;
}

export const MAX_TEXT_LENGTH = 500;
const MAX_FIELD_LENGTH = 120;
const CLOCK_SLACK_MS = 10 * MINUTE_MS;

/** One line without invisible characters. */
export const cleanLine = (text: string, maxLength = MAX_FIELD_LENGTH): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, maxLength);

/**
 * Index of the decimal mark in an amount without spaces; -1 without one, undefined if ambiguous. Of two marks the later is decimal; a
 * repeated one groups.
 */
function decimalsAt(bare: string, scale: number): number | undefined {
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const mark = bare[at];
  if (mark === undefined) return -1;
  if (bare.indexOf(mark) !== at) return -1;
  const hasGroups = /[.,]/.test(bare.slice(0, at));
  const digitsAfter = bare.length - at - 1;
  if (hasGroups || digitsAfter !== 3) return at;
  // Three digits after one mark: a group in money with two decimals. For coins `0.003`, `0,003` and `1.500` are decimals, `1,500` is ambiguous
  if (scale <= 2) return -1;
  return mark === '.' || /^0*,/.test(bare) ? at : undefined;
}

/** Digits in groups of three, with one kind of mark. */
const GROUPED = /^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$/;

/** Minor units of an amount in the formats of banks (`4 800,00`, `4,800.00`, `4.800,00`, `4800`). Undefined if it is not a positive amount. */
export function readAmount(text: string, decimals: Decimals): bigint | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u2009\u202F'’]/g, '').replace(/^\+/, '');
  const at = decimalsAt(bare, decimals.scale);
  if (at === undefined) return undefined;
  const [whole, fraction] = at === -1 ? [bare, ''] : [bare.slice(0, at), bare.slice(at + 1)];
  if (/[.,]/.test(whole) && !GROUPED.test(whole)) return undefined;
  const plain = `${whole.replaceAll(/[.,]/g, '')}${fraction === '' ? '' : `.${fraction}`}`;
  const parsed = parseAmount(plain, { ...decimals, precision: decimals.scale });
  return parsed.ok && parsed.minor > 0n ? parsed.minor : undefined;
}

/** Other names of currencies at banks, with the number of ISO 4217. */
const CURRENCY_NAMES: Readonly<Record<string, readonly string[]>> = {
  RUB: ['RUR', 'РУБ', 'РУБЛЬ', 'РУБЛИ', 'РОССИЙСКИЙ', 'Р', '₽', '643', '810'],
  USD: ['$', '840'],
  EUR: ['€', '978'],
  KZT: ['₸', '398', 'ТЕНГЕ'],
  UAH: ['₴', '980', 'ГРН'],
  BYN: ['933'],
};

/** Whether a cell names this currency: `RUB`, `руб.`, `USDT (TRC20)`. */
export function isCurrency(text: string, currency: string): boolean {
  const [name = ''] = /[\p{L}\p{Sc}\d]+/u.exec(text.toUpperCase()) ?? [];
  return name === currency || (CURRENCY_NAMES[currency] ?? []).includes(name);
}

interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string | undefined;
}
interface TimeParts {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Start of the day in Moscow time, which banks use. Without a year it is the last such day. Undefined for an invalid date. */
function dayOf({ day, month, year }: DateParts, now: Instant): Instant | undefined {
  const currentYear = new Date(now + MOSCOW_OFFSET_MS).getUTCFullYear();
  const fullYear = year === undefined ? currentYear : Number(year.length === 2 ? `20${year}` : year);
  if (!isDate(fullYear, Number(month), Number(day))) return undefined;
  const at = Date.UTC(fullYear, Number(month) - 1, Number(day)) - MOSCOW_OFFSET_MS;
  if (year !== undefined || at <= now + CLOCK_SLACK_MS) return at;
  return Date.UTC(fullYear - 1, Number(month) - 1, Number(day)) - MOSCOW_OFFSET_MS;
}

/** The moment of a line: its day and time, noon of its day, or the last such time. Undefined without both or with an invalid date. */
export function momentOf(
  date: DateParts | undefined,
  time: TimeParts | undefined,
  now: Instant,
): { readonly at: Instant; readonly isDayOnly: boolean } | undefined {
  const offset = time === undefined ? 12 * HOUR_MS : time.hours * HOUR_MS + time.minutes * MINUTE_MS + time.seconds * SECOND_MS;
  if (date !== undefined) {
    const day = dayOf(date, now);
    return day === undefined ? undefined : { at: day + offset, isDayOnly: time === undefined };
  }
  if (time === undefined) return undefined;
  const today = Math.floor((now + MOSCOW_OFFSET_MS) / DAY_MS) * DAY_MS - MOSCOW_OFFSET_MS;
  const at = today + offset;
  return { at: at <= now + CLOCK_SLACK_MS ? at : at - DAY_MS, isDayOnly: false };
}

/** `21.11.2026`, `21.11.26`, `21.11`, `2026-11-21`. */
export function findDate(text: string): DateParts | undefined {
  const [, year, month, day] = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? [];
  if (day !== undefined && month !== undefined) return { day, month, year };
  // Not part of a longer number, and no amount before a currency: `12.50 руб.`
  const russian = /(?<![\d.,])(\d{1,2})\.(\d{2})(?:\.(\d{4}|\d{2}))?(?![\d,]|\.\d|\s*(?:р|руб|₽|rub)(?![а-яёa-z]))/iu.exec(text);
  return russian?.[1] === undefined || russian[2] === undefined ? undefined : { day: russian[1], month: russian[2], year: russian[3] };
}

/** `14:02`, `14:02:59`. */
export function findClock(text: string): TimeParts | undefined {
  const [, hours, minutes, seconds] = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/.exec(text) ?? [];
  return hours === undefined ? undefined : { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds ?? 0) };
}

/** Four digits after stars, dots or a word for a card or an account. */
export const findLastDigits = (text: string): string | null =>
  /(?:[*•·xхXХ…]+|[.]{2,}|(?:карт\S*|сч[её]т\S*|card|account|mir|visa|ecmc)[\s:№-]*)\s?(\d{4})(?!\d)/iu.exec(text)?.[1] ?? null;

/** Source of a bank line. */
export const LINE_SOURCES = ['hand', 'text', 'csv', '1c'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** States of a bank line: in suspense, matched to an order, returned, kept as our own money, entered by mistake, or split into parts. */
export const LINE_STATES = ['unmatched', 'matched', 'returned', 'kept', 'mistaken', 'split'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** How a person closes a line without an order. */
export const LINE_ENDS = ['returned', 'kept', 'mistaken'] as const;
export type LineEnd = (typeof LINE_ENDS)[number];
