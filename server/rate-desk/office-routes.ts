import { officePreviewChange, officeRateGrid, type RateGridAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { pow10 } from '#core/money/decimals.ts';
import { deviationPercent } from '#core/money/percent.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { judgeItems, reversedItems } from '#server/changes/check-items.ts';
import type { Deps } from '#server/deps.ts';
import { readDirections } from '#server/payment-systems/queries.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { presentPreview } from './preview.ts';

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
async function gridOf(deps: GridDeps): Promise<RateGridAttributes> {
  const systems = deps.catalogue.paymentSystems();
  const indexOf = new Map(systems.map(({ code }, index) => [code, index]));
  const rows: Row[] = [];
  for (const direction of await readDirections(deps.db)) {
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

const gridRoute = (deps: Deps): Route =>
  route(officeRateGrid, async () => {
    return accept({ data: { type: 'rate_grids', id: 'now', attributes: await gridOf(deps) } });
  });

const previewRoute = (deps: Deps): Route =>
  route(officePreviewChange, async ({ body, visitor: operator }) => {
    const items = body.rolls_back == null ? accept(body.items ?? []) : await reversedItems(deps, body.rolls_back);
    if (!items.ok) return items;
    const judged = await judgeItems(deps, { items: items.value, role: operator.role });
    if (!judged.ok) return judged;
    return accept({ data: { type: 'change_previews', id: deps.random.uuid(), attributes: await presentPreview(deps, judged.value) } });
  });

/** Office routes to preview changes of prices, and the grid of all directions (domain 10). */
export const officeRateDeskRoutes = (deps: Deps): Route[] => [gridRoute(deps), previewRoute(deps)];
