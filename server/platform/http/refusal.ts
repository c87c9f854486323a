import type { ErrorDocument, ErrorObject } from '#contract/document.ts';
import { type AnswerCode, REFUSAL_STATUS, statusOf } from '#contract/refusals.ts';
import { oneOf } from '#core/closed-list.ts';
import { formatMoney, limitsBetween } from '#core/format/amount.ts';
import { DEFAULT_LOCALE, type Locale, LOCALES } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { refuse, type Result } from '#core/result.ts';

/** A refusal of a call: a business refusal, or one of the request's form with its location. */
export interface CallRefusal<Code extends AnswerCode = AnswerCode> extends Refusal<Code> {
  /** JSON pointer to the offending member, where it is not an attribute: `/data/type`. */
  readonly pointer?: string;
  /** The offending query parameter. */
  readonly parameter?: string;
  /** The offending request header. */
  readonly header?: string;
}

/** Result of a step of a call: a value, or the refusals that end the call. */
export type CallResult<T> = Result<T, AnswerCode>;

/** Refuses a call for one reason. */
export const refuseCall = <Code extends AnswerCode>(refusal: CallRefusal<Code>) => refuse(refusal);

type Translate = (locale: Locale, key: string, params?: Readonly<Record<string, string | number>>) => string;

export interface ErrorContext {
  readonly t: Translate;
  readonly newId: () => string;
}

/** Locale of a response by `Site-Locale`, the default for any other value; the header is never echoed. */
export function localeOf(header: string | string[] | undefined): Locale {
  return oneOf(LOCALES, header) ?? DEFAULT_LOCALE;
}

const escapeSegment = (segment: string): string => segment.replaceAll('~', '~0').replaceAll('/', '~1');

function sourceOf(refusal: CallRefusal): Pick<ErrorObject, 'source'> {
  if (refusal.pointer !== undefined) return { source: { pointer: refusal.pointer } };
  if (refusal.field !== undefined)
    return { source: { pointer: `/data/attributes/${refusal.field.split('/').map(escapeSegment).join('/')}` } };
  if (refusal.parameter !== undefined) return { source: { parameter: refusal.parameter } };
  if (refusal.header !== undefined) return { source: { header: refusal.header } };
  return {};
}

type Amounts = NonNullable<CallRefusal['amounts']>;

/** Amounts as texts. Both limits together are rounded as a form shows them; one amount, or equal limits, are exact. */
function amountTexts(amounts: Amounts, locale: Locale): Readonly<Record<string, string>> {
  const { min, max } = amounts;
  const isRange = min !== undefined && max !== undefined && min.amount !== max.amount;
  const [least, most] = isRange ? limitsBetween(min.amount, max.amount) : [];
  const shown: Readonly<Record<string, string | undefined>> = { min: least, max: most };
  return Object.fromEntries(
    Object.entries(amounts).map(([name, money]) => [name, formatMoney(shown[name] ?? money.amount, money, locale)]),
  );
}

/** The refusal's own message, else its code's; the title when a parameter of the text is missing. */
function detailOf(t: Translate, locale: Locale, refusal: CallRefusal): string {
  const params = { ...refusal.params, ...amountTexts(refusal.amounts ?? {}, locale) };
  for (const key of [refusal.message, refusal.code]) {
    if (key === undefined) continue;
    const text = t(locale, `refusals.detail.${key}`, params);
    if (text !== `detail.${key}` && !text.includes('{{')) return text;
  }
  return t(locale, `refusals.title.${refusal.code}`);
}

function errorOf({ t, newId }: ErrorContext, locale: Locale, refusal: CallRefusal): ErrorObject {
  return {
    id: newId(),
    status: String(REFUSAL_STATUS[refusal.code]),
    code: refusal.code,
    title: t(locale, `refusals.title.${refusal.code}`),
    detail: detailOf(t, locale, refusal),
    ...sourceOf(refusal),
    ...(refusal.meta === undefined ? {} : { meta: refusal.meta }),
  };
}

/** Seconds for `Retry-After`, where one of the codes has it (contract 1). */
function retryAfter(refusals: readonly CallRefusal[]): number | undefined {
  const retryableCodes: readonly AnswerCode[] = ['too_many_requests', 'tech_break', 'in_progress', 'configuration_error'];
  const refusal = refusals.find(({ code }) => retryableCodes.includes(code));
  if (refusal === undefined) return undefined;
  const seconds = Number(refusal.params?.['seconds'] ?? refusal.meta?.['retry_after_seconds'] ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(1, Math.ceil(seconds));
  return refusal.code === 'in_progress' ? 1 : 60;
}

export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: ErrorDocument;
}

/** Refusals as a response: one translated error each, with its place in the request. */
export function refusalResponse(context: ErrorContext, locale: Locale, refusals: readonly CallRefusal[]): ErrorResponse {
  const seconds = retryAfter(refusals);
  return {
    status: statusOf(refusals.map(({ code }) => code)),
    headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
    document: { errors: refusals.map((refusal) => errorOf(context, locale, refusal)) },
  };
}

/** A fault as a response: its id and no internals. */
export function faultResponse(context: ErrorContext, locale: Locale, faultId: string): ErrorResponse {
  return { status: 500, headers: {}, document: { errors: [errorOf({ ...context, newId: () => faultId }, locale, { code: 'unknown' })] } };
}
