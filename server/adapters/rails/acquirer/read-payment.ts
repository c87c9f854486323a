import { parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { memberAt, textAt } from './document.ts';
import type { AcquirerSettings, PaymentWord, Read } from './settings.ts';

/** What an acquirer says of one payment, in our words. */
export interface ToldPayment {
  readonly reference: string;
  /** The acquirer's own name of it; our reference where it gives none. */
  readonly payment: string;
  readonly amount: string;
  readonly currency: string | undefined;
  readonly word: PaymentWord;
  /** What of it went back in all; undefined: that is not told of anywhere. */
  readonly givenBack: string | undefined;
}

/** Undefined: it says nothing that can be read, or something whose meaning we do not know. `asked`: the reference that it was asked by. */
export function readPayment(document: unknown, read: Read, asked?: string): ToldPayment | undefined {
  const reference = read.reference === undefined ? asked : textAt(document, read.reference);
  const amount = textAt(document, read.amount);
  const status = read.status === undefined ? undefined : textAt(document, read.status);
  const word = read.always ?? (status !== undefined && Object.hasOwn(read.words, status) ? read.words[status] : undefined);
  const payment = read.payment === undefined ? reference : textAt(document, read.payment);
  const currency = read.currency === undefined ? undefined : (textAt(document, read.currency) ?? '');
  if (reference === undefined || amount === undefined || word === undefined || !payment || payment.length > 200) return undefined;
  const givenBack = read.given_back === undefined ? undefined : (textAt(document, read.given_back) ?? '0');
  return { reference, payment, amount, currency, word, givenBack };
}

/** All payments of an answer about our reference; one that is about another is none of them. */
export function readPayments(
  document: unknown,
  { list, read }: { readonly list?: string | undefined; readonly read: Read },
  asked: string,
): ToldPayment[] {
  const found = list === undefined ? [document] : memberAt(document, list);
  const entries = Array.isArray(found) ? found : found === undefined ? [] : [found];
  return entries
    .flatMap((entry: unknown) => readPayment(withRoot(document, entry), read, asked) ?? [])
    .filter(({ reference }) => reference === asked);
}

/** An entry of a list, with what stands once above all of them. */
const withRoot = (root: unknown, entry: unknown): unknown =>
  typeof root === 'object' && root !== null && typeof entry === 'object' && entry !== null && root !== entry
    ? { ...root, ...entry }
    : entry;

type Money = Pick<PaymentSystem, 'scale'>;
const PLAIN = /^\d{1,18}(?:\.\d{1,18})?$/;

/** Our amount in the acquirer's two ways; undefined where it cannot say it exactly. */
export function writeAmount(amount: bigint, { scale }: Money, decimals: number): { amount: string; amountMinor: string } | undefined {
  const by = 10n ** BigInt(Math.abs(scale - decimals));
  if (scale > decimals && amount % by !== 0n) return undefined;
  const minor = (scale > decimals ? amount / by : amount * by).toString().padStart(decimals + 1, '0');
  const point = minor.length - decimals;
  return { amount: decimals === 0 ? minor : `${minor.slice(0, point)}.${minor.slice(point)}`, amountMinor: minor.replace(/^0+(?=\d)/, '') };
}

const NONE = /^0+(?:\.0+)?$/;

/** A sum that may be none. */
export const readSum = (...[text, unit, system, settings]: Parameters<typeof readAmount>): bigint | undefined =>
  NONE.test(text) ? 0n : readAmount(text, unit, system, settings);

/** Its amount in our minor units; undefined for what is no amount, or for none at all. */
export function readAmount(
  text: string,
  unit: Read['unit'],
  { scale }: Money,
  { decimals }: Pick<AcquirerSettings, 'decimals'>,
): bigint | undefined {
  if (!PLAIN.test(text)) return undefined;
  if (unit === 'major') {
    const parsed = parseAmount(text, { scale, precision: scale });
    return parsed.ok && parsed.minor > 0n ? parsed.minor : undefined;
  }
  if (!/^\d+$/.test(text)) return undefined;
  const minor = BigInt(text);
  const by = 10n ** BigInt(Math.abs(scale - decimals));
  if (scale < decimals && minor % by !== 0n) return undefined;
  const ours = scale < decimals ? minor / by : minor * by;
  return ours > 0n ? ours : undefined;
}
