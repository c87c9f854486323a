import { data, redirect } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import type { SiteRequest } from '#web/api/site-context.ts';

/** A form shown again because its submission failed: the errors, and the values sent except passwords. */
export interface ReturnedForm {
  readonly errors: readonly CallError[];
  readonly values: Readonly<Record<string, string>>;
  /** The API did not answer. */
  readonly isUnanswered: boolean;
}

const SECRET_FIELDS = /password|captcha/;

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const valuesOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && !SECRET_FIELDS.test(name) ? [[name, value] as const] : [])),
  );

/** The captcha token of a form, if it has one. */
export const captchaIn = (form: FormData): { readonly captcha_token?: string } => {
  const token = textOf(form, 'captcha_token');
  return token === '' ? {} : { captcha_token: token };
};

/** Answers with the same page, the errors and the values sent. */
export const returnForm = (form: FormData, failure: { readonly status: number; readonly errors: readonly CallError[] }) =>
  data({ errors: failure.errors, values: valuesOf(form), isUnanswered: failure.errors.length === 0 } satisfies ReturnedForm, {
    status: failure.status === 0 ? 503 : failure.status,
  });

/** Redirects, passing on the headers of the API's responses (cookies). */
export function redirectWithCookies(site: SiteRequest, path: string): Response {
  const headers = new Headers();
  for (const [name, value] of site.browserHeaders()) headers.append(name, value);
  return redirect(path, { headers });
}

/** Errors of a returned form: the first message of each field, and the messages of no field in `fields`. */
export function errorsOf(returned: ReturnedForm | undefined, fields: readonly string[]) {
  const errors = returned?.errors ?? [];
  return {
    at: (field: string) => errors.find((error) => error.field === field)?.message,
    generalErrors: errors.filter(({ field }) => field === null || !fields.includes(field)).map(({ message }) => message),
    isUnanswered: returned?.isUnanswered === true,
    /** The token of the mailed link is not valid, or no longer. */
    isLinkInvalid: errors.some(({ code }) => code === 'invalid_token'),
    /** The API asks for a captcha. */
    needsCaptcha: errors.some(({ code }) => code === 'captcha_required' || code === 'wrong_captcha'),
  };
}
