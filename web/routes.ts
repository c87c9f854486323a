import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';
import { ROOT_PAGES } from './content/text-paths.ts';

/** The pages of earnings, inside their frame; one entry for each tab of `web/earnings/tabs.ts`. */
const earnings = (locale: string): RouteConfigEntry[] => [
  index('routes/account-earnings-overview.tsx', { id: `${locale}/account-earnings-overview` }),
  route('incomes', 'routes/account-earnings-incomes.tsx', { id: `${locale}/account-earnings-incomes` }),
  route('rewards', 'routes/account-earnings-rewards.tsx', { id: `${locale}/account-earnings-rewards` }),
  route('api', 'routes/account-earnings-api.tsx', { id: `${locale}/account-earnings-api` }),
  route('api/webhooks', 'routes/account-earnings-webhooks.tsx', { id: `${locale}/account-earnings-webhooks` }),
  route('api/webhooks/:id', 'routes/account-earnings-webhook.tsx', { id: `${locale}/account-earnings-webhook` }),
  route('withdraw', 'routes/account-earnings-withdraw.tsx', { id: `${locale}/account-earnings-withdraw` }),
];

/** The pages of the account, inside its frame; one entry for each of `web/account/account-pages.ts`. */
const account = (locale: string): RouteConfigEntry[] => [
  index('routes/account-home.tsx', { id: `${locale}/account-home` }),
  route('cards', 'routes/account-cards.tsx', { id: `${locale}/account-cards` }),
  route('security', 'routes/account-security.tsx', { id: `${locale}/account-security` }),
  route('orders', 'routes/account-orders.tsx', { id: `${locale}/account-orders` }),
  route('earnings', 'routes/account-earnings.tsx', { id: `${locale}/account-earnings` }, earnings(locale)),
  route('wallets', 'routes/account-wallets.tsx', { id: `${locale}/account-wallets` }),
  route('requests', 'routes/account-requests.tsx', { id: `${locale}/account-requests` }),
  route('letters', 'routes/account-letters.tsx', { id: `${locale}/account-letters` }),
  route('data', 'routes/account-data.tsx', { id: `${locale}/account-data` }),
  route('settings', 'routes/account-settings.tsx', { id: `${locale}/account-settings` }),
  route('contacts', 'routes/account-contacts.tsx', { id: `${locale}/account-contacts` }),
];

