import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { changePassword } from '#contract/account.ts';
import { updateUser } from '#contract/accounts.ts';
import { call, type Failure, type Transport } from '#contract/call.ts';
import { proveByPassword } from '#contract/ways-in.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { giveBack, type Returned, textOf } from './posted.ts';
import { profileIn } from './profile.ts';
import { requireUser } from './user.ts';

export const loadSettings = async (args: LoaderFunctionArgs) => ({ user: await requireUser(args) });

type Done = Failure | { readonly ok: true };

const saveProfile = (transport: Transport, form: FormData): Promise<Done> => call(updateUser, { body: profileIn(form) }, transport);

/** Another e-mail asks for proof that it is he: the password of whoever has no second factor; whoever has one is told to give it. */
async function askEmail(transport: Transport, form: FormData): Promise<Done> {
  const password = textOf(form, 'current_password');
  const proved = password === '' ? undefined : await call(proveByPassword, { body: { password } }, transport);
  if (proved?.ok === false && !proved.errors.some(({ code }) => code === 'access_denied')) {
    const errors = proved.errors.map((error) => (error.field === 'password' ? { ...error, field: 'current_password' } : error));
    return { ...proved, errors };
  }
  return await call(updateUser, { body: { email: textOf(form, 'email').trim() } }, transport);
}

const savePassword = (transport: Transport, form: FormData): Promise<Done> =>
  call(
    changePassword,
    {
      body: {
        current_password: textOf(form, 'current_password') || ' ',
        password: textOf(form, 'password') || ' ',
        password_confirmation: textOf(form, 'password_confirmation'),
      },
    },
    transport,
  );

const DEEDS = { profile: saveProfile, email: askEmail, password: savePassword } as const;
export type SettingsDeed = keyof typeof DEEDS;

/** Which of the page's forms came back. */
export interface ReturnedSettings extends Returned {
  readonly deed: SettingsDeed;
}

/** The forms of the page as they are sent without scripts; the profile saves itself where there are some. */
export async function settingsAction({ request, context }: ActionFunctionArgs) {
  const locale = localeOf(new URL(request.url).pathname);
  const form = await request.formData();
  const deed = (Object.keys(DEEDS) as SettingsDeed[]).find((name) => name === textOf(form, 'deed')) ?? 'profile';
  const done = await DEEDS[deed](context.get(siteContext).api(locale), form);
  if (done.ok) return redirect(`${localPath(locale, '/account/settings')}?saved=${deed}`);
  const back = giveBack(form, done);
  return data<ReturnedSettings>({ ...back.data, deed }, back.init ?? {});
}
