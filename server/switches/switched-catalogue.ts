import type { AmountRange, Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { pairBreak, pairName, type Switch, switchedDirection, switchedSystem } from '#core/staff/switches.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { LoadedSwitches, Switches } from './switches.ts';

type Ranges = ReadonlyMap<string, AmountRange>;
const NO_RANGES: Ranges = new Map();

/**
 * Payment systems with the amount range of their pool. Cached by identity: prices derived from an unchanged system stay valid.
 */
const narrowedSystems = new WeakMap<PaymentSystem, PaymentSystem>();
function withRange(system: PaymentSystem, range: AmountRange | undefined): PaymentSystem {
  if (range === undefined) return system;
  const cached = narrowedSystems.get(system);
  if (cached?.requisitesRange === range) return cached;
  const narrowedSystem = { ...system, requisitesRange: range };
  narrowedSystems.set(system, narrowedSystem);
  return narrowedSystem;
}

interface SwitchedView {
  readonly source: {
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

function viewOf(source: SwitchedView['source']): SwitchedView {
  const systems = source.systems.map((system) => switchedSystem(source.off, withRange(system, source.ranges.get(system.code))));
  const directions = source.directions.map((direction) => switchedDirection(source.off, direction));
  return {
    source,
    systems,
    directions,
    systemByCode: new Map(systems.map((system) => [system.code, system])),
    directionByPair: new Map(directions.map((direction) => [pairName(direction.incomeCode, direction.outcomeCode), direction])),
  };
}

/**
 * The catalogue without switched-off entries and with amounts narrowed to the pools, so that lists, quotes and forms need not read
 * switches. Rebuilt when catalogue, switches or ranges change.
 */
export function switchedCatalogue<C extends Catalogue>(catalogue: C, switches: Switches, clock: Clock): C {
  let cached: SwitchedView | undefined;
  const view = (): SwitchedView | undefined => {
    const [systems, directions, off] = [catalogue.paymentSystems(), catalogue.directions(), switches.off()];
    const ranges = switches.ranges?.() ?? NO_RANGES;
    if (off.length === 0 && ranges.size === 0) return undefined;
    if (
      cached?.source.systems !== systems ||
      cached.source.directions !== directions ||
      cached.source.off !== off ||
      cached.source.ranges !== ranges
    )
      cached = viewOf({ systems, directions, off, ranges });
    return cached;
  };
  return {
    ...catalogue,
    paymentSystem: (code: string) => {
      const current = view();
      return current ? current.systemByCode.get(code) : catalogue.paymentSystem(code);
    },
    paymentSystems: () => view()?.systems ?? catalogue.paymentSystems(),
    direction: (incomeCode: string, outcomeCode: string) => {
      const current = view();
      return current ? current.directionByPair.get(pairName(incomeCode, outcomeCode)) : catalogue.direction(incomeCode, outcomeCode);
    },
    directions: () => view()?.directions ?? catalogue.directions(),
    closing: (incomeCode: string, outcomeCode: string) => {
      const current = view();
      const [income, outcome] = [current?.systemByCode.get(incomeCode), current?.systemByCode.get(outcomeCode)];
      const direction = current?.directionByPair.get(pairName(incomeCode, outcomeCode));
      const closing = current && income && outcome && direction ? pairBreak(current.source.off, { income, outcome, direction }) : null;
      return closing && { until: closing.until, reason: closing.reason, now: clock.now() };
    },
  };
}

/**
 * Combines operators' switches with automatic closings, and adds the pools' ranges. `off` returns the same array while both are
 * unchanged.
 */
export function withClosings(switches: LoadedSwitches, closings: Switches): LoadedSwitches {
  let cached: { readonly sources: readonly (readonly Switch[])[]; readonly off: readonly Switch[] } | undefined;
  return {
    ...switches,
    ...(closings.ranges === undefined ? {} : { ranges: closings.ranges }),
    off() {
      const sources = [switches.off(), closings.off()];
      if (cached === undefined || cached.sources.some((part, index) => part !== sources[index])) cached = { sources, off: sources.flat() };
      return cached.off;
    },
  };
}
