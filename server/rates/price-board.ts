import { sideInTheWay } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { priceDirection, type DirectionPrice } from '#core/pricing/direction-price.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { RateBoard } from './load-rates.ts';
import type { Snapshot } from './snapshot.ts';

/** A direction at the newest prices. */
export interface Board {
  readonly snapshot: Snapshot;
  readonly price: DirectionPrice;
}

interface Sides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

export interface PriceBoard {
  /** The price of an open direction; refuses at the side that is in the way. */
  open(incomeCode: string, outcomeCode: string, premiumPpm: number): Result<Board, 'direction_unavailable' | 'rate_unavailable'>;
  /** The same for a direction that may have been closed since: for money already received. */
  any(incomeCode: string, outcomeCode: string, premiumPpm: number): Board | undefined;
}

/** Which member of the request is to blame for a direction that cannot be used (quality R14). */
function openSides(catalogue: Catalogue, incomeCode: string, outcomeCode: string): Result<Sides, 'direction_unavailable'> {
  const income = catalogue.paymentSystem(incomeCode);
  const outcome = catalogue.paymentSystem(outcomeCode);
  const direction = catalogue.direction(incomeCode, outcomeCode);
  const side = sideInTheWay({ income, outcome, direction });
  if (side === null && income && outcome && direction) return accept({ direction, income, outcome });
  return refuse({ code: 'direction_unavailable', field: `${side ?? 'outcome'}_payment_system_id` });
}

/** Prices of directions, made when first asked for and kept until prices or settings change: a quote costs a few multiplications. */
export function createPriceBoard(deps: { readonly catalogue: Catalogue; readonly rates: Pick<RateBoard, 'current'> }): PriceBoard {
  const { catalogue, rates } = deps;
  const kept = new Map<string, DirectionPrice>();
  let keptFor: Snapshot | undefined;

  function priceOf(snapshot: Snapshot, sides: Sides, premiumPpm: number): DirectionPrice | undefined {
    if (keptFor !== snapshot) kept.clear();
    keptFor = snapshot;
    const key = `${sides.income.code}>${sides.outcome.code}>${premiumPpm}`;
    const found = kept.get(key);
    if (found && found.direction === sides.direction && found.income === sides.income && found.outcome === sides.outcome) return found;
    const incomeUsd = snapshot.prices.get(sides.income.marketSymbol);
    const outcomeUsd = snapshot.prices.get(sides.outcome.marketSymbol);
    if (!(incomeUsd && outcomeUsd)) return undefined;
    const made = priceDirection({ ...sides, incomeUsd, outcomeUsd, premiumPpm });
    kept.set(key, made);
    return made;
  }

  return {
    open(incomeCode, outcomeCode, premiumPpm) {
      const sides = openSides(catalogue, incomeCode, outcomeCode);
      if (!sides.ok) return sides;
      const snapshot = rates.current();
      const price = snapshot && priceOf(snapshot, sides.value, premiumPpm);
      return snapshot && price ? accept({ snapshot, price }) : refuse({ code: 'rate_unavailable' });
    },
    any(incomeCode, outcomeCode, premiumPpm) {
      const [income, outcome] = [catalogue.paymentSystem(incomeCode), catalogue.paymentSystem(outcomeCode)];
      const direction = catalogue.direction(incomeCode, outcomeCode);
      const snapshot = rates.current();
      const price = snapshot && income && outcome && direction && priceOf(snapshot, { direction, income, outcome }, premiumPpm);
      return snapshot && price ? { snapshot, price } : undefined;
    },
  };
}
