import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { createOrder } from '#contract/public/orders.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { retryWhileInProgress } from '#web/api/retry-while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { orderCookies } from '#web/order/order-cookies.ts';
import { needsNewKey, type OrderFailure, type UnansweredSubmission } from './order-failure.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { parseAmount } from '#core/money/amount.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { fetchQuote, type QuoteRequest, type QuoteResult, withoutTrailingDot } from './fetch-quote.ts';
import { type OrderDetails, amountFieldName, SLOT_FIELD } from './fields.ts';
import type { Side } from '#web/catalogue/systems.ts';

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

function requisitesOf(form: FormData, side: Side): Record<string, string> {
  const prefix = `${side}_requisites/`;
  const pairs = [...form].flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== '')) as Record<string, string>;
}

/** Ids of the chosen saved requisites. */
const walletIdsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    (['income_wallet_id', 'outcome_wallet_id'] as const).flatMap((name) => (textOf(form, name) === '' ? [] : [[name, textOf(form, name)]])),
  );

/** Body of `POST /orders`: the amount, slot and quote that the page showed. */
export function orderBodyOf(form: FormData) {
  const { side, amount: input, slotId, from, to } = quotedRequestOf(form);
  const amount = withoutTrailingDot(input);
  return {
    payment_system_from_id: from,
    payment_system_to_id: to,
    ...(side === 'outcome' ? { outcome_amount: amount } : { income_amount: amount }),
    rate_calculation_id: textOf(form, 'rate_calculation_id'),
    slot_id: slotId,
    email: textOf(form, 'email'),
    income_requisites: requisitesOf(form, 'income'),
    outcome_requisites: requisitesOf(form, 'outcome'),
    ...walletIdsOf(form),
    save_requisites: form.has('save_requisites'),
    confirm_lookalike: form.has('confirm_lookalike'),
    no_memo: form.has('no_memo'),
    accept_terms: form.has('accept_terms'),
    ...(form.has('captcha_token') ? { captcha_token: textOf(form, 'captcha_token') } : {}),
  };
}

/** Hidden fields with the quote of the page. */
const QUOTE_FIELDS = ['side', 'amount', 'quoted_income_amount', 'quoted_outcome_amount', 'rate_calculation_id', 'slot_id'] as const;

/**
 * Idempotency key of a form without scripts: a digest of the body, so that repeated presses create one order. The signed quote in the
 * body makes the key unguessable.
 */
async function idempotencyKeyOf(body: ReturnType<typeof orderBodyOf>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(body)));
  return Buffer.from(digest).toString('base64url');
}

/** Details entered below the amounts. */
const detailsOf = (form: FormData): OrderDetails => ({
  email: textOf(form, 'email'),
  income: requisitesOf(form, 'income'),
  outcome: requisitesOf(form, 'outcome'),
  noMemo: form.has('no_memo'),
  acceptsTerms: form.has('accept_terms'),
});

/** The request of the quote on the page. */
function quotedRequestOf(form: FormData): QuoteRequest {
  const slotId = textOf(form, 'slot_id');
  return {
    from: textOf(form, 'payment_system_from_id'),
    to: textOf(form, 'payment_system_to_id'),
    side: textOf(form, 'side') === 'outcome' ? 'outcome' : 'income',
    amount: textOf(form, 'amount'),
    slotId: slotId === '' ? null : slotId,
    fitsSlot: false,
  };
}

/** Finer than any currency, so that equal amounts compare equal. */
const MAX_SCALE = { precision: 18, scale: 18 };

function isSameAmount(left: string, right: string): boolean {
  const [a, b] = [parseAmount(tidyAmount(left), MAX_SCALE), parseAmount(right, MAX_SCALE)];
  return a.ok && b.ok ? a.minor === b.minor : left.trim() === right.trim();
}

/** Side whose amount was edited; an emptied amount does not count. */
const editedSide = (form: FormData): Side | undefined =>
  (['income', 'outcome'] as const).find((side) => {
    const input = textOf(form, amountFieldName(side));
    return input.trim() !== '' && !isSameAmount(input, textOf(form, `quoted_${amountFieldName(side)}`));
  });

/** Quote for a slot chosen without scripts. An exact slot is quoted by its amount, which only the API knows. */
async function fetchSlotQuote(transport: Transport, quotedRequest: QuoteRequest, slotId: string | null): Promise<QuoteResult> {
  const request = { ...quotedRequest, slotId: null, fitsSlot: false };
  const quoteResult = await fetchQuote(transport, request, { amountSource: 'typed' });
  if (slotId === null || !quoteResult.response.ok) return quoteResult;
  const exactAmount = quoteResult.response.calculation?.slots.find(({ id }) => id === slotId)?.outcome_amount ?? null;
  return fetchQuote(
    transport,
    { ...request, slotId, ...(exactAmount === null ? {} : { side: 'outcome', amount: exactAmount }) },
    { amountSource: 'typed' },
  );
}

