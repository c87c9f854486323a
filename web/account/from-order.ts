import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { createUserFromOrder } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import { getOrder } from '#contract/orders.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { giveBack, leadOn, proofIn, textOf } from './posted.ts';
import { findUser } from './user.ts';

/** The page that the order's own form leads to when something is wrong with the password. */
export async function loadFromOrder(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const id = args.params['id'] ?? '';
  const orderPath = localPath(locale, `/order/${id}`);
  if ((await findUser(args)) !== null) throw redirect(orderPath);
  const found = await call(getOrder, { params: { id } }, args.context.get(siteContext).api(locale));
  if (!found.ok) throw data(null, { status: found.status === 0 ? 503 : found.status });
  return data({ email: found.data.attributes.email_masked, orderPath }, { headers: { 'cache-control': 'no-store' } });
}

export async function fromOrderAction({ request, params, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const form = await request.formData();
  const body = { password: textOf(form, 'password'), ...proofIn(form) };
  const made = await call(createUserFromOrder, { params: { id }, body }, site.api(locale));
  return made.ok ? leadOn(site, `${localPath(locale, `/order/${id}`)}?kept=1`) : giveBack(form, made);
}
