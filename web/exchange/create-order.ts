import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { createOrder } from '#contract/public/orders.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { needsNewKey, type OrderFailure } from './order-failure.ts';
import { fetchQuoteAgain, fetchUnansweredQuote, fetchUnseenQuote, idempotencyKeyOf, orderBodyOf, detailsOf } from './posted-form.ts';

/** Whether the response is a refusal. A `tech_break` with a reason is one; without a reason the server could not answer. */
function isRefusal(status: number, errors: readonly CallError[]): boolean {
  if (errors.some(({ code, meta }) => code === 'tech_break' && meta['reason'] !== undefined)) return true;
  return status >= 400 && status < 500 && !errors.some(({ code }) => code === 'in_progress');
}

/** The captcha needs scripts: without them its error says what to do instead. */
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
  const response = await whileInProgress(() => call(createOrder, { body, idempotencyKey }, transport));
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
  const headers = attributes.access_token === undefined ? {} : { 'set-cookie': site.orderCookie(id) };
  return redirect(`${localPath(locale, `/order/${id}`)}?new=1`, { headers });
}
