import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { createOrder } from '#contract/orders.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { orderKeyCookie } from '#web/order/order-key.ts';
import type { NotCreated } from './not-created.ts';

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

function requisitesOf(form: FormData, side: 'income' | 'outcome'): Record<string, string> {
  const prefix = `${side}_requisites/`;
  const pairs = [...form].flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string' ? [[name.slice(prefix.length), value]] : [],
  );
  return Object.fromEntries(pairs.filter(([, value]) => value !== '')) as Record<string, string>;
}

function bodyOf(form: FormData) {
  const amount = text(form, 'amount');
  const slotId = text(form, 'slot_id');
  return {
    payment_system_from_id: text(form, 'payment_system_from_id'),
    payment_system_to_id: text(form, 'payment_system_to_id'),
    ...(text(form, 'side') === 'outcome' ? { outcome_amount: amount } : { income_amount: amount }),
    rate_calculation_id: text(form, 'rate_calculation_id'),
    slot_id: slotId === '' ? null : slotId,
    email: text(form, 'email'),
    income_requisites: requisitesOf(form, 'income'),
    outcome_requisites: requisitesOf(form, 'outcome'),
    no_memo: form.has('no_memo'),
    accept_terms: form.has('accept_terms'),
  };
}

/** Creates the order on the server's side of the page: the guest's key goes from the API into an HttpOnly cookie and never into a script. */
export async function createOrderAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const idempotencyKey = text(form, 'idempotency_key') || undefined;
  const created = await call(createOrder, { body: bodyOf(form), idempotencyKey }, site.api(locale));
  if (!created.ok) {
    const isSettled = created.status !== 0 && created.status < 500 && !created.errors.some((error) => error.code === 'in_progress');
    return data({ errors: created.errors, isSettled } satisfies NotCreated, { status: created.status === 0 ? 503 : created.status });
  }
  const { id, attributes } = created.data;
  const key = attributes.access_token;
  const headers = key === undefined ? {} : { 'set-cookie': orderKeyCookie({ id, key, publicUrl: site.publicUrl }) };
  return redirect(`${localPath(locale, `/order/${id}`)}?new=1`, { headers });
}
