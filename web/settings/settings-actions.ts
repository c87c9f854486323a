import { changePassword } from '#contract/account/account.ts';
import { updateUser } from '#contract/account/accounts.ts';
import { proveByPassword } from '#contract/account/sign-in-methods.ts';
import type { Failure } from '#contract/call.ts';
import { oneOf } from '#core/closed-list.ts';
import { LOCALES } from '#core/locale.ts';
import { textOf } from '#web/form/returned-form.ts';
import type { AccountCall } from '#web/step-up/use-account-call.ts';

/** Pause in typing before a change is saved (spec 4). */
export const EDIT_DELAY_MS = 350;

/** The profile fields of a form; disabled fields are absent. */
export function profileIn(form: FormData) {
  const optional = (name: string) => (form.has(name) ? { [name]: textOf(form, name) } : {});
  const locale = oneOf(LOCALES, textOf(form, 'locale'));
  return {
    ...optional('full_name'),
    ...optional('phone'),
    ...(locale === undefined ? {} : { locale }),
    version: Number(textOf(form, 'version')),
  };
}

type ActionResult = Failure | { readonly ok: true };

const saveProfile = (api: AccountCall, form: FormData): Promise<ActionResult> => api(updateUser, { body: profileIn(form) });

/** Changes the e-mail. Needs a fresh proof: the password typed here, or, with a second factor, one asked for later. */
async function changeEmail(api: AccountCall, form: FormData): Promise<ActionResult> {
  const password = textOf(form, 'current_password');
  const proof = password === '' ? undefined : await api(proveByPassword, { body: { password } });
  if (proof?.ok === false && !proof.errors.some(({ code }) => code === 'access_denied')) {
    const errors = proof.errors.map((error) => (error.field === 'password' ? { ...error, field: 'current_password' } : error));
    return { ...proof, errors };
  }
  return await api(updateUser, { body: { email: textOf(form, 'email').trim() } });
}

const savePassword = (api: AccountCall, form: FormData): Promise<ActionResult> =>
  api(changePassword, {
    body: {
      current_password: textOf(form, 'current_password'),
      password: textOf(form, 'password'),
      password_confirmation: textOf(form, 'password_confirmation'),
    },
  });

/** The calls of the settings forms, made by the server without scripts, else by the page. */
export const SETTINGS_ACTIONS = { profile: saveProfile, email: changeEmail, password: savePassword } as const;
export type SettingsAction = keyof typeof SETTINGS_ACTIONS;
