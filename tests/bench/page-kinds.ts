import { setTimeout } from 'node:timers/promises';
import { createApi, JSON_API } from '#tests/make/call-api.ts';
import { order } from '#tests/make/customer.ts';

/** One kind of page that a visitor or a search engine reaches. */
export interface PageKind {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A private or empty page: excluded from search engines. */
  readonly isHidden?: true;
  /** A page with a status of 404 or 503. */
  readonly isMissing?: true;
  /** Embedded in other sites' pages, with its own scripts. */
  readonly isFramed?: true;
}

const NOBODYS = 'k3v9x2m7q4k3v9x2m7q4';

const open = (name: string, path: string): PageKind => ({ name, path });
const hidden = (name: string, path: string): PageKind => ({ name, path, isHidden: true });
const missing = (name: string, path: string): PageKind => ({ name, path, isHidden: true, isMissing: true });

const OPEN_TO_ALL: readonly PageKind[] = [
  open('home', '/'),
  open('pair', '/exchange/btc-sberrub'),
  open('a payment system', '/systems/usdttrc20'),
  open('directions', '/directions'),
  open('who we are', '/about'),
  open('terms', '/terms'),
  open('contacts', '/contacts'),
  open('how we work', '/how-we-work'),
  open('questions', '/faq'),
  open('a question', '/faq/registration'),
  open('news', '/news'),
  open('news of a category', '/news/category/rates'),
  open('a piece of news', '/news/how-rates-are-made'),
  open('referral programme', '/referral'),
  open('business', '/business'),
  open('reviews', '/reviews'),
  open('developers', '/developers'),
  open('widget builder', '/developers/widget'),
  open('coins', '/crypto'),
  open('a coin', '/crypto/btc'),
  open('pair with an amount', '/exchange/btc-sberrub?amount=0.05'),
  { ...hidden('widget', '/widget'), isFramed: true },
  hidden('technical break', '/break'),
  hidden('support', '/support'),
  hidden('reserve request', '/reserve-request?to=LTC&from=SBERRUB&amount=5'),
  hidden('receipt check', `/receipt/verify/${NOBODYS}?c=AAAA`),
  hidden('order by a code', '/order/continue'),
  hidden('sign in', '/sign-in'),
  hidden('sign up', '/sign-up'),
  hidden('forgotten password', '/reset-password'),
  hidden('new password', '/new-password?token=none'),
  missing('no such page', '/no/such/page'),
];

const ACCOUNT = [
  '',
  '/orders',
  '/cards',
  '/wallets',
  '/requests',
  '/settings',
  '/security',
  '/letters',
  '/data',
  '/contacts',
  '/earnings',
  '/earnings/incomes',
  '/earnings/rewards',
  '/earnings/withdraw',
  '/earnings/api',
  '/earnings/api/webhooks',
];

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');

/** Follows the mailed confirmation link in the browser that signed up; its session stays valid. The server sends e-mails in the background. */
async function proveAddress(url: string, email: string, headers: { readonly cookie: string }): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- polls until the e-mail has arrived
    const emails = await (await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(email)}`)).text();
    const token = /\/activate\?token=([\w-]+)/.exec(emails)?.[1];
    if (token !== undefined) {
      // oxlint-disable-next-line no-await-in-loop -- once
      await createApi(url).call('PUT', '/api/v1/users/activate', { type: 'users', attributes: { token }, headers });
      return;
    }
    // oxlint-disable-next-line no-await-in-loop -- a pause between attempts
    await setTimeout(200);
  }
  throw new Error('no letter of activation came');
}

/** Account pages of a new user with a verified e-mail address. */
async function accountPages(url: string): Promise<readonly PageKind[]> {
  const password = 'Trays-and-slips-for-2026';
  const email = `measured-${Date.now()}@example.org`;
  const attributes = { email, password, password_confirmation: password, accept_terms: true };
  const signedUp = await fetch(`${url}/api/v1/users`, { method: 'POST', headers: JSON_API, body: JSON.stringify(attributes) });
  const headers = { cookie: cookiesOf(signedUp) };
  await proveAddress(url, email, headers);
  return ACCOUNT.map((place) => ({ ...hidden(`account${place}`, `/account${place}`), headers }));
}

/** An order's page, and the one after its payment, for the browser with its token. */
async function orderPages(url: string): Promise<readonly PageKind[]> {
  const { id, token } = await order(createApi(url), { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' });
  const opened = await fetch(`${url}/order/${id}?token=${token}`, { redirect: 'manual' });
  const headers = { cookie: cookiesOf(opened) };
  return [
    { ...hidden('order', `/order/${id}`), headers },
    { ...hidden('after a payment', `/orders/${id}/success`), headers },
  ];
}

/** Every kind of page of a running shop; creates the order and the account shown on them. */
export const pageKinds = async (url: string): Promise<readonly PageKind[]> => [
  ...OPEN_TO_ALL,
  ...(await orderPages(url)),
  ...(await accountPages(url)),
];

/** The address of a page in a language, by its prefix; a frame gets its language in a query. */
export function addressOf(url: string, { path, isFramed }: PageKind, prefix: '' | '/en'): string {
  if (isFramed === true) return `${url}${path}${prefix === '' ? '' : '?lang=en'}`;
  return `${url}${prefix}${path === '/' && prefix !== '' ? '' : path}`;
}
