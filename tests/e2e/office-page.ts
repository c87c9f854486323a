import type { BrowserContext, Locator } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { orderNumber } from '#core/order/number.ts';
import { expect, type Page } from './page-test.ts';
import { productUrl } from './product.ts';
import { wordsOf } from './words.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** The browser's language setting, which the office follows. */
export const browserLocale = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** Enters name and password on the office's sign-in page. */
export async function knock(context: BrowserContext, locale: Locale, { email, password }: Person): Promise<Page> {
  const t = wordsOf(locale);
  const page = await context.newPage();
  await page.goto('/office');
  await expect(page.getByRole('heading', { level: 1, name: t('office.sign_in.title') })).toBeVisible();
  await page.getByRole('textbox', { name: t('office.sign_in.email') }).fill(email);
  await page.getByRole('textbox', { name: t('office.sign_in.password') }).fill(password);
  await page.getByRole('button', { name: t('office.sign_in.submit'), exact: true }).click();
  return page;
}

/** Signs a staff member in by the office form; ends on the queue. */
export async function signInByForm(context: BrowserContext, locale: Locale, person: Person): Promise<Page> {
  const page = await knock(context, locale, person);
  await expect(page.getByRole('status').filter({ hasText: wordsOf(locale)('office.live.live') })).toBeVisible();
  return page;
}

/** Signs in by an API call: faster than the form, which has its own tests. */
export async function signInByCall(context: BrowserContext, { email, password }: Person): Promise<void> {
  const answer = await context.request.post('/api/v1/sessions', {
    headers: { 'content-type': 'application/vnd.api+json', origin: productUrl() },
    data: JSON.stringify({ email, password }),
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

/** An empty page of a signed-in staff member. */
export async function signIn(context: BrowserContext, person: Person): Promise<Page> {
  await signInByCall(context, person);
  return await context.newPage();
}

/** The row of an order in the queue. */
export const rowOf = (page: Page, orderId: string) => page.locator(`tr[data-order="${orderId}"]`);

/** A proposal in the list of approvals, by its order or withdrawal. */
export const proposalOf = (page: Page, subject: string) =>
  page.getByRole('rowgroup').filter({ has: page.getByRole('link', { name: orderNumber(subject), exact: true }) });

/** A proposal in the list of approvals, by a text of its row. */
export const proposalWith = (page: Page, text: string) => page.getByRole('rowgroup').filter({ hasText: text });

/** Opens a proposal's details and its form to decide. */
export async function openProposal(proposal: Locator): Promise<void> {
  await proposal.getByRole('button', { expanded: false }).click();
  await expect(proposal.getByRole('button', { expanded: true })).toBeVisible();
}

/** The heading of an order's page in the office. */
export const headingOf = (page: Page, orderId: string) => page.getByRole('heading', { level: 1, name: orderNumber(orderId), exact: true });
