import { parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';

/** Money that came to an account of ours, as a bank tells of it. Amount in minor units. */
export interface BankEntry {
  readonly amount: bigint;
  readonly at: Instant;
  /** The bank has told the day alone: `at` is its noon. */
  readonly isDayOnly: boolean;
  /** The bank's name of the transfer; null where it tells none. */
  readonly reference: string | null;
  /** Of the card or account that the line names, ours or the payer's. */
  readonly lastDigits: string | null;
  readonly sender: string | null;
  /** What it was read from. */
  readonly text: string;
}

/** Why a line is no money that came; `outgoing` is understood and left out, `no_way` says neither that it came nor that it went. */
export const READ_PROBLEMS = ['no_amount', 'no_time', 'no_way', 'outgoing', 'other_currency', 'not_done', 'too_large'] as const;
export type ReadProblem = (typeof READ_PROBLEMS)[number];

export type ReadLine =
  | { readonly ok: true; readonly entry: BankEntry }
  | { readonly ok: false; readonly text: string; readonly problem: ReadProblem };

/** What reading needs to know: how the money counts, and the moment it is read at. */
export interface Reading extends Decimals {
  readonly now: Instant;
  readonly currency: string;
}

export const MAX_TEXT = 500;
const MAX_FIELD = 120;
/** Banks tell times by Moscow's clock. */
const BANK_OFFSET_MS = 3 * HOUR_MS;
const CLOCK_SLACK_MS = 10 * MINUTE_MS;

/** One line, without what no eye sees. */
export const plain = (text: string, most = MAX_FIELD): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, most);

/**
 * Where the decimals of a bare amount begin; -1: it has none, undefined: nobody can tell. Of two kinds of marks the later one is it, a
 * mark that repeats is none. Three digits after the only mark are a group of thousands in money of two decimals; coins have three
 * decimals as often as thousands, so `0.003` and `1.500` are what they look like, and `1,500` is not guessed.
 */
function decimalsAt(bare: string, scale: number): number | undefined {
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  const mark = bare[at];
  if (mark === undefined) return -1;
  if (bare.indexOf(mark) !== at) return -1;
  if (/[.,]/.test(bare.slice(0, at)) || bare.length - at !== 4) return at;
  if (scale <= 2) return -1;
  return mark === '.' || /^0*,/.test(bare) ? at : undefined;
}

/** An amount as banks write it: `4 800,00`, `4,800.00`, `4.800,00`, `4800`; undefined where it is none above nothing. */
export function readAmount(text: string, decimals: Decimals): bigint | undefined {
  const bare = text.replaceAll(/[\s\u00A0\u2009\u202F'’]/g, '').replace(/^\+/, '');
  const at = decimalsAt(bare, decimals.scale);
  if (at === undefined) return undefined;
  const [whole, rest] = at === -1 ? [bare, ''] : [bare.slice(0, at), bare.slice(at + 1)];
  if (/[.,]/.test(whole) && !/^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{3})+)$/.test(whole)) return undefined;
  const parsed = parseAmount(`${whole.replaceAll(/[.,]/g, '')}${rest === '' ? '' : `.${rest}`}`, {
    ...decimals,
    precision: decimals.scale,
  });
  return parsed.ok && parsed.minor > 0n ? parsed.minor : undefined;
}

/** What banks call a currency beside its code, the number of ISO 4217 included. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  RUB: ['RUR', 'РУБ', 'РУБЛЬ', 'РУБЛИ', 'РОССИЙСКИЙ', 'Р', '₽', '643', '810'],
  USD: ['$', '840'],
  EUR: ['€', '978'],
  KZT: ['₸', '398', 'ТЕНГЕ'],
  UAH: ['₴', '980', 'ГРН'],
  BYN: ['933'],
};

/** Whether a cell that names a currency names this one: `RUB`, `руб.`, `USDT (TRC20)`. */
export function isCurrency(text: string, currency: string): boolean {
  const [name = ''] = /[\p{L}\p{Sc}\d]+/u.exec(text.toUpperCase()) ?? [];
  return name === currency || (CALLED[currency] ?? []).includes(name);
}

interface Told {
  readonly day: string;
  readonly month: string;
  readonly year: string | undefined;
}
interface Clock {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

const isDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

/** Begin of the day that was told, by Moscow; without a year the last such day, undefined where there is none. */
function dayOf({ day, month, year }: Told, now: Instant): Instant | undefined {
  const present = new Date(now + BANK_OFFSET_MS).getUTCFullYear();
  const full = year === undefined ? present : Number(year.length === 2 ? `20${year}` : year);
  if (!isDate(full, Number(month), Number(day))) return undefined;
  const at = Date.UTC(full, Number(month) - 1, Number(day)) - BANK_OFFSET_MS;
  if (year !== undefined || at <= now + CLOCK_SLACK_MS) return at;
  return Date.UTC(full - 1, Number(month) - 1, Number(day)) - BANK_OFFSET_MS;
}

/** The moment a line tells of: day and time, the day alone, or a time alone, which is the last such time. */
export function momentOf(
  told: Told | undefined,
  clock: Clock | undefined,
  now: Instant,
): { readonly at: Instant; readonly isDayOnly: boolean } | undefined {
  const offset = clock === undefined ? 12 * HOUR_MS : clock.hours * HOUR_MS + clock.minutes * MINUTE_MS + clock.seconds * SECOND_MS;
  if (told !== undefined) {
    const day = dayOf(told, now);
    return day === undefined ? undefined : { at: day + offset, isDayOnly: clock === undefined };
  }
  if (clock === undefined) return undefined;
  const today = Math.floor((now + BANK_OFFSET_MS) / DAY_MS) * DAY_MS - BANK_OFFSET_MS;
  const at = today + offset;
  return { at: at <= now + CLOCK_SLACK_MS ? at : at - DAY_MS, isDayOnly: false };
}

/** `21.11.2026`, `21.11.26`, `21.11`, `2026-11-21`. */
export function findDate(text: string): Told | undefined {
  const [, year, month, day] = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text) ?? [];
  if (day !== undefined && month !== undefined) return { day, month, year };
  const russian = /(?<![\d.,])(\d{1,2})\.(\d{2})(?:\.(\d{4}|\d{2}))?(?![\d,]|\.\d|\s*(?:р|руб|₽|rub)(?![а-яёa-z]))/iu.exec(text);
  return russian?.[1] === undefined || russian[2] === undefined ? undefined : { day: russian[1], month: russian[2], year: russian[3] };
}

/** `14:02`, `14:02:59`. */
export function findClock(text: string): Clock | undefined {
  const [, hours, minutes, seconds] = /(?<![\d:])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/.exec(text) ?? [];
  return hours === undefined ? undefined : { hours: Number(hours), minutes: Number(minutes), seconds: Number(seconds ?? 0) };
}

/** Four digits after stars, dots or the word for a card or an account. */
export const findLastDigits = (text: string): string | null =>
  /(?:[*•·xхXХ…]+|[.]{2,}|(?:карт\S*|сч[её]т\S*|card|account|mir|visa|ecmc|mir-|visa-)[\s:№-]*)\s?(\d{4})(?!\d)/iu.exec(text)?.[1] ?? null;
