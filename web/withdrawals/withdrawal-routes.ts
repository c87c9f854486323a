import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from 'react-router';
import { call } from '#contract/call.ts';
import { confirmPayout, readConfirmation, stopPayout } from '#contract/account/payouts.ts';
import { getOrder } from '#contract/public/orders.ts';
import { returnForm, textOf } from '#web/form/returned-form.ts';
import { findUser, requireUser } from '#web/api/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { toOrder } from '#web/order/order.ts';

const linkOf = ({ request, params }: Pick<LoaderFunctionArgs, 'request' | 'params'>) => {
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  return { locale, id: params['id'] ?? '-', token: url.searchParams.get('token') || '-' };
};

/** A withdrawal of the signed-in user; that of another user is not found. */
export async function loadWithdrawal(args: LoaderFunctionArgs) {
  const { locale, id } = linkOf(args);
  await requireUser(args);
  const transport = args.context.get(siteContext).api(locale);
  const [response, systems] = await Promise.all([call(getOrder, { params: { id } }, transport), listSystems(transport)]);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : response.status });
  const order = toOrder(response.data);
  if (order.withdrawal === null) throw redirect(localPath(locale, `/order/${id}`));
  const system = systems?.find((candidate) => candidate.id === order.payment_system_to_id);
  if (system === undefined) throw data(null, { status: 503 });
  return data({ order, system }, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

const PRIVATE = { headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' } };

/** The withdrawal that the mailed link would confirm; null: the link is invalid. Opening it confirms nothing: mail scanners open every link. */
export async function loadConfirmation(args: LoaderFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const transport = args.context.get(siteContext).api(locale);
  const [response, systems] = await Promise.all([call(readConfirmation, { params: { id, token } }, transport), listSystems(transport)]);
  if (!response.ok && response.errors.length === 0) throw data(null, { status: 503 });
  const order = response.ok ? toOrder(response.data) : null;
  const system = systems?.find((candidate) => candidate.id === order?.payment_system_to_id);
  if (order !== null && system === undefined) throw data(null, { status: 503 });
  const dead = response.ok ? null : (response.errors[0]?.message ?? null);
  return data({ opened: order === null || system === undefined ? null : { order, system }, dead }, PRIVATE);
}

/** Confirms a withdrawal. A signed-in user is redirected to it, any other sees that it is done. */
export async function confirmAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const form = await args.request.formData();
  const shownAmount = textOf(form, 'expected_outcome_amount');
  const body = shownAmount === '' ? {} : { expected_outcome_amount: shownAmount };
  const response = await call(confirmPayout, { params: { id, token }, body }, args.context.get(siteContext).api(locale));
  if (!response.ok) return returnForm(new FormData(), response);
  if ((await findUser(args)) !== null) throw redirect(localPath(locale, `/withdrawal/${id}`));
  return { isDone: true as const, heldUntil: response.data.attributes.withdrawal?.held_until ?? null };
}

/** "This was not me": cancels by the mailed token, without sign-in. */
export async function stopAction(args: ActionFunctionArgs) {
  const { locale, id, token } = linkOf(args);
  const response = await call(stopPayout, { params: { id }, body: { token } }, args.context.get(siteContext).api(locale));
  return response.ok ? { isDone: true as const } : returnForm(new FormData(), response);
}
