import { data, redirect } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import type { SiteRequest } from '#web/api/site-context.ts';

/** A form that came back: what is wrong, and what was typed but for passwords. */
export interface Returned {
  readonly errors: readonly CallError[];
  readonly typed: Readonly<Record<string, string>>;
  /** Nobody answered. */
  readonly isUnanswered: boolean;
}

const SECRET = /password|captcha/;

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

const typedIn = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' && !SECRET.test(name) ? [[name, value] as const] : [])),
  );

/** The proof that a form brings along, where it has one. */
export const proofIn = (form: FormData): { readonly captcha_token?: string } => {
  const token = textOf(form, 'captcha_token');
  return token === '' ? {} : { captcha_token: token };
};

/** The same page again, with what is wrong at its fields. */
export const giveBack = (form: FormData, failure: { readonly status: number; readonly errors: readonly CallError[] }) =>
  data({ errors: failure.errors, typed: typedIn(form), isUnanswered: failure.errors.length === 0 } satisfies Returned, {
    status: failure.status === 0 ? 503 : failure.status,
  });

/** Leads on, with what the API told the browser. */
export function leadOn(site: SiteRequest, path: string): Response {
  const headers = new Headers();
  for (const [name, value] of site.told()) headers.append(name, value);
  return redirect(path, { headers });
}

/** The first sentence about each field, and those about none. */
export function errorsOf(returned: Returned | undefined, fields: readonly string[]) {
  const errors = returned?.errors ?? [];
  return {
    at: (field: string) => errors.find((error) => error.field === field)?.message,
    others: errors.filter(({ field }) => field === null || !fields.includes(field)).map(({ message }) => message),
    isUnanswered: returned?.isUnanswered === true,
    /** The link that led here opens nothing any more. */
    isDead: errors.some(({ code }) => code === 'invalid_token'),
    /** The API wants to know that a person sits there. */
    isProofAsked: errors.some(({ code }) => code === 'captcha_required' || code === 'wrong_captcha'),
  };
}
