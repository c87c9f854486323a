import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestReset, resetPassword } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { returnForm, captchaIn, textOf } from '#web/form/returned-form.ts';

/** Requests a reset link. The page then says the same for every e-mail, registered or not. */
export async function requestResetAction({ request, context }: ActionFunctionArgs) {
  const { pathname } = new URL(request.url);
  const form = await request.formData();
  const body = { email: textOf(form, 'email').trim(), ...captchaIn(form) };
  const requested = await call(requestReset, { body }, context.get(siteContext).api(localeOf(pathname)));
  return requested.ok ? redirect(`${ownPath(pathname)}?sent=1`) : returnForm(form, requested);
}

const tokenIn = (request: Request): string => new URL(request.url).searchParams.get('token') || '-';

/** Checks the link before a new password is asked for. */
export async function loadNewPassword({ request, context }: LoaderFunctionArgs) {
  const transport = context.get(siteContext).api(localeOf(new URL(request.url).pathname));
  const checked = await call(resetPassword, { body: { token: tokenIn(request) } }, transport);
  const problems = checked.ok
    ? null
    : {
        isLinkInvalid: checked.errors.some(({ code }) => code === 'invalid_token'),
        generalErrors: checked.errors.map(({ message }) => message),
        isUnanswered: checked.errors.length === 0,
      };
  return data({ problems }, { headers: { 'cache-control': 'no-store' } });
}

export async function newPasswordAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const body = {
    token: tokenIn(request),
    password: textOf(form, 'password'),
    password_confirmation: textOf(form, 'password_confirmation'),
  };
  const changed = await call(resetPassword, { body }, context.get(siteContext).api(locale));
  return changed.ok ? redirect(`${localPath(locale, '/sign-in')}?news=password`) : returnForm(form, changed);
}
