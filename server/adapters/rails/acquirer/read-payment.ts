import { parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { memberAt, textAt } from './document.ts';
import type { AcquirerSettings, PaymentStatus, PaymentPaths } from './settings.ts';

/** A payment as the acquirer reports it, with its status in our terms. */
export interface ReportedPayment {
  readonly reference: string;
  /** The acquirer's id of the payment; our reference if it has none. */
  readonly paymentId: string;
  readonly amount: string;
  readonly currency: string | undefined;
  readonly status: PaymentStatus;
  /** Total returned of the payment; undefined: the acquirer does not report it. */
  readonly returnedAmount: string | undefined;
}

/** Undefined: unreadable, or a status the shop has not listed. `requestedReference`: the reference of our request. */
export function readPayment(document: unknown, read: PaymentPaths, requestedReference?: string): ReportedPayment | undefined {
  const reference = read.reference === undefined ? requestedReference : textAt(document, read.reference);
  const amount = textAt(document, read.amount);
  const statusText = read.status === undefined ? undefined : textAt(document, read.status);
  const status = read.always ?? (statusText !== undefined && Object.hasOwn(read.words, statusText) ? read.words[statusText] : undefined);
  const paymentId = read.payment === undefined ? reference : textAt(document, read.payment);
  const currency = read.currency === undefined ? undefined : (textAt(document, read.currency) ?? '');
  if (read.needs.some((path) => !textAt(document, path))) return undefined;
  if (reference === undefined || amount === undefined || status === undefined || !paymentId || paymentId.length > 200) return undefined;
  const returnedAmount = read.given_back === undefined ? undefined : (textAt(document, read.given_back) ?? '0');
  return { reference, paymentId, amount, currency, status, returnedAmount };
}

/** All payments in a response about our reference; payments of other references are skipped. */
export function readPayments(
  document: unknown,
  { list, read }: { readonly list?: string | undefined; readonly read: PaymentPaths },
  requestedReference: string,
): ReportedPayment[] {
  const listed = list === undefined ? [document] : memberAt(document, list);
  const entries = Array.isArray(listed) ? listed : listed === undefined ? [] : [listed];
  return entries
    .flatMap((entry: unknown) => readPayment(withRoot(document, entry), read, requestedReference) ?? [])
    .filter(({ reference }) => reference === requestedReference);
}

/** A list entry merged with the members of the root document. */
const withRoot = (root: unknown, entry: unknown): unknown =>
  typeof root === 'object' && root !== null && typeof entry === 'object' && entry !== null && root !== entry
    ? { ...root, ...entry }
    : entry;

type Money = Pick<PaymentSystem, 'scale'>;
const AMOUNT_PATTERN = /^\d{1,18}(?:\.\d{1,18})?$/;

/** Our amount in the acquirer's two formats; undefined if it cannot be expressed exactly. */
export function writeAmount(amount: bigint, { scale }: Money, decimals: number): { amount: string; amountMinor: string } | undefined {
  const factor = 10n ** BigInt(Math.abs(scale - decimals));
  if (scale > decimals && amount % factor !== 0n) return undefined;
  const digits = (scale > decimals ? amount / factor : amount * factor).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return {
    amount: decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`,
    amountMinor: digits.replace(/^0+(?=\d)/, ''),
  };
}

const ZERO_PATTERN = /^0+(?:\.0+)?$/;

/** An amount that may be zero. */
export const readAmountOrZero = (
  text: string,
  unit: PaymentPaths['unit'],
  system: Money,
  settings: Pick<AcquirerSettings, 'decimals'>,
): bigint | undefined => (ZERO_PATTERN.test(text) ? 0n : readAmount(text, unit, system, settings));

/** The amount in our minor units; undefined if it is malformed or zero. */
export function readAmount(
  text: string,
  unit: PaymentPaths['unit'],
  { scale }: Money,
  { decimals }: Pick<AcquirerSettings, 'decimals'>,
): bigint | undefined {
  if (!AMOUNT_PATTERN.test(text)) return undefined;
  if (unit === 'major') {
    const parsed = parseAmount(text, { scale, precision: scale });
    return parsed.ok && parsed.minor > 0n ? parsed.minor : undefined;
  }
  if (!/^\d+$/.test(text)) return undefined;
  const minor = BigInt(text);
  const factor = 10n ** BigInt(Math.abs(scale - decimals));
  if (scale < decimals && minor % factor !== 0n) return undefined;
  const ourMinor = scale < decimals ? minor / factor : minor * factor;
  return ourMinor > 0n ? ourMinor : undefined;
}
