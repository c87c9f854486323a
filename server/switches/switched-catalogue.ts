import { pairName, switchedDirection, switchedSystem, type Switch } from '#core/switches.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Switches } from './switches.ts';

interface View {
  readonly of: { readonly systems: readonly PaymentSystem[]; readonly directions: readonly Direction[]; readonly off: readonly Switch[] };
  readonly systems: readonly PaymentSystem[];
  readonly directions: readonly Direction[];
  readonly systemByCode: ReadonlyMap<string, PaymentSystem>;
  readonly directionByPair: ReadonlyMap<string, Direction>;
}

function viewOf(of: View['of']): View {
  const systems = of.systems.map((system) => switchedSystem(of.off, system));
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
 * that there are switches. Made anew when the catalogue or what is off is another.
 */
export function switchedCatalogue<C extends Catalogue>(catalogue: C, switches: Switches): C {
  let kept: View | undefined;
  const view = (): View | undefined => {
    const [systems, directions, off] = [catalogue.paymentSystems(), catalogue.directions(), switches.off()];
    if (off.length === 0) return undefined;
    if (kept?.of.systems !== systems || kept.of.directions !== directions || kept.of.off !== off)
      kept = viewOf({ systems, directions, off });
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
  };
}
