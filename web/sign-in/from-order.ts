import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { createUserFromOrder } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { getOrder } from '#contract/public/orders.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { returnForm, redirectWithCookies, captchaIn, textOf } from '#web/form/returned-form.ts';
import { findUser } from '#web/api/user.ts';

/** Data of the page that the order's own form leads to when its password is refused. */
export async function loadFromOrder(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const id = args.params['id'] ?? '';
  const orderPath = localPath(locale, `/order/${id}`);
  if ((await findUser(args)) !== null) throw redirect(orderPath);
  const order = await call(getOrder, { params: { id } }, args.context.get(siteContext).api(locale));
  if (!order.ok) throw data(null, { status: order.status === 0 ? 503 : order.status });
  return data({ email: order.data.attributes.email_masked, orderPath }, { headers: { 'cache-control': 'no-store' } });
}

export async function fromOrderAction({ request, params, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const id = params['id'] ?? '';
  const form = await request.formData();
  const body = { password: textOf(form, 'password'), ...captchaIn(form) };
  const created = await call(createUserFromOrder, { params: { id }, body }, site.api(locale));
  return created.ok ? redirectWithCookies(site, `${localPath(locale, `/order/${id}`)}?kept=1`) : returnForm(form, created);
}
