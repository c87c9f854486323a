import type { CryptoDirectionAttributes } from '#contract/crypto-stats.ts';
import type { PaymentSystemAttributes } from '#contract/payment-systems.ts';
import type { Locale } from '#core/locale.ts';
import { compare, type Fraction, fractionFromDecimal } from '#core/money/fraction.ts';
import { readableSeries } from '#core/history/shown-series.ts';

/** One side of a direction as it is shown. */
export interface ShownSide {
  readonly id: string;
  readonly name: string;
  readonly kind: PaymentSystemAttributes['kind'];
  readonly network: string | null;
  readonly currency: string;
  readonly mark: PaymentSystemAttributes['mark'];
}

export interface ShownDirection {
  readonly from: ShownSide;
  readonly to: ShownSide;
  /** In the direction in which it reads well: units of `unit` for one of `one`. */
  readonly rate: { readonly one: string; readonly text: string; readonly unit: string };
}

export interface SideOfCoin {
  readonly shown: readonly ShownDirection[];
  /** How many there are besides. */
  readonly more: number;
  /** A system of the coin that all of them can be seen from. */
  readonly system: string | null;
}

/** What the coin can be given for, and what it can be got for. */
export interface Directions {
  readonly give: SideOfCoin;
  readonly get: SideOfCoin;
}

/** Enough to choose from, few enough to read. */
const MOST_SHOWN = 12;

type Systems = ReadonlyMap<string, PaymentSystemAttributes>;

function sideOf(id: string, systems: Systems): ShownSide | undefined {
  const system = systems.get(id);
  if (system === undefined) return undefined;
  const { name, kind, network, currency_iso_code: currency, mark } = system;
  return { id, name, kind, network, currency, mark };
}

interface Priced extends ShownDirection {
  readonly exact: Fraction;
}

function directionOf(direction: CryptoDirectionAttributes, systems: Systems): Priced | undefined {
  const from = sideOf(direction.income_payment_system_id, systems);
  const to = sideOf(direction.outcome_payment_system_id, systems);
  const exact = fractionFromDecimal(direction.rate);
  if (from === undefined || to === undefined || exact === undefined) return undefined;
  const { points, isInverse } = readableSeries([['', direction.rate]]);
  const [one, unit] = isInverse ? [to, from] : [from, to];
  return { from, to, exact, rate: { one: one.currency, text: points[0]?.rate ?? direction.rate, unit: unit.currency } };
}

/** The best rate for each of the others first, then what else there is; money before other coins. What is shown of it stands by name. */
function chosen(directions: readonly Priced[], own: 'from' | 'to', inOrder: Intl.Collator): SideOfCoin {
  const other = own === 'from' ? 'to' : 'from';
  const best = [...Map.groupBy(directions, (one) => one[other].id).values()].flatMap(
    (group) => group.toSorted((a, b) => compare(b.exact, a.exact))[0] ?? [],
  );
  const rest = directions.filter((one) => !best.includes(one));
  const byMoney = (a: Priced, b: Priced) => Number(a[other].kind === 'crypto') - Number(b[other].kind === 'crypto');
  const shown = [...best, ...rest]
    .toSorted(byMoney)
    .slice(0, MOST_SHOWN)
    .toSorted((a, b) => byMoney(a, b) || inOrder.compare(a[other].name, b[other].name))
    .map(({ exact: _, ...direction }) => direction);
  return { shown, more: directions.length - shown.length, system: directions[0]?.[own].id ?? null };
}

/** What is shown of a coin's directions, out of all that are open. */
export function chooseDirections(
  { symbol, locale }: { readonly symbol: string; readonly locale: Locale },
  told: readonly CryptoDirectionAttributes[],
  systems: Systems,
): Directions {
  const inOrder = new Intl.Collator(locale, { numeric: true });
  const all = told.flatMap((direction) => directionOf(direction, systems) ?? []);
  return {
    give: chosen(
      all.filter(({ from }) => from.currency === symbol),
      'from',
      inOrder,
    ),
    get: chosen(
      all.filter(({ to }) => to.currency === symbol),
      'to',
      inOrder,
    ),
  };
}
