import { DirectionShape } from '#contract/direction-document.ts';
import { PaymentSystemShape } from '#contract/payment-system-document.ts';
import type { Document } from '#core/changes/change.ts';
import { type FiredGuard, judgeDirection, judgeSystem, type PricedBy } from '#core/changes/guards.ts';
import { formatAmount } from '#core/money/amount.ts';
import { divide, type Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { CheckedItem, ExceededGuard } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';
import { hasMoved } from '#server/payment-systems/change-rules.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { systemsAfter } from './changed-directions.ts';

type Judges = Pick<Deps, 'catalogue' | 'quotes'>;

const directionOf = (document: Document | null): Direction | null => (document === null ? null : DirectionShape.parse(document));
const systemOf = (document: Document | null): PaymentSystem | null => (document === null ? null : PaymentSystemShape.parse(document));

/** Parts per million are this many decimals of a per cent. */
const PERCENT_SCALE = 4;

function valueOf({ guard, value }: FiredGuard, scale: number): string {
  if (guard === 'counted_otherwise') return '';
  return guard === 'limit_above_reserve' ? formatAmount(value, scale) : formatAmount(value, PERCENT_SCALE);
}

function referenceOf({ quotes }: Judges, { incomeCode, outcomeCode }: Direction): Fraction | undefined {
  const [income, outcome] = [quotes.usdOf(incomeCode), quotes.usdOf(outcomeCode)];
  return income && outcome && outcome.num > 0n ? divide(income, outcome) : undefined;
}

/**
 * By what money would be priced instead: of a system that has moved money, or stands on the asset of another one. A draft that nothing
 * was counted in is priced as its author likes.
 */
async function repricedBy(
  { catalogue, quotes }: Judges,
  db: Queryable,
  { before, after }: { readonly before: PaymentSystem | null; readonly after: PaymentSystem | null },
): Promise<PricedBy | null> {
  if (after === null || after.marketSymbol === before?.marketSymbol) return null;
  const others = catalogue.paymentSystems().filter(({ code }) => code !== after.code);
  const peer = others.find(({ asset }) => asset === after.asset) ?? (before !== null && (await hasMoved(db, before)) ? before : undefined);
  if (peer === undefined || peer.marketSymbol === after.marketSymbol) return null;
  const next = others.find(({ marketSymbol }) => marketSymbol === after.marketSymbol);
  return { now: quotes.usdOf(peer.code), next: next && quotes.usdOf(next.code) };
}

/** Which items of a change leave the guard bands, by place; entities that are not about directions or systems have guards of their own nouns. */
export async function judgeChange(deps: Judges, db: Queryable, items: readonly CheckedItem[]): Promise<readonly ExceededGuard[]> {
  const systemAfter = systemsAfter(deps.catalogue, items);
  const fired: ExceededGuard[] = [];
  for (const { item, position, now, next } of items) {
    const add = (guards: readonly FiredGuard[], scale: number) =>
      fired.push(...guards.map((one) => ({ position, guard: one.guard, value: valueOf(one, scale) })));
    if (item.entity === 'payment_system') {
      const [before, after] = [systemOf(now), systemOf(next)];
      const repriced = await repricedBy(deps, db, { before, after });
      const judged = { before, after, reserve: deps.catalogue.reserve(item.key), repriced };
      add(judgeSystem({ ...judged, hasMoved: before !== null && (await hasMoved(db, before)) }), after?.scale ?? 0);
      continue;
    }
    if (item.entity !== 'direction') continue;
    const [before, after] = [directionOf(now), directionOf(next)];
    if (after === null) continue;
    const [income, outcome] = [systemAfter(after.incomeCode), systemAfter(after.outcomeCode)];
    const reserve = deps.catalogue.reserve(after.outcomeCode);
    add(judgeDirection({ before, after, income, outcome, reserve, reference: referenceOf(deps, after) }), income?.scale ?? 0);
  }
  return fired;
}
