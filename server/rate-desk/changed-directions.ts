import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { CheckedItem } from '#server/changes/changeable.ts';
import type { Deps } from '#server/deps.ts';
import { DirectionShape } from '#contract/direction-document.ts';
import { PaymentSystemShape } from '#contract/payment-system-document.ts';

/** What makes the price of one direction. */
export interface Sides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

/** One direction before and after a change; undefined where it is not there or a side of it is missing. */
export interface ChangedDirection {
  readonly key: string;
  readonly before: Sides | undefined;
  readonly after: Sides | undefined;
}

const pairOf = ({ incomeCode, outcomeCode }: Direction): string => `${incomeCode}>${outcomeCode}`;

/** The payment systems as a change leaves them. */
export function systemsAfter(catalogue: Deps['catalogue'], items: readonly CheckedItem[]): (code: string) => PaymentSystem | undefined {
  const changed = new Map<string, PaymentSystem | undefined>();
  for (const { item, next } of items) {
    if (item.entity === 'payment_system') changed.set(item.key, next === null ? undefined : PaymentSystemShape.parse(next));
  }
  return (code) => (changed.has(code) ? changed.get(code) : catalogue.paymentSystem(code));
}

function sidesOf(direction: Direction | undefined, systemOf: (code: string) => PaymentSystem | undefined): Sides | undefined {
  if (!direction) return undefined;
  const [income, outcome] = [systemOf(direction.incomeCode), systemOf(direction.outcomeCode)];
  return income && outcome ? { direction, income, outcome } : undefined;
}

/** Every direction that a change touches: its own, and those that lead from or to a payment system of it. */
export function changedDirections({ catalogue }: Pick<Deps, 'catalogue'>, items: readonly CheckedItem[]): readonly ChangedDirection[] {
  const after = systemsAfter(catalogue, items);
  const before = (code: string) => catalogue.paymentSystem(code);
  const systems = new Set(items.flatMap(({ item }) => (item.entity === 'payment_system' ? [item.key] : [])));
  const own = new Map(items.flatMap((one) => (one.item.entity === 'direction' ? [[one.item.key, one]] : [])));
  const changed = [...own].map(([key, { now, next }]) => ({
    key,
    before: sidesOf(now === null ? undefined : DirectionShape.parse(now), before),
    after: sidesOf(next === null ? undefined : DirectionShape.parse(next), after),
  }));
  if (systems.size === 0) return changed;
  const touched = catalogue
    .directions()
    .filter((direction) => (systems.has(direction.incomeCode) || systems.has(direction.outcomeCode)) && !own.has(pairOf(direction)));
  return [
    ...changed,
    ...touched.map((direction) => ({ key: pairOf(direction), before: sidesOf(direction, before), after: sidesOf(direction, after) })),
  ];
}
