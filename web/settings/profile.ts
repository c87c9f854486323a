import { oneOf } from '#core/closed-list.ts';
import { LOCALES } from '#core/locale.ts';
import { textOf } from '#web/form/returned-form.ts';

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
