import { lighthouseOf } from '#tests/make/lighthouse.ts';
import { createApi, JSON_API } from '#tests/make/call-api.ts';
import { order } from '#tests/make/customer.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { line } from './line.ts';

const LOCALES = ['', '/en'];
const NOBODYS = 'k3v9x2m7q4k3v9x2m7q4';

interface Page {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PAGES: readonly Page[] = [
  { name: 'home', path: '/' },
  { name: 'pair', path: '/exchange/BTC/SBERRUB?amount=0.05' },
  { name: 'terms', path: '/terms' },
  { name: 'developers', path: '/developers' },
  { name: 'widget builder', path: '/developers/widget' },
  { name: 'widget', path: '/widget' },
  { name: 'coins', path: '/crypto' },
  { name: 'a coin', path: '/crypto/btc' },
  { name: 'after a payment', path: `/orders/${NOBODYS}/success` },
  { name: 'receipt check', path: `/receipt/verify/${NOBODYS}?c=AAAA` },
  { name: 'sign in', path: '/sign-in' },
  { name: 'sign up', path: '/sign-up' },
  { name: 'forgotten password', path: '/reset-password' },
];
const PLACES = ['', '/orders', '/cards', '/wallets', '/settings', '/security', '/letters', '/data', '/contacts'];

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ');

/** The pages of an account for somebody who has just signed up. */
async function accountPages(url: string): Promise<readonly Page[]> {
  const password = 'Trays-and-slips-for-2026';
  const attributes = { email: 'measured@example.org', password, password_confirmation: password, accept_terms: true };
  const signedUp = await fetch(`${url}/api/v1/users`, { method: 'POST', headers: JSON_API, body: JSON.stringify(attributes) });
  const headers = { cookie: cookiesOf(signedUp) };
  return PLACES.map((place) => ({ name: `account${place}`, path: `/account${place}`, headers }));
}

/** An order's page for the browser that holds its key. */
async function orderPage(url: string): Promise<Page> {
  const { id, token } = await order(createApi(url), { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' });
  const opened = await fetch(`${url}/order/${id}?token=${token}`, { redirect: 'manual' });
  return { name: 'order', path: `/order/${id}`, headers: { cookie: cookiesOf(opened) } };
}

/** G1, G3: Lighthouse on a simulated telephone, every page kind in both languages, the median of three visits each. */
export async function benchLighthouse(): Promise<void> {
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  try {
    for (const { name, path, headers } of [...PAGES, await orderPage(app.url), ...(await accountPages(app.url))])
      for (const locale of LOCALES) {
        const scores = await lighthouseOf(
          `${app.url}${locale}${path === '/' && locale !== '' ? '' : path}`,
          headers === undefined ? {} : { headers },
        );
        const { performance, accessibility, bestPractices, seo, lcp, tbt, cls, findings } = scores;
        line(
          `Lighthouse: ${name}, ${locale === '' ? 'ru' : 'en'}`,
          [performance, accessibility, bestPractices, seo].join(' / '),
          `LCP ${(lcp / 1_000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}  goal: 98 / 100 / 100 / 100; 1.2 s, 100 ms, 0.02  ${findings.join(' ')}`.trim(),
        );
      }
  } finally {
    await app.stop();
    removeFolder(folder);
  }
}