/** The pages of one language; each route file serves both, so its id needs the language. */
const pages = (locale: string): RouteConfigEntry[] => [
  index('routes/exchange.tsx', { id: `${locale}/exchange` }),
  route('exchange/:pair', 'routes/exchange-pair.tsx', { id: `${locale}/exchange-pair` }),
  route('order/continue', 'routes/order-continue.tsx', { id: `${locale}/order-continue` }),
  route('exchange/:pair/facts', 'routes/pair-facts.ts', { id: `${locale}/pair-facts` }),
  route('systems/:code', 'routes/system.tsx', { id: `${locale}/system` }),
  route('directions', 'routes/directions.tsx', { id: `${locale}/directions` }),
  route('order/:id', 'routes/order.tsx', { id: `${locale}/order` }),
  route('order/:id/account', 'routes/order-account.tsx', { id: `${locale}/order-account` }),
  route('order/:id/review', 'routes/order-review.tsx', { id: `${locale}/order-review` }),
  route('order/:id/repeat', 'routes/order-repeat.tsx', { id: `${locale}/order-repeat` }),
  route('withdrawal/:id', 'routes/withdrawal.tsx', { id: `${locale}/withdrawal` }),
  route('withdrawal/:id/confirm', 'routes/withdrawal-confirm.tsx', { id: `${locale}/withdrawal-confirm` }),
  route('withdrawal/:id/stop', 'routes/withdrawal-stop.tsx', { id: `${locale}/withdrawal-stop` }),
  route('order/:id/pay', 'routes/order-pay.tsx', { id: `${locale}/order-pay` }),
  route('orders/:id/:outcome', 'routes/payment-return.tsx', { id: `${locale}/payment-return` }),
  route('receipt/verify/:id', 'routes/receipt-check.tsx', { id: `${locale}/receipt-check` }),
  route('sign-in', 'routes/sign-in.tsx', { id: `${locale}/sign-in` }),
  route('sign-in/factor', 'routes/sign-in-factor.tsx', { id: `${locale}/sign-in-factor` }),
  route('not-me', 'routes/disavow.tsx', { id: `${locale}/disavow` }),
  route('sign-up', 'routes/sign-up.tsx', { id: `${locale}/sign-up` }),
  route('sign-out', 'routes/sign-out.ts', { id: `${locale}/sign-out` }),
  route('reset-password', 'routes/reset-password.tsx', { id: `${locale}/reset-password` }),
  route('new-password', 'routes/new-password.tsx', { id: `${locale}/new-password` }),
  route('new-email', 'routes/new-email.tsx', { id: `${locale}/new-email` }),
  route('old-email', 'routes/old-email.tsx', { id: `${locale}/old-email` }),
  route('not-mine', 'routes/not-mine.tsx', { id: `${locale}/not-mine` }),
  route('activate', 'routes/activate.tsx', { id: `${locale}/activate` }),
  route('account', 'routes/account.tsx', { id: `${locale}/account` }, account(locale)),
  route('account-deleted', 'routes/account-deleted.tsx', { id: `${locale}/account-deleted` }),
  route('mail/off', 'routes/mail-off.tsx', { id: `${locale}/mail-off` }),
  route('business', 'routes/business.tsx', { id: `${locale}/business` }),
  route('break', 'routes/break.tsx', { id: `${locale}/break` }),
  route('reserve-request', 'routes/reserve-request.tsx', { id: `${locale}/reserve-request` }),
  route('reserve-request/cancel', 'routes/reserve-request-cancel.tsx', { id: `${locale}/reserve-request-cancel` }),
  route('crypto', 'routes/crypto.tsx', { id: `${locale}/crypto` }),
  route('crypto/:symbol', 'routes/crypto-coin.tsx', { id: `${locale}/crypto-coin` }),
  route('referral', 'routes/referral.tsx', { id: `${locale}/referral` }),
  route('about', 'routes/about.tsx', { id: `${locale}/about` }),
  route('reviews', 'routes/reviews.tsx', { id: `${locale}/reviews` }),
  route('support', 'routes/support.tsx', { id: `${locale}/support` }),
  ...ROOT_PAGES.map((page) => route(page, 'routes/root-text.tsx', { id: `${locale}/root-text-${page}` })),
  route('pages/:slug', 'routes/text-page.tsx', { id: `${locale}/text-page` }),
  route('news', 'routes/news.tsx', { id: `${locale}/news` }),
  route('news/category/:category', 'routes/news-category.tsx', { id: `${locale}/news-category` }),
  route('news/archive/:year/:month', 'routes/news-archive.tsx', { id: `${locale}/news-archive` }),
  route('news/:slug', 'routes/news-item.tsx', { id: `${locale}/news-item` }),
  route('faq', 'routes/faq.tsx', { id: `${locale}/faq` }),
  route('faq/:slug', 'routes/faq-question.tsx', { id: `${locale}/faq-question` }),
  route('developers', 'routes/developers.tsx', { id: `${locale}/developers` }),
  route('developers/widget', 'routes/developers-widget.tsx', { id: `${locale}/developers-widget` }),
  route('manifest.webmanifest', 'routes/manifest.ts', { id: `${locale}/manifest` }),
  route('*', 'routes/nowhere.tsx', { id: `${locale}/nowhere` }),
];

/** Files that clients request at fixed URLs, the same in every language. */
const files: RouteConfigEntry[] = [
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('.well-known/security.txt', 'routes/security-text.ts'),
  route('favicon.ico', 'routes/well-known-icon.ts', { id: 'favicon' }),
  route('apple-touch-icon.png', 'routes/well-known-icon.ts', { id: 'apple-touch-icon' }),
];

const english = prefix('en', pages('en'));

/** Both languages of a page are neighbours, so that the list of routes sent to the browser compresses to two thirds. */
export default [...files, ...pages('ru').flatMap((page, i) => [page, ...english.slice(i, i + 1)])] satisfies RouteConfig;
