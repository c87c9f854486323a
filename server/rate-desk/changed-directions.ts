import { DirectionShape } from '#contract/office/catalogue/direction-document.ts';
import { PaymentSystemShape } from '#contract/office/catalogue/payment-system-document.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { pairKey } from '#core/pricing/price-terms.ts';
import type { CheckedItem } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';
import type { DirectionSides } from '#server/rates/quotes.ts';

/** A direction before and after a change; undefined if it or one of its systems does not exist. */
export interface ChangedDirection {
  readonly key: string;
  readonly before: DirectionSides | undefined;
  readonly after: DirectionSides | undefined;
}

/** Payment systems as they are after the change. */
export function systemsAfter(catalogue: Deps['catalogue'], items: readonly CheckedItem[]): (code: string) => PaymentSystem | undefined {
  const changed = new Map<string, PaymentSystem | undefined>();
  for (const { item, next } of items) {
    if (item.entity === 'payment_system') changed.set(item.key, next === null ? undefined : PaymentSystemShape.parse(next));
  }
  return (code) => (changed.has(code) ? changed.get(code) : catalogue.paymentSystem(code));
}

function sidesOf(direction: Direction | undefined, systemOf: (code: string) => PaymentSystem | undefined): DirectionSides | undefined {
  if (!direction) return undefined;
  const [income, outcome] = [systemOf(direction.incomeCode), systemOf(direction.outcomeCode)];
  return income && outcome ? { direction, income, outcome } : undefined;
}

/** Directions that a change affects: changed ones, and those of a changed payment system. */
export function changedDirections({ catalogue }: Pick<Deps, 'catalogue'>, items: readonly CheckedItem[]): readonly ChangedDirection[] {
  const after = systemsAfter(catalogue, items);
  const before = (code: string) => catalogue.paymentSystem(code);
  const systems = new Set(items.flatMap(({ item }) => (item.entity === 'payment_system' ? [item.key] : [])));
  const changedItems = new Map(items.flatMap((item) => (item.item.entity === 'direction' ? [[item.item.key, item]] : [])));
  const changed = [...changedItems].map(([key, { now, next }]) => ({
    key,
    before: sidesOf(now === null ? undefined : DirectionShape.parse(now), before),
    after: sidesOf(next === null ? undefined : DirectionShape.parse(next), after),
  }));
  if (systems.size === 0) return changed;
  const affected = catalogue
    .directions()
    .filter(
      (direction) => (systems.has(direction.incomeCode) || systems.has(direction.outcomeCode)) && !changedItems.has(pairKey(direction)),
    );
  return [
    ...changed,
    ...affected.map((direction) => ({
      key: pairKey(direction),
      before: sidesOf(direction, before),
      after: sidesOf(direction, after),
    })),
  ];
}
