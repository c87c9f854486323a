import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';

/** The pages of one language; each route file serves both, so its id needs the language. */
const pages = (locale: string): RouteConfigEntry[] => [
  index('routes/exchange.tsx', { id: `${locale}/exchange` }),
  route('exchange/:from/:to', 'routes/exchange-pair.tsx', { id: `${locale}/exchange-pair` }),
  route('order/:id', 'routes/order.tsx', { id: `${locale}/order` }),
  route('order/:id/pay', 'routes/order-pay.tsx', { id: `${locale}/order-pay` }),
  route('orders/:id/:outcome', 'routes/payment-return.tsx', { id: `${locale}/payment-return` }),
  route('receipt/verify/:id', 'routes/receipt-check.tsx', { id: `${locale}/receipt-check` }),
  route('terms', 'routes/terms.tsx', { id: `${locale}/terms` }),
  route('manifest.webmanifest', 'routes/manifest.ts', { id: `${locale}/manifest` }),
  route('*', 'routes/nowhere.tsx', { id: `${locale}/nowhere` }),
];

/** Files that programs look for at fixed addresses, the same in every language. */
const files: RouteConfigEntry[] = [
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('.well-known/security.txt', 'routes/security-text.ts'),
  route('favicon.ico', 'routes/well-known-icon.ts', { id: 'favicon' }),
  route('apple-touch-icon.png', 'routes/well-known-icon.ts', { id: 'apple-touch-icon' }),
];

export default [...files, ...prefix('en', pages('en')), ...pages('ru')] satisfies RouteConfig;
