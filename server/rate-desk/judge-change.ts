import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Document } from '#core/changes/change.ts';
import { type FiredGuard, judgeDirection, judgeSystem, type PriceChange } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import { divide, type Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { systemsAfter } from './changed-directions.ts';
import { hasMovements } from './has-movements.ts';

type JudgeDeps = Pick<Deps, 'catalogue' | 'quotes'>;

const directionOf = (document: Document | null): Direction | null => (document === null ? null : DirectionShape.parse(document));
const systemOf = (document: Document | null): PaymentSystem | null => (document === null ? null : PaymentSystemShape.parse(document));

/** Parts per million to per cent: four decimals. */
const PERCENT_SCALE = 4;

function valueOf({ guard, value }: FiredGuard, scale: number): string {
  if (guard === 'counted_otherwise') return '';
  return guard === 'limit_above_reserve' ? formatAmount(value, scale) : formatAmount(value, PERCENT_SCALE);
}

function referenceOf({ quotes }: JudgeDeps, { incomeCode, outcomeCode }: Direction): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(incomeCode), quotes.usdOf(outcomeCode)];
  return income && outcome && outcome.num > 0n ? divide(income, outcome) : undefined;
}

/**
 * Prices before and after, if another price source is given to a system that has moved money or shares an asset with one. Otherwise the
 * source may change freely.
 */
async function priceChange(
  { catalogue, quotes }: JudgeDeps,
  db: Queryable,
  { before, after }: { readonly before: PaymentSystem | null; readonly after: PaymentSystem | null },
): Promise<PriceChange | null> {
  if (after === null || after.marketSymbol === before?.marketSymbol) return null;
  const others = catalogue.paymentSystems().filter(({ code }) => code !== after.code);
  const peer =
    others.find(({ asset }) => asset === after.asset) ?? (before !== null && (await hasMovements(db, before)) ? before : undefined);
  if (peer === undefined || peer.marketSymbol === after.marketSymbol) return null;
  const next = others.find(({ marketSymbol }) => marketSymbol === after.marketSymbol);
  return { now: quotes.usdOf(peer.code), next: next && quotes.usdOf(next.code) };
}

/** Items of a change that exceed a guard, by position. Entities of other modules have guards of their own. */
export async function findExceededGuards(deps: JudgeDeps, db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> {
  const systemAfter = systemsAfter(deps.catalogue, items);
  const exceeded: ExceededGuard[] = [];
  for (const { item, position, now, next } of items) {
    const add = (guards: readonly FiredGuard[], scale: number) =>
      exceeded.push(...guards.map((guard) => ({ position, guard: guard.guard, value: valueOf(guard, scale) })));
    if (item.entity === 'payment_system') {
      const [before, after] = [systemOf(now), systemOf(next)];
      const newPrice = await priceChange(deps, db, { before, after });
      const input = { before, after, reserve: deps.catalogue.reserve(item.key), repriced: newPrice };
      add(judgeSystem({ ...input, hasMovements: before !== null && (await hasMovements(db, before)) }), after?.scale ?? 0);
      continue;
    }
    if (item.entity !== 'direction') continue;
    const [before, after] = [directionOf(now), directionOf(next)];
    if (after === null) continue;
    const [income, outcome] = [systemAfter(after.incomeCode), systemAfter(after.outcomeCode)];
    const reserve = deps.catalogue.reserve(after.outcomeCode);
    add(judgeDirection({ before, after, income, outcome, reserve, reference: referenceOf(deps, after) }), income?.scale ?? 0);
  }
  return exceeded;
}
