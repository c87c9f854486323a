import { redirect, type ActionFunctionArgs } from 'react-router';
import { resendActivation } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { returnForm, captchaIn } from '#web/form/returned-form.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { ACCOUNT } from './account-pages.ts';

/** Sends the activation e-mail again. */
export async function resendAction({ request, context }: ActionFunctionArgs) {
  const { pathname } = new URL(request.url);
  const locale = localeOf(pathname);
  const form = await request.formData();
  const sent = await call(resendActivation, { body: captchaIn(form) }, context.get(siteContext).api(locale));
  return sent.ok ? redirect(`${localPath(locale, ACCOUNT)}?sent=1`) : returnForm(form, sent);
}
