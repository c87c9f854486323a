import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { typeableOf } from './fresh/prove-typed.ts';
import { giveBack, type Returned, textOf } from './posted.ts';
import { SETTINGS_DEEDS, type SettingsDeed } from './settings-deeds.ts';
import { requireUser } from './user.ts';

export async function loadSettings(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const transport = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  return { user, hasPassword: (await typeableOf(transport, user)).hasPassword };
}

/** Which of the page's forms came back. */
export interface ReturnedSettings extends Returned {
  readonly deed: SettingsDeed;
}

/** The forms of the page as they are sent without scripts; where there are some, the page makes the same calls itself. */
export async function settingsAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const deed = (Object.keys(SETTINGS_DEEDS) as SettingsDeed[]).find((name) => name === textOf(form, 'deed')) ?? 'profile';
  const transport = context.get(siteContext).api(locale);
  const done = await SETTINGS_DEEDS[deed]((endpoint, input) => call(endpoint, input, transport), form);
  if (done.ok) return redirect(`${localPath(locale, '/account/settings')}?saved=${deed}`);
  const back = giveBack(form, done);
  return data<ReturnedSettings>({ ...back.data, deed }, back.init ?? {});
}
