import { data, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { pairInSlug } from '#core/link/pair-path.ts';
import { createOrderAction } from '#web/exchange/create-order.ts';
import { ExchangeScreen, exchangeMeta } from '#web/exchange/ExchangePage.tsx';
import { loadExchange } from '#web/exchange/load-exchange.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { createOrderFromPage } from '#web/exchange/order-failure.ts';

await loadMessages('exchange');

export function loader(args: LoaderFunctionArgs) {
  const pair = pairInSlug(args.params['pair'] ?? '');
  if (pair === undefined) throw data(null, { status: 404 });
  const query = new URL(args.request.url).searchParams;
  return loadExchange(args, { ...pair, amount: query.get('amount'), get: query.get('get'), source: 'by_path' });
}

export const action = createOrderAction;
export const clientAction = createOrderFromPage;
export const shouldRevalidate = () => false;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => exchangeMeta(loaderData, location.pathname);

export default function ExchangePair() {
  return <ExchangeScreen loaded={useLoaderData<typeof loader>()} />;
}
