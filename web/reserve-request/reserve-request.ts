import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { cancelMailedReserveRequest, createReserveRequest, getMailedReserveRequest } from '#contract/reserve-requests.ts';
import { compare, fractionFromDecimal } from '#core/money/fraction.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import { returnForm, captchaIn, textOf } from '#web/account/returned-form.ts';
import { findUser } from '#web/account/user.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import type { System } from '#web/exchange/systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

const PATH = '/reserve-request';
const LONGEST_AMOUNT = 80;

/** What the page says of a system. */
export type Wanted = Pick<System, 'id' | 'name' | 'reserve' | 'currency_iso_code' | 'precision'>;

const brief = ({ id, name, reserve, currency_iso_code, precision }: System): Wanted => ({
  id,
  name,
  reserve,
  currency_iso_code,
  precision,
});

const isEnough = (reserve: string, amount: string): boolean => {
  const [stock, wanted] = [fractionFromDecimal(reserve), fractionFromDecimal(amount)];
  return stock !== undefined && wanted !== undefined && wanted.num > 0n && compare(stock, wanted) >= 0;
};

/** The form, filled in as its address says; `sent` names the system that somebody has just asked for. */
export async function loadReserveRequest(args: LoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const [systems, user] = await Promise.all([listSystems(transport), findUser(args)]);
  if (systems === undefined) throw data(null, { status: 503 });
  const named = (name: string) => systems.find(({ id }) => id === url.searchParams.get(name)?.toUpperCase());
  const [wanted, given, sent] = [named('to'), named('from'), named('sent')];
  const asked = (url.searchParams.get('amount') ?? '').slice(0, LONGEST_AMOUNT);
  const amount = /^\d{1,24}(?:\.\d{1,18})?$/.test(asked) ? asked : '';
  return data(
    {
      systems: systems.filter((system) => system.outcome_enabled || system === wanted).map(brief),
      wantedId: wanted?.id ?? null,
      fromId: given?.id ?? null,
      amount,
      // Before it is proven it may be known only masked, and what is masked cannot be written to
      email: user?.email_verified === true ? user.email : '',
      sent: sent === undefined ? null : brief(sent),
      /** There is as much already: nothing has to be waited for. */
      isThere: wanted !== undefined && isEnough(wanted.reserve, amount),
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
  const asked = await call(createReserveRequest, { body }, context.get(siteContext).api(locale));
  if (!asked.ok) return returnForm(form, asked);
  return redirect(`${localPath(locale, PATH)}?sent=${encodeURIComponent(asked.data.attributes.payment_system_id)}`);
}

const tokenIn = (request: Request): string => new URL(request.url).searchParams.get('t') || 'none';
// Other sites are told no address of ours anyway; with `no-referrer` the page's own form would be sent with `Origin: null` and refused
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

/** What a letter's link is about. Reading it changes nothing: scanners of mail read every link. */
export async function loadMailedRequest({ request, context }: LoaderFunctionArgs) {
  const transport = context.get(siteContext).api(localeOf(new URL(request.url).pathname));
  const [found, systems] = await Promise.all([
    call(getMailedReserveRequest, { params: { token: tokenIn(request) } }, transport),
    listSystems(transport),
  ]);
  if ((!found.ok && found.status === 0) || systems === undefined) throw data(null, { status: 503 });
  if (!found.ok) return data({ asked: null, system: null }, { status: 404, headers: PRIVATE });
  const { attributes } = found.data;
  const system = systems.find(({ id }) => id === attributes.payment_system_id);
  return data({ asked: attributes, system: system === undefined ? null : brief(system) }, { headers: PRIVATE });
}

/** Takes it back; the page is shown again as it then is. */
export async function cancelMailedAction({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(pathname));
  const ended = await call(cancelMailedReserveRequest, { params: { token: tokenIn(request) } }, transport);
  return ended.ok ? redirect(pathname.replace(/\.data$/, '') + search) : returnForm(new FormData(), ended);
}
