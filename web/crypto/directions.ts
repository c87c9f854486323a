import type { CryptoDirectionAttributes } from '#contract/public/crypto-stats.ts';
import type { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import type { Locale } from '#core/locale.ts';
import { compare, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { readableSeries } from '#core/history/readable-series.ts';

/** The payment system at one side of a direction. */
export interface DirectionSide {
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
  /** A payment system of the coin; the exchange form opened with it offers all of them. */
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

/** Lists the best rate of each other system first, then the rest, money before coins; those listed are sorted by name. */
function selectDirections(directions: readonly PricedDirection[], coinSide: 'from' | 'to', collator: Intl.Collator): DirectionList {
  const otherSide = coinSide === 'from' ? 'to' : 'from';
  const best = [...Map.groupBy(directions, (one) => one[otherSide].id).values()].flatMap(
    (group) => group.toSorted((a, b) => compare(b.exactRate, a.exactRate))[0] ?? [],
  );
  const rest = directions.filter((one) => !best.includes(one));
  const moneyFirst = (a: PricedDirection, b: PricedDirection) =>
    Number(a[otherSide].kind === 'crypto') - Number(b[otherSide].kind === 'crypto');
  const listed = [...best, ...rest]
    .toSorted(moneyFirst)
    .slice(0, MAX_LISTED)
    .toSorted((a, b) => moneyFirst(a, b) || collator.compare(a[otherSide].name, b[otherSide].name))
    .map(({ exactRate: _, ...direction }) => direction);
  return { listed, moreCount: directions.length - listed.length, systemId: directions[0]?.[coinSide].id ?? null };
}

/** The directions listed for a coin, out of all open ones. */
export function chooseDirections(
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
