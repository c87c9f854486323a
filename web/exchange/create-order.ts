import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import type { CallError } from '#contract/call-errors.ts';
import { createOrder } from '#contract/orders.ts';
import type { Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { translatorOf } from '#web/i18n/translator.ts';
import { endsAttempt, type NotCreated } from './not-created.ts';
import { askAgain, askSame, askUnseen, attemptOf, orderBodyOf, typedIn } from './posted-form.ts';

/** Whether the shop has said no. A technical break says so with its reason; without one it is a server that could not answer. */
function isAnswer(status: number, errors: readonly CallError[]): boolean {
  if (errors.some(({ code, meta }) => code === 'tech_break' && meta['reason'] !== undefined)) return true;
  return status >= 400 && status < 500 && !errors.some(({ code }) => code === 'in_progress');
}

/** The work that tells people from programs is done by scripts: a page without them says so, and what else helps. */
const withoutScripts = (error: CallError, locale: Locale): CallError =>
  error.code === 'captcha_required' || error.code === 'wrong_captcha'
    ? { ...error, message: translatorOf(locale)('shell.captcha.no_script') }
    : error;

/** Creates the order on the server's side of the page: the guest's browser holds it by a sealed HttpOnly cookie, its key never reaches a script. */
export async function createOrderAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  // Only a running page names its attempt; without scripts everything typed has to come back with the answer
  const named = form.get('idempotency_key');
  const isRunning = typeof named === 'string' && named !== '';
  const unseen = isRunning ? undefined : await askUnseen(transport, form);
  if (unseen !== undefined) {
    const again = { asked: unseen, typed: typedIn(form), isUnseen: true };
    return data({ errors: [], isSettled: true, again } satisfies NotCreated, { status: 200 });
  }
  const body = orderBodyOf(form);
  const idempotencyKey = isRunning ? named : await attemptOf(body);
  const created = await whileInProgress(() => call(createOrder, { body, idempotencyKey }, transport));
  if (!created.ok) {
    const { status, errors } = created;
    const isSettled = isAnswer(status, errors);
    const again = async () => ({
      ...(endsAttempt({ isSettled, errors }) ? { asked: await askAgain(transport, form) } : await askSame(transport, form)),
      typed: typedIn(form),
      isUnseen: false,
    });
    const notCreated: NotCreated = isRunning
      ? { errors, isSettled }
      : { errors: errors.map((error) => withoutScripts(error, locale)), isSettled, again: await again() };
    return data(notCreated, { status: status === 0 ? 503 : status });
  }
  const { id, attributes } = created.data;
  const headers = attributes.access_token === undefined ? {} : { 'set-cookie': site.holdOrder(id) };
  return redirect(`${localPath(locale, `/order/${id}`)}?new=1`, { headers });
}
