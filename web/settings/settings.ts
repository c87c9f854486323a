import { oneOf } from '#core/closed-list.ts';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { proofMethodsOf } from '#web/step-up/submit-proof.ts';
import { returnForm, type ReturnedForm, textOf } from '#web/form/returned-form.ts';
import { SETTINGS_ACTIONS, type SettingsAction } from '#web/settings/settings-actions.ts';
import { requireUser } from '#web/api/user.ts';

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
