import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { confirmPayout, readConfirmation, stopPayout } from '#contract/payouts.ts';
import { getOrder } from '#contract/orders.ts';
import { returnForm, textOf } from '#web/account/returned-form.ts';
import { findUser, requireUser } from '#web/account/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { toOrder } from '#web/order/order.ts';

const linkOf = ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  return { locale, id: params['id'] ?? '-', token: url.searchParams.get('token') || '-' };
};

/** One's own withdrawal; another's is as unknown as none. */
export async function loadWithdrawal(args: LoaderFunctionArgs) {
  const { locale, id } = linkOf(args);
  await requireUser(args);
  const transport = args.context.get(siteContext).api(locale);
  const [found, systems] = await Promise.all([call(getOrder, { params: { id } }, transport), listSystems(transport)]);
  if (!found.ok) throw data(null, { status: found.status === 0 ? 503 : found.status });
  const order = toOrder(found.data);
  if (order.withdrawal === null) throw redirect(localPath(locale, `/order/${id}`));
  const system = systems?.find((one) => one.id === order.payment_system_to_id);
  if (system === undefined) throw data(null, { status: 503 });
  return data({ order, system }, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

const PRIVATE = { headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } };

/** What the mailed link would confirm; null: nothing any more. Opening it confirms nothing: programs that look into mails open every link. */
export async function loadConfirmation(args: LoaderFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const transport = args.context.get(siteContext).api(locale);
  const [found, systems] = await Promise.all([call(readConfirmation, { params: { id, token } }, transport), listSystems(transport)]);
  if (!found.ok && found.errors.length === 0) throw data(null, { status: 503 });
  const order = found.ok ? toOrder(found.data) : null;
  const system = systems?.find((one) => one.id === order?.payment_system_to_id);
  if (order !== null && system === undefined) throw data(null, { status: 503 });
  const dead = found.ok ? null : (found.errors[0]?.message ?? null);
  return data({ opened: order === null || system === undefined ? null : { order, system }, dead }, PRIVATE);
}

/** The press that confirms. Its customer is led to the withdrawal, whoever is not signed in is told that it is done. */
export async function confirmAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const form = await args.request.formData();
  const shown = textOf(form, 'expected_outcome_amount');
  const body = shown === '' ? {} : { expected_outcome_amount: shown };
  const done = await call(confirmPayout, { params: { id, token }, body }, args.context.get(siteContext).api(locale));
  if (!done.ok) return returnForm(new FormData(), done);
  if ((await findUser(args)) !== null) throw redirect(localPath(locale, `/withdrawal/${id}`));
  return { isDone: true as const, heldUntil: done.data.attributes.withdrawal?.held_until ?? null };
}

/** "This was not me": by a press, by whoever reads the mailbox. */
export async function stopAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const done = await call(stopPayout, { params: { id }, body: { token } }, args.context.get(siteContext).api(locale));
  return done.ok ? { isDone: true as const } : returnForm(new FormData(), done);
}
