import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import {
  cancelMailedReserveRequest,
  createReserveRequest,
  getMailedReserveRequest,
  cancelReserveRequest,
  listReserveRequests,
  type OwnReserveRequestAttributes,
} from '#contract/public/reserve-requests.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { siteContext } from '#web/api/site-context.ts';
import { findUser, requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { returnForm, captchaIn, textOf } from '#web/form/returned-form.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

const PATH = '/reserve-request';
const MAX_AMOUNT_LENGTH = 80;

/** The part of a system that the page needs. */
export type RequestedSystem = Pick<System, 'id' | 'name' | 'reserve' | 'currency_iso_code' | 'precision'>;

const summaryOf = ({ id, name, reserve, currency_iso_code, precision }: System): RequestedSystem => ({
  id,
  name,
  reserve,
  currency_iso_code,
  precision,
});

const isEnough = (reserve: string, amount: string): boolean => {
  const [available, requested] = [fractionFromDecimal(reserve), fractionFromDecimal(amount)];
  return available !== undefined && requested !== undefined && requested.num > 0n && compare(available, requested) >= 0;
};

/** The form with the values of the URL; `sent`: system of the request just submitted. */
export async function loadReserveRequest(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const [systems, user] = await Promise.all([listSystems(transport), findUser(args)]);
  if (systems === undefined) throw data(null, { status: 503 });
  const systemIn = (name: string) => systems.find(({ id }) => id === url.searchParams.get(name)?.toUpperCase());
  const [requested, from, sent] = [systemIn('to'), systemIn('from'), systemIn('sent')];
  const amountParam = (url.searchParams.get('amount') ?? '').slice(0, MAX_AMOUNT_LENGTH);
  const amount = /^\d{1,24}(?:\.\d{1,18})?$/.test(amountParam) ? amountParam : '';
  return data(
    {
      systems: systems.filter((system) => system.outcome_enabled || system === requested).map(summaryOf),
      requestedId: requested?.id ?? null,
      fromId: from?.id ?? null,
      amount,
      // An unverified e-mail may be masked, which is not an address
      email: user?.email_verified === true ? user.email : '',
      sent: sent === undefined ? null : summaryOf(sent),
      /** The reserve already covers the amount. */
      isAvailable: requested !== undefined && isEnough(requested.reserve, amount),
    },
    { headers: { 'cache-control': 'no-store' } },
  );
}

export async function reserveRequestAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const body = {
    payment_system_id: textOf(form, 'payment_system_id'),
    payment_system_from_id: textOf(form, 'payment_system_from_id') || null,
    amount: tidyAmount(textOf(form, 'amount')).trim(),
    email: textOf(form, 'email').trim(),
    phone: textOf(form, 'phone').trim() || null,
    ...captchaIn(form),
  };
  const response = await call(createReserveRequest, { body }, context.get(siteContext).api(locale));
  if (!response.ok) return returnForm(form, response);
  return redirect(`${localPath(locale, PATH)}?sent=${encodeURIComponent(response.data.attributes.payment_system_id)}`);
}

const tokenIn = (request: Request): string => new URL(request.url).searchParams.get('t') || 'none';
// No `no-referrer`: the page's own form would then be sent with `Origin: null` and be refused
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** Request of an e-mail link. A GET changes nothing, because mail scanners open every link. */
export async function loadMailedRequest({ request, context }: LoaderFunctionArgs) {
  const transport = context.get(siteContext).api(localeOf(new URL(request.url).pathname));
  const [response, systems] = await Promise.all([
    call(getMailedReserveRequest, { params: { token: tokenIn(request) } }, transport),
    listSystems(transport),
  ]);
  if ((!response.ok && response.status === 0) || systems === undefined) throw data(null, { status: 503 });
  if (!response.ok) return data({ reserveRequest: null, system: null }, { status: 404, headers: PRIVATE_HEADERS });
  const { attributes } = response.data;
  const system = systems.find(({ id }) => id === attributes.payment_system_id);
  return data({ reserveRequest: attributes, system: system === undefined ? null : summaryOf(system) }, { headers: PRIVATE_HEADERS });
}

/** Cancels the request and shows the page again. */
export async function cancelMailedAction({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(pathname));
  const response = await call(cancelMailedReserveRequest, { params: { token: tokenIn(request) } }, transport);
  return response.ok ? redirect(pathname.replace(/\.data$/, '') + search) : returnForm(new FormData(), response);
}

export interface OwnRequest extends OwnReserveRequestAttributes {
  readonly id: string;
}

/** Loads the customer's reserve requests. */
export async function loadRequests(args: LoaderFunctionArgs) {
  await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const [listed, systems] = await Promise.all([call(listReserveRequests, {}, transport), listSystems(transport)]);
  if (!listed.ok || systems === undefined) throw data(null, { status: 503 });
  const requests: readonly OwnRequest[] = listed.data.map(({ id, attributes }) => ({ ...attributes, id }));
  return data({ requests, systems }, { headers: { 'cache-control': 'no-store' } });
}

/** Cancels a reserve request. */
export async function requestAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const cancelled = await call(cancelReserveRequest, { params: { id: textOf(form, 'id') } }, context.get(siteContext).api(locale));
  return cancelled.ok ? redirect(localPath(locale, '/account/requests')) : returnForm(form, cancelled);
}
