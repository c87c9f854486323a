import { randomUUID } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { productUrl } from './product.ts';
import { expect, type Page, untilRunning } from './page-test.ts';
import { pathIn, wordsOf } from './words.ts';

interface Resource<A> {
  readonly id: string;
  readonly attributes: A;
}

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly locale?: Locale;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call of the public API as a partner would make it. */
export async function callApi<A>({
  method = 'GET',
  path,
  locale = 'ru',
  attributes,
  headers = {},
}: Call): Promise<Resource<A> & readonly Resource<A>[]> {
  const answer = await fetch(productUrl() + path, {
    method,
    headers: { 'Content-Type': 'application/vnd.api+json', 'Site-Locale': locale, ...headers },
    ...(attributes === undefined ? {} : { body: JSON.stringify(attributes) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (JSON.parse(text) as { data: Resource<A> & readonly Resource<A>[] }).data;
}

export type System = PaymentSystemAttributes & { readonly id: string };

/** One payment system as shown in this language. */
export async function systemOf(id: string, locale: Locale): Promise<System> {
  const found = (await callApi<PaymentSystemAttributes>({ path: '/api/v1/payment_systems', locale })).find((system) => system.id === id);
  if (found === undefined) throw new Error(`no payment system ${id}`);
  return { ...found.attributes, id };
}

export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** `fitting`: with the ready slot that fits the amount, as the form requests it; otherwise without a slot. */
  readonly slot?: 'fitting';
  /** No requisites: the income's provider does not answer. */
  readonly isOnProviderPage?: true;
}

/** Roubles to a coin: the income needs no confirmations. */
export const ROUBLES_TO_LITECOIN: Pair = { from: 'SBERRUB', to: 'LTC', amount: '9000' };

export interface Made {
  readonly id: string;
  readonly token: string;
  readonly order: OrderAttributes;
}

const fill = (fields: System['income_fields']): Record<string, string> =>
  Object.fromEntries(fields.filter((field) => field.required).map((field) => [field.key, field.example ?? '']));

/** Creates an order through the API, for a guest or for the user of `session`, with the fields' examples as requisites. The order has its payment details. */
export async function makeOrder(
  { from, to, amount, slot, isOnProviderPage }: Pair,
  locale: Locale = 'ru',
  email = 'guest@example.org',
  session: Readonly<Record<string, string>> = {},
): Promise<Made> {
  const [income, outcome] = [await systemOf(from, locale), await systemOf(to, locale)];
  const ids = { income_payment_system_id: from, outcome_payment_system_id: to };
  const quote = await callApi<{ readonly slot_id: string | null }>({
    method: 'POST',
    path: '/api/v1/rate_calculations/from_income',
    locale,
    attributes: { income_amount: amount, fit_slot: slot === 'fitting', ...ids },
  });
  const created = await callApi<OrderAttributes>({
    method: 'POST',
    path: '/api/v1/orders',
    locale,
    headers: { 'Idempotency-Key': randomUUID(), ...session },
    attributes: {
      payment_system_from_id: from,
      payment_system_to_id: to,
      income_amount: amount,
      rate_calculation_id: quote.id,
      slot_id: quote.attributes.slot_id,
      email,
      income_requisites: fill(income.income_fields),
      outcome_requisites: fill(outcome.outcome_fields),
      accept_terms: true,
    },
  });
  const token = created.attributes.access_token ?? '';
  if (created.attributes.status !== 'awaiting_requisites' || isOnProviderPage === true)
    return { id: created.id, token, order: created.attributes };
  await callApi({ method: 'POST', path: `/api/v1/orders/${created.id}/get_requisites`, headers: { 'Order-Token': token, ...session } });
  return { id: created.id, token, order: created.attributes };
}

/** The order as its owner reads it from the API. */
export const readOrder = async ({ id, token }: Pick<Made, 'id' | 'token'>): Promise<OrderAttributes> =>
  (await callApi<OrderAttributes>({ path: `/api/v1/orders/${id}`, headers: { 'Order-Token': token } })).attributes;

/** Opens an order by its e-mailed link, whose token is removed from the address. */
export async function openOrder(page: Page, { id, token }: Pick<Made, 'id' | 'token'>, locale: Locale): Promise<void> {
  await page.goto(`${pathIn(locale, `/order/${id}`)}?token=${token}`);
  await untilRunning(page);
  expect(new URL(page.url()).search).toBe('');
}

export type Status = OrderAttributes['status'];

/** States whose headline gives a cause: `tests/faults/endings.db.test.ts` checks the text of every cause. */
const SHOWS_REASON: ReadonlySet<Status> = new Set(['requote', 'expired', 'cancelled', 'payment_failed', 'rejected']);

/** The headline of a state, with its cause if it has one. */
export const headline = (page: Page, locale: Locale, status: Status) =>
  SHOWS_REASON.has(status)
    ? page.locator(`h1[data-status="${status}"]`)
    : page.getByRole('heading', { level: 1, name: wordsOf(locale)(`status.${status}.title`), exact: true });

/** Waits until the page shows a state without a reload. */
export async function expectStatus(page: Page, locale: Locale, status: Status): Promise<void> {
  await expect(headline(page, locale, status)).toBeVisible({ timeout: 15_000 });
}

export type Scenario = 'exact' | 'short' | 'over' | 'twice' | 'decline' | 'late';

/** Simulates the payer's bank. */
export async function pay(orderId: string, scenario: Scenario, amount?: string): Promise<void> {
  const answer = await fetch(`${productUrl()}/sandbox/payments`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order_id: orderId, scenario, amount }),
  });
  expect(answer.status, await answer.text()).toBe(201);
}
