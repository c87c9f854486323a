import { randomUUID } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { Locale } from '#core/locale.ts';
import { knock, signIn, signInByCall, rowOf, headingOf } from './office-page.ts';
import { expectStatus, makeOrder, type Made, openOrder, pay, ROUBLES_TO_LITECOIN, type Scenario, type Status } from './order.ts';
import { expect, type Page, untilRunning } from './page-test.ts';
import { control, CUSTOMER, OWNER } from './product.ts';
import { pathIn, wordsOf } from './words.ts';

/** One kind of page, and how to open it. */
export interface Screen {
  readonly name: string;
  readonly open: (context: BrowserContext, locale: Locale) => Promise<Page>;
}

const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

async function openSite(context: BrowserContext, locale: Locale, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(pathIn(locale, path));
  await untilRunning(page);
  return page;
}

const site = (name: string, path: string, title: string | null): Screen => ({
  name,
  async open(context, locale) {
    const page = await openSite(context, locale, path);
    if (title !== null) await heading(page, wordsOf(locale)(title));
    return page;
  },
});

/** A page of crypto statistics, once the demo mode has generated them. */
const crypto = (name: string, path: string, title: string | null): Screen => ({
  name,
  async open(context, locale) {
    const readTopCoins = async () =>
      ((await (await context.request.get('/api/v1/crypto_stats/top_10')).json()) as { data: unknown[] }).data;
    await expect.poll(readTopCoins).toHaveLength(10);
    return site(name, path, title).open(context, locale);
  },
});

interface Turn {
  readonly status: Status;
  readonly scenario?: Scenario;
  readonly act?: (page: Page, locale: Locale, made: Made) => Promise<void>;
}

const press = (key: string) => async (page: Page, locale: Locale) =>
  page.getByRole('button', { name: wordsOf(locale)(key), exact: true }).click();

/** An order brought to a state. */
const order = ({ status, scenario, act }: Turn): Screen => ({
  name: `order ${status}`,
  async open(context, locale) {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const page = await context.newPage();
    await openOrder(page, made, locale);
    if (scenario !== undefined) await pay(made.id, scenario);
    await act?.(page, locale, made);
    await expectStatus(page, locale, status);
    return page;
  },
});

/** The return page of a provider, before the payment is known. */
const returned = (outcome: 'success' | 'failure'): Screen => ({
  name: `payment ${outcome}`,
  async open(context, locale) {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    const page = await context.newPage();
    await openOrder(page, made, locale);
    await expectStatus(page, locale, 'awaiting_payment');
    await page.goto(pathIn(locale, `/orders/${made.id}/${outcome}`));
    await heading(page, wordsOf(locale)(`order.return.${outcome === 'success' ? 'success' : 'unfinished'}.title`));
    await untilRunning(page);
    return page;
  },
});

const office = (name: string, arrive: (page: Page, locale: Locale) => Promise<void>): Screen => ({
  name: `office ${name}`,
  async open(context, locale) {
    const page = await signIn(context, OWNER);
    await arrive(page, locale);
    return page;
  },
});

/** An account page of a new user whose e-mail address is not verified. */
const account = (name: string, path: string, title: string): Screen => ({
  name: `account ${name}`,
  async open(context, locale) {
    const password = 'Correct horse 1';
    const page = await context.newPage();
    const made = await page.request.post('/api/v1/users', {
      headers: { 'content-type': 'application/vnd.api+json', 'site-locale': locale },
      data: JSON.stringify({ email: `${randomUUID()}@example.org`, password, password_confirmation: password, accept_terms: true }),
    });
    expect(made.status()).toBe(201);
    await page.goto(pathIn(locale, path));
    await untilRunning(page);
    await heading(page, wordsOf(locale)(title));
    return page;
  },
});

