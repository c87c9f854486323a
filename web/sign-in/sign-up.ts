import { type ActionFunctionArgs, data, redirect, type LoaderFunctionArgs } from 'react-router';
import { createUser, createUserFromOrder, activateUser } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { ownPath } from '#contract/own-path.ts';
import { getOrder } from '#contract/public/orders.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { siteContext } from '#web/api/site-context.ts';
import { findUser } from '#web/api/user.ts';
import { returnForm, redirectWithCookies, captchaIn, textOf } from '#web/form/returned-form.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';

export async function signUpAction({ request, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const url = new URL(request.url);
  const locale = localeOf(url.pathname);
  const form = await request.formData();
  const created = await call(
    createUser,
    {
      body: {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        password_confirmation: textOf(form, 'password_confirmation'),
        locale,
        accept_terms: form.has('accept_terms'),
        ...captchaIn(form),
      },
    },
    site.api(locale),
  );
  if (!created.ok) return returnForm(form, created);
  const next = ownPath(url.searchParams.get('next'), ACCOUNT);
  return redirectWithCookies(site, next === ACCOUNT ? `${localPath(locale, ACCOUNT)}?welcome=1` : addressIn(locale, next));
}

/** Page that creates an account for the e-mail of an order. The form on the order page leads here when its password is refused. */
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

/** State of the activation page. Opening it changes nothing: mail scanners open every link. */
export async function loadActivation(args: LoaderFunctionArgs) {
  const user = await findUser(args);
  return {
    isConfirmed: new URL(args.request.url).searchParams.has('confirmed'),
    isSignedIn: user !== null,
    verifiedEmail: user?.email_verified === true ? user.email : null,
  };
}

/** Activates by the token alone, on any device (spec 7, decision 0090). Does not sign in. */
export async function activateAction(args: ActionFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const locale = localeOf(pathname);
  const body = { token: searchParams.get('token') || '-' };
  const activated = await call(activateUser, { body }, args.context.get(siteContext).api(locale));
  if (!activated.ok) return returnForm(new FormData(), activated);
  const user = await findUser(args);
  // A verified e-mail belongs to one account only
  const isOwn = user?.email_verified === true && user.email === activated.data.attributes.email;
  return redirect(`${localPath(locale, isOwn ? ACCOUNT : '/activate')}?confirmed=1`);
}