/**
 * Quote for an amount or slot that was edited without scripts: the customer must see it before ordering. Undefined: the page already shows
 * the quote of its fields.
 */
async function fetchUnseenQuote(transport: Transport, form: FormData): Promise<QuoteResult | undefined> {
  const quotedRequest = quotedRequestOf(form);
  const side = editedSide(form);
  if (side !== undefined) {
    const amount = tidyAmount(textOf(form, amountFieldName(side)));
    return fetchQuote(transport, { ...quotedRequest, side, amount, fitsSlot: true }, { amountSource: 'typed' });
  }
  const slotId = textOf(form, SLOT_FIELD);
  const isOtherSlot = form.has(SLOT_FIELD) && slotId !== (quotedRequest.slotId ?? '');
  return isOtherSlot ? fetchSlotQuote(transport, quotedRequest, slotId === '' ? null : slotId) : undefined;
}

/** A new quote for the same request, after a refusal. */
const fetchQuoteAgain = (transport: Transport, form: FormData): Promise<QuoteResult> =>
  fetchQuote(transport, quotedRequestOf(form), { amountSource: 'typed' });

/**
 * The submitted quote when there was no response. It is shown and sent unchanged until there is one: a new quote could create a second
 * order.
 */
async function fetchUnansweredQuote(
  transport: Transport,
  form: FormData,
): Promise<{ readonly quoteResult: QuoteResult; readonly unanswered: UnansweredSubmission }> {
  const quoteFields = Object.fromEntries(QUOTE_FIELDS.map((name) => [name, textOf(form, name)]));
  const unanswered = { idempotencyKey: await idempotencyKeyOf(orderBodyOf(form)), quoteFields };
  const { response } = await fetchQuoteAgain(transport, form);
  const base = { request: quotedRequestOf(form), lostSlotId: null };
  if (!response.ok || response.calculation === null) return { quoteResult: { ...base, response }, unanswered };
  const calculation = {
    ...response.calculation,
    id: textOf(form, 'rate_calculation_id'),
    income_amount: textOf(form, 'quoted_income_amount'),
    outcome_amount: textOf(form, 'quoted_outcome_amount'),
    slot_id: base.request.slotId,
  };
  return { quoteResult: { ...base, response: { ok: true, calculation } }, unanswered };
}

/** Whether the response is a refusal. A `tech_break` is one only with a reason: without it the server could not process the request. */
function isRefusal(status: number, errors: readonly CallError[]): boolean {
  if (errors.some(({ code, meta }) => code === 'tech_break' && meta['reason'] !== undefined)) return true;
  return status >= 400 && status < 500 && !errors.some(({ code }) => code === 'in_progress');
}

/** The captcha needs scripts. Without them its error message says what to do instead. */
const asScriptlessError = (error: CallError, locale: Locale): CallError =>
  error.code === 'captcha_required' || error.code === 'wrong_captcha'
    ? { ...error, message: translatorOf(locale)('shell.captcha.no_script') }
    : error;

/** Creates the order on the server. A guest's access is a sealed HttpOnly cookie, so scripts never see the token. */
export async function createOrderAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  // Only scripts set the key; without them the response has to carry all input back
  const formKey = form.get('idempotency_key');
  const hasScripts = typeof formKey === 'string' && formKey !== '';
  const unseenQuote = hasScripts ? undefined : await fetchUnseenQuote(transport, form);
  if (unseenQuote !== undefined) {
    const returnedForm = { quoteResult: unseenQuote, details: detailsOf(form), isQuoteUnseen: true };
    return data({ errors: [], isSettled: true, returnedForm } satisfies OrderFailure, { status: 200 });
  }
  const body = orderBodyOf(form);
  const idempotencyKey = hasScripts ? formKey : await idempotencyKeyOf(body);
  const response = await retryWhileInProgress(() => call(createOrder, { body, idempotencyKey }, transport));
  if (!response.ok) {
    const { status, errors } = response;
    const isSettled = isRefusal(status, errors);
    const returnForm = async () => ({
      ...(needsNewKey({ isSettled, errors })
        ? { quoteResult: await fetchQuoteAgain(transport, form) }
        : await fetchUnansweredQuote(transport, form)),
      details: detailsOf(form),
      isQuoteUnseen: false,
    });
    const failure: OrderFailure = hasScripts
      ? { errors, isSettled }
      : { errors: errors.map((error) => asScriptlessError(error, locale)), isSettled, returnedForm: await returnForm() };
    return data(failure, { status: status === 0 ? 503 : status });
  }
  const { id, attributes } = response.data;
  const headers = orderCookies(site, id, { isGuest: attributes.access_token !== undefined, isOpen: true });
  return redirect(`${localPath(locale, `/order/${id}`)}?new=1`, { headers });
}
