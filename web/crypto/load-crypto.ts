import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import {
  type CryptoDirectionAttributes,
  getCryptoChart,
  getCryptoInfo,
  listCryptoDirections,
  listTop10,
  listTop15,
} from '#contract/public/crypto-stats.ts';
import { type PaymentSystemAttributes, listPaymentSystems } from '#contract/public/payment-systems.ts';
import { readableSeries } from '#core/history/readable-series.ts';
import type { Locale } from '#core/locale.ts';
import { compare, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { type Coin, markOf } from './coins.ts';

/** The payment system at one side of a direction. */
interface DirectionSide {
  readonly id: string;
  readonly name: string;
  readonly kind: PaymentSystemAttributes['kind'];
  readonly network: string | null;
  readonly currency: string;
  readonly mark: PaymentSystemAttributes['mark'];
}

export interface CoinDirection {
  readonly from: DirectionSide;
  readonly to: DirectionSide;
  /** In the direction that reads better: units of `quote` for one `base`. */
  readonly rate: { readonly base: string; readonly text: string; readonly quote: string };
}

export interface DirectionList {
  readonly listed: readonly CoinDirection[];
  /** Number of directions not listed. */
  readonly moreCount: number;
  /** A payment system of the coin, for a link to the exchange form, where all its directions can be chosen. */
  readonly systemId: string | null;
}

/** Directions that give the coin, and those that get it. */
export interface Directions {
  readonly give: DirectionList;
  readonly get: DirectionList;
}

/** Enough to choose from, few enough to read. */
const MAX_LISTED = 12;

type Systems = ReadonlyMap<string, PaymentSystemAttributes>;

function sideOf(id: string, systems: Systems): DirectionSide | undefined {
  const system = systems.get(id);
  if (system === undefined) return undefined;
  const { name, kind, network, currency_iso_code: currency, mark } = system;
  return { id, name, kind, network, currency, mark };
}

interface PricedDirection extends CoinDirection {
  readonly exactRate: Fraction;
}

function directionOf(direction: CryptoDirectionAttributes, systems: Systems): PricedDirection | undefined {
  const from = sideOf(direction.income_payment_system_id, systems);
  const to = sideOf(direction.outcome_payment_system_id, systems);
  const exactRate = fractionFromDecimal(direction.rate);
  if (from === undefined || to === undefined || exactRate === undefined) return undefined;
  const { points, isInverse } = readableSeries([['', direction.rate]]);
  const [base, quote] = isInverse ? [to, from] : [from, to];
  return { from, to, exactRate, rate: { base: base.currency, text: points[0]?.rate ?? direction.rate, quote: quote.currency } };
}

/** The direction with the best rate. */
const bestOf = (directions: readonly PricedDirection[]): PricedDirection[] =>
  directions.toSorted((a, b) => compare(b.exactRate, a.exactRate)).slice(0, 1);

/** Lists up to 12 directions: fiat before crypto, and within each the best rate of every other system first. Those are then sorted by name. */
function selectDirections(directions: readonly PricedDirection[], coinSide: 'from' | 'to', collator: Intl.Collator): DirectionList {
  const otherSide = coinSide === 'from' ? 'to' : 'from';
  const best = [...Map.groupBy(directions, (direction) => direction[otherSide].id).values()].flatMap(bestOf);
  const rest = directions.filter((direction) => !best.includes(direction));
  const fiatFirst = (a: PricedDirection, b: PricedDirection) =>
    Number(a[otherSide].kind === 'crypto') - Number(b[otherSide].kind === 'crypto');
  const listed = [...best, ...rest]
    .toSorted(fiatFirst)
    .slice(0, MAX_LISTED)
    .toSorted((a, b) => fiatFirst(a, b) || collator.compare(a[otherSide].name, b[otherSide].name))
    .map(({ exactRate: _, ...direction }) => direction);
  return { listed, moreCount: directions.length - listed.length, systemId: directions[0]?.[coinSide].id ?? null };
}

/** The directions listed for a coin, out of all open ones. */
function chooseDirections(
  { symbol, locale }: { readonly symbol: string; readonly locale: Locale },
  directions: readonly CryptoDirectionAttributes[],
  systems: Systems,
): Directions {
  const collator = new Intl.Collator(locale, { numeric: true });
  const priced = directions.flatMap((direction) => directionOf(direction, systems) ?? []);
  return {
    give: selectDirections(
      priced.filter(({ from }) => from.currency === symbol),
      'from',
      collator,
    ),
    get: selectDirections(
      priced.filter(({ to }) => to.currency === symbol),
      'to',
      collator,
    ),
  };
}

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

/** Rows of the table without scripts, at most. */
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