/** A page of an account in use; its contents depend on earlier tests. */
const accountScreen = (name: string, path: string): Screen => ({
  name: `account ${name}`,
  async open(context, locale) {
    await signInByCall(context, CUSTOMER);
    const page = await openSite(context, locale, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(pathIn(locale, path));
    return page;
  },
});

/** Every kind of page. */
export const SCREENS: readonly Screen[] = [
  site('home', '/', null),
  site('home with errors', '/exchange/ltc-xrp?amount=0.0001', null),
  site('no such pair', '/exchange/sberrub-tcsbrub', null),
  site('who we are', '/about', 'content.about.title'),
  site('a payment system', '/systems/xrp', null),
  site('directions', '/directions?q=xrp', 'pairs.directions.title'),
  site('questions', '/faq', 'content.faq.title'),
  site('questions, nothing found', '/faq?q=zzzzzzzz', 'content.faq.title'),
  site('news', '/news', 'content.news.title'),
  site('a piece of news', '/news/how-rates-are-made', null),
  site('privacy', '/privacy', null),
  site('terms', '/terms', 'shell.footer.terms'),
  site('referral programme', '/referral', 'earnings.programme.title'),
  crypto('coins', '/crypto', 'crypto.title'),
  crypto('a coin', '/crypto/usdt', null),
  site('developers', '/developers', 'developers.title'),
  site('widget builder', '/developers/widget', 'developers.widget.title'),
  site('business', '/business', 'business.title'),
  site('reviews', '/reviews', 'reviews.title'),
  site('support', '/support', 'chat.title'),
  site('reserve request', '/reserve-request?to=LTC&from=SBERRUB&amount=5', 'reserve_request.title'),
  site('technical break', '/break', null),
  site('sign-in', '/sign-in?next=/account', 'account.sign_in.title'),
  site('sign-up', '/sign-up', 'account.sign_up.title'),
  site('reset password', '/reset-password?sent=1', 'account.reset.title'),
  site('new password, dead link', '/new-password?token=none', 'account.new_password.dead'),
  site('old e-mail', '/old-email?token=none', 'account.old_email.title'),
  account('home', '/account', 'account.home.title'),
  account('settings', '/account/settings', 'account.settings.title'),
  account('contacts', '/account/contacts', 'account.contacts.title'),
  account('earnings', '/account/earnings', 'earnings.title'),
  account('rewards', '/account/earnings/rewards', 'earnings.title'),
  account('withdrawal before the address is proven', '/account/earnings/withdraw', 'earnings.title'),
  account('API', '/account/earnings/api', 'earnings.title'),
  account('webhooks', '/account/earnings/api/webhooks', 'earnings.title'),
  site('not found', '/no/such/page', 'shell.nowhere.title'),
  site('order without its key', '/order/k3v9x2m7q4k3v9x2m7q4', 'shell.no_order.title'),
  returned('success'),
  returned('failure'),
  site("payment success of nobody's order", '/orders/k3v9x2m7q4k3v9x2m7q4/success', 'shell.no_order.title'),
  site('receipt check, wrong', '/receipt/verify/k3v9x2m7q4k3v9x2m7q4?c=AAAA', 'content.receipt.wrong'),
  site('order by a code', '/order/continue', 'order.handover.here_title'),
  site('not me', '/not-me?token=x', 'security.disavow.title'),
  site('not my account', '/not-mine?token=x', 'account.not_mine.title'),
  accountScreen('orders', '/account/orders'),
  accountScreen('wallets', '/account/wallets'),
  accountScreen('cards', '/account/cards'),
  accountScreen('requests', '/account/requests'),
  accountScreen('letters', '/account/letters'),
  accountScreen('data', '/account/data'),
  accountScreen('security', '/account/security'),
  {
    name: 'picker',
    async open(context, locale) {
      const page = await openSite(context, locale, '/');
      await page.getByRole('button', { name: wordsOf(locale)('exchange.outcome.choose') }).click();
      await expect(page.getByRole('option').first()).toBeVisible();
      return page;
    },
  },
  {
    name: 'support beside a page',
    async open(context, locale) {
      const t = wordsOf(locale);
      const page = await openSite(context, locale, '/faq');
      await page
        .locator('body > aside > a')
        .filter({ hasText: t('shell.chat') })
        .click();
      const panel = page.getByRole('dialog', { name: t('chat.title') });
      await expect(panel.getByRole('textbox', { name: t('chat.message') })).toBeVisible();
      return page;
    },
  },
  order({ status: 'awaiting_payment' }),
  order({ status: 'payment_claimed', act: press('order.claim_payment') }),
  order({ status: 'requote', scenario: 'short' }),
  order({ status: 'completed', scenario: 'exact' }),
  order({ status: 'payment_failed', scenario: 'decline' }),
  {
    name: 'a review',
    async open(context, locale) {
      const t = wordsOf(locale);
      const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      const page = await context.newPage();
      await openOrder(page, made, locale);
      await pay(made.id, 'exact');
      await expectStatus(page, locale, 'completed');
      await page.goto(pathIn(locale, `/order/${made.id}/review?rating=4`));
      await untilRunning(page);
      await heading(page, t('reviews.own.title'));
      return page;
    },
  },
  order({ status: 'expired', act: async (_page, _locale, { id }) => control.endTime(id) }),
  {
    name: 'test bank',
    async open(context, locale) {
      const { id } = await makeOrder(ROUBLES_TO_LITECOIN, locale);
      const page = await context.newPage();
      await page.goto(`/sandbox/pay/${id}?lang=${locale}`);
      await page.getByRole('button', { name: wordsOf(locale)('sandbox.scenario.short.name') }).click();
      await expect(page.getByRole('status')).toBeVisible();
      return page;
    },
  },
  {
    name: 'office sign-in',
    async open(context, locale) {
      const page = await context.newPage();
      await page.goto('/office');
      await heading(page, wordsOf(locale)('office.sign_in.title'));
      return page;
    },
  },
  {
    name: 'office denied',
    async open(context, locale) {
      const page = await knock(context, locale, CUSTOMER);
      await heading(page, wordsOf(locale)('office.denied.title'));
      return page;
    },
  },
  office('queue', async (page, locale) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await page.goto('/office?view=all');
    await expect(rowOf(page, made.id)).toBeVisible();
  }),
  office('order', async (page, locale) => {
    const made = await makeOrder(ROUBLES_TO_LITECOIN, locale);
    await pay(made.id, 'short');
    await page.goto(`/office/orders/${made.id}`);
    await expect(headingOf(page, made.id)).toBeVisible();
    await expect(page.getByText(wordsOf(locale)('office.status.requote')).first()).toBeVisible();
  }),
];
