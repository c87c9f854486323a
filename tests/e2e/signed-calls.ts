import type { APIRequestContext } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { activateBy, mailedLink } from './mailbox.ts';
import type { Page } from './page-test.ts';

export interface Answered {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface SignedRequest {
  readonly type: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly locale?: Locale;
}

/** A call as the page of this browser would make it, with its cookies: `send(page.request, 'POST /api/v1/users', {…})`. */
export async function send(
  request: APIRequestContext,
  call: string,
  { type, attributes, locale = 'en' }: SignedRequest,
): Promise<Answered> {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'content-type': 'application/vnd.api+json', 'site-locale': locale };
  const data = attributes === undefined ? {} : { data: JSON.stringify({ data: { type, attributes } }) };
  const answer = await request.fetch(path, { method, headers, ...data });
  const text = await answer.text();
  if (!answer.ok()) throw new Error(`${call}: ${answer.status()} ${text.slice(0, 500)}`);
  const found = (text === '' ? {} : JSON.parse(text)) as { data?: Answered | readonly Answered[] | null };
  return [found.data ?? []].flat()[0] ?? { id: '', attributes: {} };
}

/** Signs up an account with a verified e-mail address. */
export async function signUp(page: Page, email: string, locale: Locale): Promise<void> {
  const password = 'Correct horse 1';
  const attributes = { email, password, password_confirmation: password, accept_terms: true, locale };
  await send(page.request, 'POST /api/v1/users', { type: 'users', attributes, locale });
  await activateBy(page, await mailedLink(page, email, '/activate?token='));
}
