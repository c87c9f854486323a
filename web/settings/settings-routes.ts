import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { confirmEmailChange, refuseAccount, undoEmailChange } from '#contract/account/accounts.ts';
import { call } from '#contract/call.ts';
import { oneOf } from '#core/closed-list.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { returnForm, type ReturnedForm, textOf } from '#web/form/returned-form.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { proofMethodsOf } from '#web/step-up/submit-proof.ts';
import { SETTINGS_ACTIONS, type SettingsAction } from './settings-actions.ts';

export async function loadSettings(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  return { user, hasPassword: (await proofMethodsOf(transport, user)).hasPassword };
}

/** A returned form, and which of the page's forms it is. */
export interface ReturnedSettings extends ReturnedForm {
  readonly action: SettingsAction;
}

/** Runs the forms submitted without scripts; with scripts the page makes the same calls (`useSettingsForm`). */
export async function settingsAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const action = oneOf(Object.keys(SETTINGS_ACTIONS) as SettingsAction[], textOf(form, 'deed')) ?? 'profile';
  const transport = context.get(siteContext).api(locale);
  const result = await SETTINGS_ACTIONS[action]((endpoint, input) => call(endpoint, input, transport), form);
  if (result.ok) return redirect(`${localPath(locale, '/account/settings')}?saved=${action}`);
  const returned = returnForm(form, result);
  return data<ReturnedSettings>({ ...returned.data, action }, returned.init ?? {});
}

/** Actions of the links in account e-mails. Each needs a press on a button: mail scanners open links. */
const MAILED_ACTIONS = {
  new_email: { endpoint: confirmEmailChange, notice: 'email' },
  old_email: { endpoint: undoEmailChange, notice: 'undone' },
  not_mine: { endpoint: refuseAccount, notice: 'refused' },
} as const;
export type MailedAction = keyof typeof MAILED_ACTIONS;

export const mailedLinkAction =
  (action: MailedAction) =>
  async ({ request, context }: ActionFunctionArgs) => {
    const url = new URL(request.url);
    const locale = localeOf(url.pathname);
    const { endpoint, notice } = MAILED_ACTIONS[action];
    const body = { token: url.searchParams.get('token') || '-' };
    const result = await call<typeof confirmEmailChange | typeof refuseAccount | typeof undoEmailChange>(
      endpoint,
      { body },
      context.get(siteContext).api(locale),
    );
    return result.ok ? redirect(`${localPath(locale, '/sign-in')}?news=${notice}`) : returnForm(new FormData(), result);
  };
