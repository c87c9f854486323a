import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getMailChoices, saveMailChoices } from '#contract/mail-choices.ts';
import { MAIL_CHOICES } from '#core/mail/choices.ts';
import { siteContext } from '#web/api/site-context.ts';
import { giveBack } from '#web/account/posted.ts';
import { requireUser } from '#web/account/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

export async function loadLetters(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const url = new URL(args.request.url);
  const found = await call(getMailChoices, {}, args.context.get(siteContext).api(localeOf(url.pathname)));
  if (!found.ok) throw data(null, { status: 503 });
  const { email, email_verified: isProven } = user;
  const loaded = { email, isProven, choices: found.data.attributes, isSaved: url.searchParams.has('saved') };
  return data(loaded, { headers: { 'cache-control': 'no-store' } });
}

/** Saves every switch as it stands in the form: a box that is not sent is off. */
export async function lettersAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const body = Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, form.has(choice)]));
  const saved = await call(saveMailChoices, { body }, context.get(siteContext).api(locale));
  return saved.ok ? redirect(`${localPath(locale, '/account/letters')}?saved=1`) : giveBack(form, saved);
}
