import type { RateGridAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { deviationPercent } from '#core/money/percent.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { findAllDirections } from '#server/payment-systems/find-catalogue.ts';

type GridDeps = Pick<Deps, 'db' | 'catalogue' | 'quotes'>;
type Row = RateGridAttributes['rows'][number];

const minor = (amount: bigint | null): string | null => (amount === null ? null : String(amount));

function ratesOf({ quotes }: Pick<Deps, 'quotes'>, direction: Direction): readonly [string | null, string | null] {
  const priced = quotes.priceOf(direction);
  if (!priced.ok) return [null, null];
  const [{ rate }] = priced.value.bands;
  return [decimalText(rate), deviationPercent({ num: rate.digits, den: pow10(rate.decimals) }, priced.value.reference)];
}

/**
 * All directions with their settings and current rates. Settings are read from the database: memory is updated a moment after a
 * change, and its author would see the old ones.
 */
export async function gridOf(deps: GridDeps): Promise<RateGridAttributes> {
  const systems = deps.catalogue.paymentSystems();
  const indexOf = new Map(systems.map(({ code }, index) => [code, index]));
  const rows: Row[] = [];
  for (const direction of await findAllDirections(deps.db)) {
    const [income, outcome] = [indexOf.get(direction.incomeCode), indexOf.get(direction.outcomeCode)];
    if (income === undefined || outcome === undefined) continue;
    rows.push([
      income,
      outcome,
      direction.enabled,
      direction.rateType,
      direction.marginPpm,
      direction.incomeFeePpm,
      direction.outcomeFeePpm,
      String(direction.incomeFeeFixed),
      String(direction.outcomeFeeFixed),
      minor(direction.minIncome),
      minor(direction.maxIncome),
      direction.monitorRule?.place ?? null,
      ...ratesOf(deps, direction),
    ]);
  }
  const snapshot = deps.quotes.snapshot();
  return {
    taken_at: snapshot ? toRfc3339(snapshot.takenAt) : null,
    systems: systems.map(({ code, name, aliases, currency, scale, precision }) => ({
      code,
      name: { ...name },
      aliases: [...aliases],
      currency,
      scale,
      precision,
    })),
    rows,
  };
}
