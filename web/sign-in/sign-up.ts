import type { ActionFunctionArgs } from 'react-router';
import { createUser } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { ownPath } from '#contract/own-path.ts';
import { siteContext } from '#web/api/site-context.ts';
import { addressIn, localeOf, localPath } from '#web/i18n/locale.ts';
import { ACCOUNT } from '#web/account/account-pages.ts';
import { returnForm, redirectWithCookies, captchaIn, textOf } from '#web/form/returned-form.ts';

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
