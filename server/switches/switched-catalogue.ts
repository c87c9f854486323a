import { breakOfPair, pairName, switchedDirection, switchedSystem, type Switch } from '#core/switches.ts';
import type { AmountRange, Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Switches } from './switches.ts';

type Ranges = ReadonlyMap<string, AmountRange>;
const NO_RANGES: Ranges = new Map();

/** A payment system as its pool narrows it: the same object for as long as both stay the same, so that prices made of it stand. */
const narrowed = new WeakMap<PaymentSystem, PaymentSystem>();
function withRange(system: PaymentSystem, range: AmountRange | undefined): PaymentSystem {
  if (range === undefined) return system;
  const before = narrowed.get(system);
  if (before?.requisitesTake === range) return before;
  const made = { ...system, requisitesTake: range };
  narrowed.set(system, made);
  return made;
}

interface View {
  readonly of: {
    readonly systems: readonly PaymentSystem[];
    readonly directions: readonly Direction[];
    readonly off: readonly Switch[];
    readonly ranges: Ranges;
  };
  readonly systems: readonly PaymentSystem[];
  readonly directions: readonly Direction[];
  readonly systemByCode: ReadonlyMap<string, PaymentSystem>;
  readonly directionByPair: ReadonlyMap<string, Direction>;
}

function viewOf(of: View['of']): View {
  const systems = of.systems.map((system) => switchedSystem(of.off, withRange(system, of.ranges.get(system.code))));
  const directions = of.directions.map((direction) => switchedDirection(of.off, direction));
  return {
    of,
    systems,
    directions,
    systemByCode: new Map(systems.map((system) => [system.code, system])),
    directionByPair: new Map(directions.map((one) => [pairName(one.incomeCode, one.outcomeCode), one])),
  };
}

/**
 * The catalogue with what is switched off closed in it: the list, quotes, the form and the rate file ask it and need not know
 * that there are switches, or pools that take only some amounts. Made anew when the catalogue or what is off is another.
 */
export function switchedCatalogue<C extends Catalogue>(catalogue: C, switches: Switches, clock: Clock): C {
  let kept: View | undefined;
  const view = (): View | undefined => {
    const [systems, directions, off] = [catalogue.paymentSystems(), catalogue.directions(), switches.off()];
    const ranges = switches.ranges?.() ?? NO_RANGES;
    if (off.length === 0 && ranges.size === 0) return undefined;
    if (kept?.of.systems !== systems || kept.of.directions !== directions || kept.of.off !== off || kept.of.ranges !== ranges)
      kept = viewOf({ systems, directions, off, ranges });
    return kept;
  };
  return {
    ...catalogue,
    paymentSystem: (code: string) => {
      const seen = view();
      return seen ? seen.systemByCode.get(code) : catalogue.paymentSystem(code);
    },
    paymentSystems: () => view()?.systems ?? catalogue.paymentSystems(),
    direction: (incomeCode: string, outcomeCode: string) => {
      const seen = view();
      return seen ? seen.directionByPair.get(pairName(incomeCode, outcomeCode)) : catalogue.direction(incomeCode, outcomeCode);
    },
    directions: () => view()?.directions ?? catalogue.directions(),
    closing: (incomeCode: string, outcomeCode: string) => {
      const seen = view();
      const [income, outcome] = [seen?.systemByCode.get(incomeCode), seen?.systemByCode.get(outcomeCode)];
      const direction = seen?.directionByPair.get(pairName(incomeCode, outcomeCode));
      const found = seen && income && outcome && direction ? breakOfPair(seen.of.off, { income, outcome, direction }) : null;
      return found && { until: found.until, reason: found.reason, now: clock.now() };
    },
  };
}
