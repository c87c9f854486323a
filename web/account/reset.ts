import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { requestReset, resetPassword } from '#contract/accounts.ts';
import { call } from '#contract/call.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { giveBack, proofIn, textOf } from './posted.ts';

/** Asks for the link; the page then says the same whoever was named. */
export async function askResetAction({ request, context }: ActionFunctionArgs) {
  const { pathname } = new URL(request.url);
  const form = await request.formData();
  const body = { email: textOf(form, 'email').trim(), ...proofIn(form) };
  const asked = await call(requestReset, { body }, context.get(siteContext).api(localeOf(pathname)));
  return asked.ok ? redirect(`${ownPath(pathname)}?sent=1`) : giveBack(form, asked);
}

const tokenIn = (request: Request): string => new URL(request.url).searchParams.get('token') || '-';

/** Whether the link is still good, before anybody thinks of a password. */
export async function loadNewPassword({ request, context }: LoaderFunctionArgs) {
  const transport = context.get(siteContext).api(localeOf(new URL(request.url).pathname));
  const looked = await call(resetPassword, { body: { token: tokenIn(request) } }, transport);
  const problems = looked.ok
    ? null
    : {
        isDead: looked.errors.some(({ code }) => code === 'invalid_token'),
        others: looked.errors.map(({ message }) => message),
        isUnanswered: looked.errors.length === 0,
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
  const set = await call(resetPassword, { body }, context.get(siteContext).api(locale));
  return set.ok ? redirect(`${localPath(locale, '/sign-in')}?news=password`) : giveBack(form, set);
}
