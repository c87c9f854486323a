import { changePassword } from '#contract/account.ts';
import { updateUser } from '#contract/accounts.ts';
import type { Failure } from '#contract/call.ts';
import { proveByPassword } from '#contract/ways-in.ts';
import type { AccountCall } from './fresh/use-account-call.ts';
import { textOf } from './posted.ts';
import { profileIn } from './profile.ts';

type Done = Failure | { readonly ok: true };

const saveProfile = (api: AccountCall, form: FormData): Promise<Done> => api(updateUser, { body: profileIn(form) });

/** Another e-mail asks for proof that it is he: the password of whoever has no second factor; whoever has one is asked for it. */
async function askEmail(api: AccountCall, form: FormData): Promise<Done> {
  const password = textOf(form, 'current_password');
  const proved = password === '' ? undefined : await api(proveByPassword, { body: { password } });
  if (proved?.ok === false && !proved.errors.some(({ code }) => code === 'access_denied')) {
    const errors = proved.errors.map((error) => (error.field === 'password' ? { ...error, field: 'current_password' } : error));
    return { ...proved, errors };
  }
  return await api(updateUser, { body: { email: textOf(form, 'email').trim() } });
}

const savePassword = (api: AccountCall, form: FormData): Promise<Done> =>
  api(changePassword, {
    body: {
      current_password: textOf(form, 'current_password'),
      password: textOf(form, 'password'),
      password_confirmation: textOf(form, 'password_confirmation'),
    },
  });

/** What each form of the settings does: by the server where there are no scripts, else by the page, which can ask for a fresh proof. */
export const SETTINGS_DEEDS = { profile: saveProfile, email: askEmail, password: savePassword } as const;
export type SettingsDeed = keyof typeof SETTINGS_DEEDS;
