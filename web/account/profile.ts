import { LOCALES } from '#core/locale.ts';
import { textOf } from './posted.ts';

/** How long nothing has to be typed before a change is sent (spec 4). */
export const EDIT_DELAY_MS = 350;

/** The profile as a form says it; what a disabled field holds does not come. */
export function profileIn(form: FormData) {
  const optional = (name: string) => (form.has(name) ? { [name]: textOf(form, name) } : {});
  const locale = LOCALES.find((one) => one === textOf(form, 'locale'));
  return {
    ...optional('full_name'),
    ...optional('phone'),
    ...(locale === undefined ? {} : { locale }),
    version: Number(textOf(form, 'version')),
  };
}
