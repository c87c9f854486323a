import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getMailChoices, saveMailChoices } from '#contract/account/mail-choices.ts';
import { getNotices, saveNotices } from '#contract/account/notices.ts';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';
import { NOTICE_EVENTS } from '#core/notices/events.ts';
import { siteContext } from '#web/api/site-context.ts';
import { returnForm, textOf } from '#web/form/returned-form.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';

export async function loadLetters(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const url = new URL(args.request.url);
  const api = args.context.get(siteContext).api(localeOf(url.pathname));
  const [mail, notices] = await Promise.all([call(getMailChoices, {}, api), call(getNotices, {}, api)]);
  if (!mail.ok || !notices.ok) throw data(null, { status: 503 });
  const { email, email_verified: isEmailVerified } = user;
  const loaded = {
    email,
    isEmailVerified,
    choices: mail.data.attributes,
    notices: notices.data.attributes,
    isSaved: url.searchParams.has('saved'),
  };
  return data(loaded, { headers: { 'cache-control': 'no-store' } });
}

const minuteOf = (clock: string): number | undefined => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return minute >= 0 && minute < 1440 ? minute : undefined;
};

/** The quiet hours of a form; null: switched off; undefined: a time is missing, or both are the same. */
function quietIn(form: FormData) {
  if (!form.has('quiet')) return null;
  const [from, to] = [minuteOf(textOf(form, 'from')), minuteOf(textOf(form, 'to'))];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { from_minute: from, to_minute: to, zone: textOf(form, 'zone') };
}

/** Saves every switch of the form: a checkbox that is absent is off. */
export async function lettersAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const api = context.get(siteContext).api(locale);
  const form = await request.formData();
  const quiet = quietIn(form);
  if (quiet === undefined)
    return returnForm(form, {
      status: 422,
      errors: [{ name: 'quiet', type: 'invalid_format', code: 'invalid_format', message: 'quiet', field: 'quiet', meta: {} }],
    });
  const events = (channel: string) => Object.fromEntries(NOTICE_EVENTS.map((event) => [event, form.has(`${channel}.${event}`)]));
  const saved = await call(saveNotices, { body: { push: events('push'), telegram: events('telegram'), quiet } }, api);
  if (!saved.ok) return returnForm(form, saved);
  if (form.has('with_mail')) {
    const body = Object.fromEntries(MAIL_CHOICES.map((choice) => [choice, form.has(`mail.${choice}`)]));
    const savedMail = await call(saveMailChoices, { body }, api);
    if (!savedMail.ok) return returnForm(form, savedMail);
  }
  return redirect(`${localPath(locale, '/account/letters')}?saved=1`);
}
