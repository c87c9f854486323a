import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router';
import { visitIn } from '#contract/visit-cookies.ts';
import { createOrderAction } from '#web/exchange/create-order.ts';
import { ExchangeScreen, exchangeMeta } from '#web/exchange/ExchangePage.tsx';
import { loadExchange } from '#web/exchange/load-exchange.ts';
import { loadMessages } from '#web/i18n/load-messages.ts';
import { createOrderFromPage } from '#web/exchange/order-failure.ts';

await loadMessages('exchange');

export function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const request = {
    // Rate monitors write `cur_from` and `cur_to`
    from: query.get('from') ?? query.get('cur_from'),
    to: query.get('to') ?? query.get('cur_to'),
    amount: query.get('amount'),
    get: query.get('get'),
  };
  if (Object.values(request).some((value) => value !== null)) return loadExchange(args, { ...request, source: 'by_query' });
  return loadExchange(args, { ...request, ...visitIn(args.request.headers.get('cookie')), source: 'by_visit' });
}

export const action = createOrderAction;
export const clientAction = createOrderFromPage;
/** The form renews its own quote. */
export const shouldRevalidate = () => false;
export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => exchangeMeta(loaderData, location.pathname);

export default function Exchange() {
  return <ExchangeScreen loaded={useLoaderData<typeof loader>()} />;
}
