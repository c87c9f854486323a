import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { raw, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createCaptcha } from '#server/captcha/captcha.ts';
import { captchaRoutes } from '#server/captcha/routes.ts';
import { loadMessages } from '#locales/load.ts';
import { CATALOGUE_CHANNEL } from '#server/payment-systems/load-catalogue.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Route } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { STALE_MS } from '#server/rates/price-board.ts';
import { rateRoutes } from '#server/rates/routes.ts';
import { createTestApp } from '#tests/make/app.ts';
import type { ApiCall, Resource } from '#tests/make/call-api.ts';
import { fillForm, type GuestOrder, order, pay, readSystems, requisitesOf, untilStatus } from '#tests/make/customer.ts';
import { readAs, SAID_BY_SERVER } from '#tests/make/messages.ts';
import { type TestAccount, makeAccount } from '#tests/make/partner.ts';
import { createProduct, OWNER, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { makeRates, PRICED_AT } from '#tests/make/rates.ts';

const SWIFT = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' } as const;
const INVOICE_FIELD = {
  key: 'invoice_id',
  kind: 'invoice_id',
  label: { ru: 'Номер счёта', en: 'Invoice' },
  required: false,
  pattern: null,
  example: null,
  minLength: null,
  maxLength: null,
  digits: null,
  network: null,
  countries: null,
  mayBeAbsent: false,
} as const satisfies PaymentSystem['incomeFields'][number];

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
let customer: TestAccount;
let unproven: TestAccount;
let owner: string;
let waiting: GuestOrder;
let failed: GuestOrder;
/** The news of a new shop. */
let newsMonth: string;
let newsCategory: string;

/** The cookie of the first owner's session. */
async function sessionOfOwner(): Promise<string> {
  const { headers } = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  return (headers['set-cookie'] ?? '').split(';')[0] ?? '';
}

/** The income system asks for an invoice number, as a shop may configure it. */
async function requireInvoice(): Promise<void> {
  const { adminDb } = product.database;
  const field = JSON.stringify([INVOICE_FIELD]);
  await adminDb.run(sql`update payment_systems set income_fields = income_fields || ${field}::jsonb where code = ${SWIFT.from}`);
  await adminDb.run(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`);
  await until(async () => {
    const fields = (await readSystems(app.api)).get(SWIFT.from)?.attributes['income_fields'];
    expect(fields).toContainEqual(expect.objectContaining({ key: INVOICE_FIELD.key }));
  });
}

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  const { db } = product.database;
  await requireInvoice();
  systems = await readSystems(app.api);
  customer = await makeAccount(db, 'reader');
  unproven = await makeAccount(db, 'newcomer');
  await db.run(sql`update users set email_verified_at = null where id = ${unproven.userId}`);
  owner = await sessionOfOwner();
  [waiting, failed] = [await order(app.api, SWIFT, systems), await order(app.api, SWIFT, systems)];
  await requisitesOf(app.api, waiting);
  await pay(app.api, failed, 'decline');
  await untilStatus(app.api, failed, 'payment_failed');
  const [month] = (await app.api.call('GET', '/api/v1/news_months')).resources();
  newsMonth = `${String(month?.attributes['year'])}/${String(month?.attributes['month'])}`;
  const [category] = (await app.api.call('GET', '/api/v1/categories/news')).resources();
  newsCategory = String(category?.attributes['slug']);
}, 120_000);
afterAll(async () => {
  await product.close();
});

/** The answer to a call, error by error. */
async function messagesOf(method: string, path: string, locale: Locale, request: ApiCall = {}): Promise<readonly string[]> {
  const { errors } = await app.api.call(method, path, { ...request, headers: { ...request.headers, 'site-locale': locale } });
  return errors.map(({ detail }) => detail);
}

type FormValues = Readonly<Record<string, unknown>>;

const requestReserve = (values: FormValues) => async (locale: Locale) =>
  await messagesOf('POST', '/api/v1/reserve_requests', locale, {
    type: 'reserve_requests',
    attributes: { payment_system_id: 'LTC', amount: '1', email: 'a@example.org', ...values },
  });
const signUp = (values: FormValues) => async (locale: Locale) =>
  await messagesOf('POST', '/api/v1/users', locale, {
    type: 'users',
    attributes: { email: `${randomUUID()}@example.org`, accept_terms: true, password_confirmation: 'Correct horse 1', ...values },
  });
const nameOneself = (full_name: string) => async (locale: Locale) =>
  await messagesOf('PUT', '/api/v1/user', locale, { type: 'users', attributes: { full_name }, headers: customer.headers });
/** An order between two systems with other input. */
const orderWith = (pair: { readonly from: string; readonly to: string }, values: FormValues) => async (locale: Locale) => {
  const attributes = { payment_system_from_id: pair.from, payment_system_to_id: pair.to, email: 'a@example.org', accept_terms: true };
  const request = { income_amount: '100', income_requisites: {}, outcome_requisites: {}, rate_calculation_id: 'none', ...values };
  return await messagesOf('POST', '/api/v1/orders', locale, { attributes: { ...attributes, ...request } });
};
const paidTo = (to: string, outcome_requisites: FormValues) => orderWith({ from: 'ADVCUSD', to }, { outcome_requisites });

/** A page as rendered for these cookies. */
async function pageOf(path: string, locale: Locale, headers: Readonly<Record<string, string>> = {}, form?: string): Promise<string[]> {
  const address = app.url + (locale === 'ru' ? '' : '/en') + path;
  const posted = form === undefined ? {} : { method: 'POST', body: form };
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', origin: app.url };
  const answer = await fetch(address, { redirect: 'manual', headers: { ...headers, ...type }, ...posted });
  const drawn = (await answer.text()).replaceAll(/<(style|script)[^]*?<\/\1>/g, '');
  return [...drawn.matchAll(/>([^<]+)</g)].map(([, text = '']) => text);
}

async function cookieOf({ id, token }: GuestOrder): Promise<string> {
  const answer = await fetch(`${app.url}/order/${id}?token=${token}`, { redirect: 'manual' });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** The text of a key. */
function textOf(locale: Locale, key: string): string {
  let found: unknown = loadMessages(locale);
  for (const part of key.split('.')) found = (found as Readonly<Record<string, unknown>>)[part];
  return String(found);
}

/** Runs while the database lacks this table. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const { adminDb } = product.database;
  const [schema, name = ''] = table.split('.');
  const rename = (from: string, to: string) => adminDb.run(sql`${raw(`alter table ${schema}.${from} rename to ${to}`)}`);
  await rename(name, `${name}_away`);
  try {
    return await work();
  } finally {
    await rename(`${name}_away`, name);
  }
}

/** A wallet of the customer's that cannot be deleted. */
async function saveWallet(): Promise<string> {
  const { adminDb } = product.database;
  await adminDb.run(sql`create or replace function refuse_deed() returns trigger language plpgsql as $$ begin raise 'not today'; end $$`);
  await adminDb.run(sql`create or replace trigger refuse_deed before delete on user_wallets for each row execute function refuse_deed()`);
  const id = randomUUID();
  await adminDb.run(sql`
    insert into user_wallets (id, user_id, payment_system_code, side, values_sealed, values_masked, fingerprint, created_at, last_used_at)
    values (${id}, ${customer.userId}, 'SBERRUB', 'outcome', ${Buffer.of(0)}, '{}', ${Buffer.from(id)}, now(), now())`);
  return id;
}

/** Logs of this process that no other process has to be started for. */
async function messagesOfRoute(
  routes: readonly Route[],
  request: { readonly url: string; readonly type: string; readonly attributes: FormValues },
  locale: Locale,
) {
  const made = await createTestApp(routes);
  const { url, ...data } = request;
  const headers = { 'content-type': 'application/vnd.api+json', 'site-locale': locale };
  const answer = await made.app.inject({ method: 'POST', url, headers, payload: JSON.stringify({ data }) });
  await made.close();
  return (answer.json<{ errors?: { detail: string }[] }>().errors ?? []).map(({ detail }) => detail);
}

const reCaptcha =
  (checker: Parameters<typeof createCaptcha>[1] & { kind: 'recaptcha' }, attributes: FormValues) => async (locale: Locale) => {
    const secrets = createSecrets('a secret of tests, 32 characters');
    const silent = { warn: () => undefined, error: () => undefined };
    const deps = { db: product.database.db, clock: systemClock, random: systemRandom, secrets, log: silent };
    const routes = captchaRoutes({ captcha: createCaptcha(deps, checker), random: systemRandom });
    return await messagesOfRoute(routes, { url: '/api/v1/captcha', type: 'captchas', attributes }, locale);
  };
const MISCONFIGURED = { siteKey: 'a', scriptUrl: 'https://captcha.example/api.js', check: async () => 'misconfigured' as const };

/** How each message is triggered. */
const WAYS: Readonly<Record<keyof typeof SAID_BY_SERVER, (locale: Locale) => Promise<readonly string[]>>> = {
  required: requestReserve({ email: undefined }),
  min_length: signUp({ password: 'Aa1' }),
  max_length: requestReserve({ payment_system_id: 'x'.repeat(65) }),
  field_differs: (locale) =>
    messagesOf('POST', '/api/v1/user/erasure', locale, {
      type: 'erasures',
      attributes: { email: 'another@example.org' },
      headers: customer.headers,
    }),
  this_or_another: orderWith(SWIFT, { income_amount: undefined }),
  at_least_one: (locale) =>
    messagesOf('POST', '/api/v1/partner_keys', locale, {
      type: 'partner_keys',
      attributes: { name: 'A program', mode: 'live', scopes: [] },
      headers: customer.headers,
    }),
  email: requestReserve({ email: 'a@' }),
  phone: requestReserve({ phone: '12' }),
  full_name: nameOneself('12345678'),
  name_too_long: nameOneself('a'.repeat(65)),
  name_too_short: nameOneself('Ann Lee'),
  password: signUp({ password: 'correct horse' }),
  password_of_operator: (locale) =>
    messagesOf('PUT', '/api/v1/user/password', locale, {
      type: 'users',
      attributes: { current_password: OWNER.password, password: 'Correcthorse1', password_confirmation: 'Correcthorse1' },
      headers: { cookie: owner },
    }),
  passwords_differ: signUp({ password: 'Another horse 1' }),
  amount: async (locale) =>
    await messagesOf('POST', '/api/v1/rate_calculations/from_income', locale, {
      type: 'rate_calculations',
      attributes: { income_amount: '0', income_payment_system_id: SWIFT.from, outcome_payment_system_id: SWIFT.to },
    }),
  amount_must_exceed: requestReserve({ amount: '0' }),
  card: paidTo('CARDRUB', { card_number: '1234' }),
  card_exact: paidTo('TCSBRUB', { card_number: '1234' }),
  account: paidTo('WIRERUB', { account: '1234' }),
  iban: paidTo('SEPAEUR', { iban: 'DE1' }),
  wallet: orderWith({ from: 'SBERRUB', to: 'ADVCUSD' }, { outcome_requisites: { wallet: 'x' } }),
  memo: paidTo('XRP', {}),
  address: paidTo('LTC', { address: 'x' }),
  invoice: (locale) =>
    messagesOf('POST', '/api/v1/orders/confirm_payment', locale, {
      attributes: { order_id: waiting.id },
      headers: { 'order-token': waiting.token },
    }),
  cheque: async (locale) => {
    const body = new FormData();
    body.append('cheque', new Blob(['not a PDF']), 'cheque.pdf');
    const headers = { 'order-token': waiting.token, 'site-locale': locale };
    const answer = await fetch(`${app.url}/api/v1/orders/${waiting.id}/send_cheque`, { method: 'POST', body, headers });
    return ((await answer.json()) as { errors: { detail: string }[] }).errors.map(({ detail }) => detail);
  },
  code: (locale) => messagesOf('GET', '/api/v1/mailed_reserve_requests/none', locale),
  server_error: async (locale) =>
    await messagesOf('DELETE', `/api/v1/user_wallets/${await saveWallet()}`, locale, { headers: customer.headers }),
  something_wrong: (locale) => without('public.earnings', () => pageOf('/account/earnings/incomes', locale, customer.headers)),
  async no_rate(locale) {
    const rates = await makeRates({});
    rates.setTime(PRICED_AT + STALE_MS + 1);
    const attributes = { income_amount: '100', income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };
    return await messagesOfRoute(
      rateRoutes(rates),
      { url: '/api/v1/rate_calculations/from_income', type: 'rate_calculations', attributes },
      locale,
    );
  },
  no_payment_form: (locale) =>
    without('sandbox.invoices', async () => {
      const { id, token } = await order(app.api, SWIFT, systems);
      return await messagesOf('POST', `/api/v1/orders/${id}/get_requisites`, locale, { headers: { 'order-token': token } });
    }),
  no_captcha_key: reCaptcha({ kind: 'recaptcha', checker: undefined }, {}),
  configuration: reCaptcha({ kind: 'recaptcha', checker: MISCONFIGURED }, { token: 'a token' }),
  wallet_deletion: async (locale) => await pageOf('/account/wallets', locale, customer.headers, `deed=forget&id=${await saveWallet()}`),
  rate_changed: async (locale) =>
    await messagesOf('POST', '/api/v1/orders', locale, {
      attributes: { ...(await fillForm(app.api, SWIFT, systems)), rate_calculation_id: 'none' },
    }),
  slot_gone: async (locale) =>
    await messagesOf('POST', '/api/v1/rate_calculations/from_income', locale, {
      type: 'rate_calculations',
      attributes: { income_amount: '50', income_payment_system_id: SWIFT.from, outcome_payment_system_id: SWIFT.to, slot_id: 'gone' },
    }),
  payment_failed: async (locale) => await pageOf(`/order/${failed.id}`, locale, { cookie: await cookieOf(failed) }),
  page_not_found: (locale) => pageOf('/no/such/page', locale),
  no_activation: (locale) => messagesOf('PUT', '/api/v1/users/activate', locale, { type: 'users', attributes: { token: 'none' } }),
  access_denied: (locale) => messagesOf('GET', '/api/office/v1/orders', locale, { headers: customer.headers }),
};

describe.each(LOCALES)('messages of the specification to customers, %s', (locale) => {
  it.each(Object.entries(WAYS))('%s', async (name, reach) => {
    const messagesResult = await reach(locale);
    const words = readAs(SAID_BY_SERVER[name as keyof typeof WAYS], locale);
    expect(
      messagesResult.filter((text) => words.test(text)),
      `${words} is not among\n${messagesResult.join('\n').slice(0, 3_000)}`,
    ).not.toEqual([]);
  });
});

interface Screen {
  readonly path: string;
  readonly status: number;
  /** Default: a guest. */
  readonly as?: 'customer' | 'unproven' | 'guest of the order';
  /** The text of its first heading, by its key. */
  readonly heading: string;
}

/** Every screen of spec 2 with its text and address. */
const SCREENS: Readonly<Record<string, () => readonly Screen[]>> = {
  // The layout around every page
  '/_app': () => [{ path: '/', status: 200, heading: '' }],
  'sign in': () => [{ path: '/sign-in', status: 200, heading: 'account.sign_in.title' }],
  'sign up': () => [{ path: '/sign-up', status: 200, heading: 'account.sign_up.title' }],
  'reset of a password': () => [{ path: '/reset-password', status: 200, heading: 'account.reset.title' }],
  'a new password': () => [{ path: '/new-password?token=none', status: 200, heading: 'account.new_password.dead' }],
  'confirmation of an e-mail address': () => [
    { path: '/new-email?token=none', status: 200, as: 'customer', heading: 'account.new_email.title' },
  ],
  activation: () => [
    { path: '/activate?token=none', status: 200, as: 'unproven', heading: 'account.activate.title' },
    { path: '/activate?token=none', status: 200, heading: 'account.activate.title' },
  ],
  'personal account': () => [
    { path: '/account', status: 200, as: 'customer', heading: 'account.home.title' },
    { path: '/account', status: 302, heading: '' },
  ],
  orders: () => [{ path: '/account/orders', status: 200, as: 'customer', heading: 'own.orders.title' }],
  settings: () => [{ path: '/account/settings', status: 200, as: 'customer', heading: 'account.settings.title' }],
  'cards and wallets': () => [
    { path: '/account/cards', status: 200, as: 'customer', heading: 'card_verification.account.title' },
    { path: '/account/wallets', status: 200, as: 'customer', heading: 'own.wallets.title' },
  ],
  language: () => [{ path: '/account/settings', status: 200, as: 'customer', heading: 'account.settings.title' }],
  password: () => [{ path: '/account/settings', status: 200, as: 'customer', heading: 'account.settings.title' }],
  contacts: () => [{ path: '/account/contacts', status: 200, as: 'customer', heading: 'account.contacts.title' }],
  'exchange form with creation of an order': () => [{ path: '/', status: 200, heading: '' }],
  'the page with requisites': () => [
    { path: `/order/${waiting.id}`, status: 200, as: 'guest of the order', heading: 'status.awaiting_payment.title' },
    { path: `/order/${waiting.id}`, status: 404, heading: 'shell.no_order.title' },
  ],
  'upload of a cheque': () => [
    { path: `/order/${waiting.id}`, status: 200, as: 'guest of the order', heading: 'status.awaiting_payment.title' },
  ],
  'card verification in three steps': () => [
    { path: '/account/cards', status: 200, as: 'customer', heading: 'card_verification.account.title' },
  ],
  'referral programme': () => [{ path: '/referral', status: 200, heading: 'earnings.programme.title' }],
  'withdrawal of rewards and earnings': () => [
    { path: '/account/earnings/withdraw', status: 200, as: 'customer', heading: 'earnings.title' },
  ],
  'their archive by month': () => [{ path: `/news/archive/${newsMonth}`, status: 200, heading: '' }],
  'by category': () => [{ path: `/news/category/${newsCategory}`, status: 200, heading: '' }],
  news: () => [{ path: '/news', status: 200, heading: 'content.news.title' }],
  FAQ: () => [{ path: '/faq', status: 200, heading: 'content.faq.title' }],
  'page not found': () => [{ path: '/no/such/page', status: 404, heading: 'shell.nowhere.title' }],
  'access denied': () => [{ path: '/account/earnings/withdraw', status: 403, as: 'unproven', heading: 'earnings.title' }],
  'technical break': () => [{ path: '/break', status: 200, heading: '' }],
  'payment succeeded': () => [
    { path: `/orders/${waiting.id}/success`, status: 200, as: 'guest of the order', heading: 'order.return.success.title' },
    { path: `/orders/${waiting.id}/success`, status: 404, heading: 'shell.no_order.title' },
    { path: '/orders/k3v9x2m7q4k3v9x2m7q4/success', status: 404, heading: 'shell.no_order.title' },
  ],
  'payment failed': () => [
    { path: `/orders/${failed.id}/failure`, status: 200, as: 'guest of the order', heading: 'order.return.failure.title' },
  ],
};

const headingOf = (html: string): string => (/<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1] ?? '').replaceAll(/<[^>]*>/g, '');

describe.each(LOCALES)('every screen of the specification is there, %s', (locale) => {
  it.each(Object.keys(SCREENS))('%s', async (name) => {
    for (const { path, status, as, heading } of SCREENS[name]?.() ?? []) {
      const guest = path.includes(failed.id) ? failed : waiting;
      const cookies = {
        customer: customer.headers['cookie'] ?? '',
        unproven: unproven.headers['cookie'] ?? '',
        'guest of the order': await cookieOf(guest),
      };
      const headers = as === undefined ? {} : { cookie: cookies[as] };
      const answer = await fetch(`${app.url}${locale === 'ru' ? '' : '/en'}${path}`, { redirect: 'manual', headers });
      const html = await answer.text();
      expect([answer.status, headingOf(html)], `${path} as ${as ?? 'anybody'}`).toEqual([
        status,
        heading === '' ? expect.any(String) : textOf(locale, heading),
      ]);
    }
  });
});

it('every screen of the specification is covered', () => {
  const text = readFileSync('docs/specification.md', 'utf8');
  let left = text.slice(text.indexOf('\n## 2.') + '\n## 2. Screens'.length, text.indexOf('\n## 3.'));
  for (const name of Object.keys(SCREENS)) {
    expect(left, name).toContain(name);
    left = left.replace(name, '');
  }
  expect(left.replaceAll(/\b(?:and|Languages|default|ru|en|Addresses are open, but for the shell|The screens)\b/g, '')).not.toMatch(/\w/);
});
