import type { APIRequestContext } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { Locale } from '#core/locale.ts';
import routes from '#web/routes.ts';
import { makeOrder, pay, readOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, type Page, test } from './page-test.ts';
import { control, LOCALES } from './product.ts';
import { send, signUp } from './signed-calls.ts';
import { pathIn, wordsOf } from './words.ts';

/** Routes without a page: files, actions, redirects. */
const NO_PAGES = ['pair-facts', 'sign-out', 'manifest', 'faq-question'];
/** Pages of operators, partner programs or an unfinished sign-in: other tests open them. */
const ELSEWHERE = ['text-page', 'account-earnings-webhook', 'sign-in-factor'];
/** Pages opened by a signed-in user; a guest opens the others. */
const ACCOUNT_PAGES = /^(?:account-(?!deleted)|withdrawal$|new-email$)/;

const leaves = (entries: readonly RouteConfigEntry[]): readonly string[] =>
  entries.flatMap(({ id, file, children }) => (children === undefined ? [id ?? file] : leaves(children)));

const pagesIn = (locale: Locale): readonly string[] =>
  leaves(routes)
    .filter((id) => id.startsWith(`${locale}/`))
    .map((id) => id.slice(3))
    .filter((id) => ![...NO_PAGES, ...ELSEWHERE].includes(id));

/** An address of every page by the name of its route; `page` is signed in, `guest` has the tokens of the orders. */
async function addressesFor(page: Page, guest: APIRequestContext, locale: Locale): Promise<Readonly<Record<string, string>>> {
  const email = `titles-${locale}-${Date.now()}@example.org`;
  await signUp(page, email, locale);
  await control.earn(email, 500);
  const attributes = {
    purse: 'reward',
    amount: '4',
    payment_system_id: 'USDTTRC20',
    requisites: { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
  };
  const { id: withdrawal } = await send(page.request, 'POST /api/v1/payouts', { type: 'payouts', attributes, locale });
  const [done, open] = [await makeOrder(ROUBLES_TO_LITECOIN, locale), await makeOrder(ROUBLES_TO_LITECOIN, locale)];
  const elsewhere = await makeOrder({ from: 'WISEEUR', to: 'LTC', amount: '100' }, locale);
  await pay(done.id, 'exact');
  await expect.poll(async () => (await readOrder(done)).status, { timeout: 20_000 }).toBe('completed');
  for (const one of [done, open, elsewhere]) await guest.get(`/order/${one.id}?token=${one.token}`);
  const news = await (await guest.get(pathIn(locale, '/news'))).text();
  return {
    exchange: '/',
    'exchange-pair': '/exchange/ltc-sberrub',
    'order-continue': '/order/continue',
    system: '/systems/ltc',
    directions: '/directions',
    order: `/order/${open.id}`,
    'order-account': `/order/${open.id}/account`,
    'order-review': `/order/${done.id}/review`,
    'order-repeat': `/order/${done.id}/repeat`,
    'order-pay': `/order/${elsewhere.id}/pay`,
    'payment-return': `/orders/${open.id}/success`,
    withdrawal: `/withdrawal/${withdrawal}`,
    'withdrawal-confirm': `/withdrawal/${withdrawal}/confirm?token=none`,
    'withdrawal-stop': `/withdrawal/${withdrawal}/stop?token=none`,
    'receipt-check': `/receipt/verify/${done.id}?c=AAAA`,
    'sign-in': '/sign-in',
    disavow: '/not-me?token=none',
    'sign-up': '/sign-up',
    'reset-password': '/reset-password',
    'new-password': '/new-password?token=none',
    activate: '/activate?token=none',
    'new-email': '/new-email?token=none',
    'old-email': '/old-email?token=none',
    'not-mine': '/not-mine?token=none',
    'account-home': '/account',
    'account-cards': '/account/cards',
    'account-security': '/account/security',
    'account-orders': '/account/orders',
    'account-earnings-overview': '/account/earnings',
    'account-earnings-incomes': '/account/earnings/incomes',
    'account-earnings-rewards': '/account/earnings/rewards',
    'account-earnings-api': '/account/earnings/api',
    'account-earnings-webhooks': '/account/earnings/api/webhooks',
    'account-earnings-withdraw': '/account/earnings/withdraw',
    'account-wallets': '/account/wallets',
    'account-requests': '/account/requests',
    'account-letters': '/account/letters',
    'account-data': '/account/data',
    'account-settings': '/account/settings',
    'account-contacts': '/account/contacts',
    'account-deleted': '/account-deleted',
    'mail-off': '/mail/off?t=none',
    business: '/business',
    break: '/break',
    'reserve-request': '/reserve-request?to=LTC&from=SBERRUB&amount=5',
    'reserve-request-cancel': '/reserve-request/cancel?token=none',
    crypto: '/crypto',
    'crypto-coin': '/crypto/btc',
    referral: '/referral',
    about: '/about',
    reviews: '/reviews',
    support: '/support',
    news: '/news',
    'news-category': '/news/category/rates',
    'news-archive': /\/news\/archive\/\d+\/\d+/.exec(news)?.[0] ?? '',
    'news-item': '/news/how-rates-are-made',
    faq: '/faq',
    developers: '/developers',
    'developers-widget': '/developers/widget',
    nowhere: '/no/such/page',
  };
}

/** All titles of a document: one. */
async function titleAt(request: APIRequestContext, path: string): Promise<string> {
  const html = await (await request.get(path)).text();
  return [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title).join('\n');
}

for (const locale of LOCALES) {
  test(`${locale}: every page's title is unique and ends with the shop's name, once`, async ({ page, request }) => {
    const addresses = await addressesFor(page, request, locale);
    const shop = wordsOf(locale)('mail.house');
    const titles = new Map<string, string>();
    for (const id of pagesIn(locale)) {
      const path = addresses[id] ?? (id.startsWith('root-text-') ? `/${id.slice('root-text-'.length)}` : undefined);
      if (path === undefined) throw new Error(`the address of ${id} is not told to this test`);
      titles.set(id, await titleAt(ACCOUNT_PAGES.test(id) ? page.request : request, pathIn(locale, path)));
    }
    expect([...titles].filter(([, title]) => title.split(shop).length !== 2 || !title.endsWith(` — ${shop}`))).toEqual([]);
    const allTitles = [...titles.values()];
    expect([...titles].filter(([, title]) => allTitles.indexOf(title) !== allTitles.lastIndexOf(title))).toEqual([]);
  });
}
