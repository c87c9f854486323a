import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getCryptoChart, getCryptoInfo, listCryptoDirections, listTop10, listTop15 } from '#contract/public/crypto-stats.ts';
import { listPaymentSystems, type PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { type Coin, markOf } from './coins.ts';
import { chooseDirections, type Directions } from './directions.ts';

const transportOf = ({ request, context }: LoaderFunctionArgs) => {
  const { api } = context.get(siteContext);
  return api(localeOf(new URL(request.url).pathname));
};

const unavailable = () => data(null, { status: 503 });

/** The largest coins; empty before the first figures arrive. */
export async function loadCoins(args: LoaderFunctionArgs): Promise<{ readonly coins: readonly Coin[] }> {
  const transport = transportOf(args);
  const [listed, systems] = await Promise.all([call(listTop15, {}, transport), call(listPaymentSystems, {}, transport)]);
  if (!listed.ok || !systems.ok) throw unavailable();
  return { coins: listed.data.map(({ attributes }) => ({ ...attributes, mark: markOf(attributes.symbol, systems.data) })) };
}

export interface CoinPage {
  readonly coin: Coin;
  readonly directions: Directions;
  /** Prices of a day for the table without scripts, newest first. */
  readonly day: readonly (readonly [at: string, price: string])[];
  /** The largest coins, without this one. */
  readonly others: readonly { readonly symbol: string; readonly name: string; readonly change: string | null }[];
  /** When the rates of the directions were taken. */
  readonly ratesAt: string;
}

/** Rows of that table, at most. */
const DAY_ROWS = 24;

function thinOut<T>(items: readonly T[], maxItems: number): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / maxItems));
  return items.filter((_, i) => i % step === 0);
}

/** A coin with its day and its directions. Addresses are in lower case; any case is accepted. */
export async function loadCoin(args: LoaderFunctionArgs): Promise<CoinPage> {
  const transport = transportOf(args);
  const params = { id: args.params['symbol'] ?? '' };
  const locale = localeOf(new URL(args.request.url).pathname);
  const [info, chart, directions, systems, top] = await Promise.all([
    call(getCryptoInfo, { params }, transport),
    call(getCryptoChart, { params, query: { period: 'day' } }, transport),
    call(listCryptoDirections, { params }, transport),
    call(listPaymentSystems, {}, transport),
    call(listTop10, {}, transport),
  ]);
  if (!info.ok && info.status === 404) throw data(null, { status: 404 });
  if (!info.ok || !systems.ok) throw unavailable();
  // The API also takes the id of a payment system; only a coin's symbol is an address
  if (info.data.id !== params.id.toUpperCase()) throw data(null, { status: 404 });
  const bySystem = new Map(systems.data.map(({ id, attributes }): [string, PaymentSystemAttributes] => [id, attributes]));
  return {
    coin: { ...info.data.attributes, mark: markOf(info.data.id, systems.data) },
    directions: chooseDirections(
      { symbol: info.data.id, locale },
      directions.ok ? directions.data.map(({ attributes }) => attributes) : [],
      bySystem,
    ),
    day: chart.ok ? thinOut(chart.data.attributes.points.toReversed(), DAY_ROWS) : [],
    others: (top.ok ? top.data : []).flatMap(({ id, attributes: { symbol, name, change_24h: change } }) =>
      id === info.data.id ? [] : [{ symbol, name, change }],
    ),
    ratesAt: new Date().toISOString(),
  };
}
