import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { createOrder, getOrder } from '#contract/orders.ts';
import { textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { whileInProgress } from '#web/api/while-in-progress.ts';
import { ask, type AskAnswer } from '#web/exchange/ask.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { pairOf, type System } from '#web/exchange/systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';
import { type NotRepeated, shownIn } from './not-repeated.ts';

export interface Repeated {
  readonly former: Order;
  readonly systems: readonly System[];
  /** The present price of the same sum; null where the pair is not exchanged now. */
  readonly answer: AskAnswer | null;
  /** One press, one order, however often it is sent; another price is another attempt. */
  readonly attempt: string;
}

async function readFormer(transport: Transport, id: string): Promise<Order> {
  const found = await call(getOrder, { params: { id } }, transport);
  if (!found.ok) throw data(null, { status: found.status === 0 ? 503 : found.status });
  return toOrder(found.data);
}

const priceNow = async (transport: Transport, { payment_system_from_id: from, payment_system_to_id: to, income_amount: amount }: Order) =>
  (await ask(transport, { from, to, side: 'income', amount, slotId: null, fitsSlot: false }, { entry: 'typed' })).answer;

/** An order of one's own to be made once more: what it was, and what it would be now. An open one is not repeated but gone on with. */
export async function loadRepeat({ request, params, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const locale = localeOf(pathname);
  const transport = context.get(siteContext).api(locale);
  const [former, systems] = await Promise.all([readFormer(transport, params['id'] ?? ''), listSystems(transport)]);
  if (systems === undefined) throw data(null, { status: 503 });
  if (!former.allowed_actions.includes('repeat')) throw redirect(localPath(locale, `/order/${former.id}`));
  const pair = pairOf(systems, { from: former.payment_system_from_id, to: former.payment_system_to_id });
  const answer = pair === undefined ? null : await priceNow(transport, former);
  const repeated: Repeated = { former, systems, answer, attempt: crypto.randomUUID() };
  return data(repeated, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

/** Makes it once more, by reference: requisites and e-mail are the former order's, and no page has them. One key for one press, however often it is sent. */
export async function repeatAction({ request, params, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  const former = await readFormer(transport, params['id'] ?? '');
  const body = {
    payment_system_from_id: former.payment_system_from_id,
    payment_system_to_id: former.payment_system_to_id,
    income_amount: former.income_amount,
    rate_calculation_id: textOf(form, 'id') || 'none',
    repeat_of: former.id,
    accept_terms: true,
  };
  const key = textOf(form, 'idempotency_key');
  const made = await whileInProgress(() => call(createOrder, { body, idempotencyKey: key === '' ? undefined : key }, transport));
  if (!made.ok) {
    const has = (code: string) => made.errors.some((error) => error.code === code);
    // Who asks too often is turned away before anybody looks whether it is made
    const isOpen = made.status === 0 || made.status >= 500 || has('in_progress') || has('too_many_requests');
    const notRepeated: NotRepeated = {
      errors: made.errors,
      attempt: key === '' || has('idempotency_conflict') ? undefined : key,
      open: isOpen ? shownIn(form) : undefined,
    };
    return data(notRepeated, { status: made.status === 0 ? 503 : made.status });
  }
  const headers = made.data.attributes.access_token === undefined ? {} : { 'set-cookie': site.holdOrder(made.data.id) };
  return redirect(`${localPath(locale, `/order/${made.data.id}`)}?new=1`, { headers });
}
