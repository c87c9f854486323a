import { index, prefix, route, type RouteConfig, type RouteConfigEntry } from '@react-router/dev/routes';

/** The pages of one language; each route file serves both, so its id needs the language. */
const pages = (locale: string): RouteConfigEntry[] => [
  index('routes/exchange.tsx', { id: `${locale}/exchange` }),
  route('exchange/:from/:to', 'routes/exchange-pair.tsx', { id: `${locale}/exchange-pair` }),
  route('order/:id', 'routes/order.tsx', { id: `${locale}/order` }),
  route('orders/:id/:outcome', 'routes/payment-return.tsx', { id: `${locale}/payment-return` }),
  route('receipt/verify/:id', 'routes/receipt-check.tsx', { id: `${locale}/receipt-check` }),
  route('terms', 'routes/terms.tsx', { id: `${locale}/terms` }),
  route('*', 'routes/nowhere.tsx', { id: `${locale}/nowhere` }),
];

export default [...prefix('en', pages('en')), ...pages('ru')] satisfies RouteConfig;
