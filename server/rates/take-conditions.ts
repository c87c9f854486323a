import { localTime, SHOP_TIME_ZONE } from '#core/local-time.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { networkFeeIn, type NetworkFeeEstimate } from '#core/pricing/network-fee.ts';
import { pairKey, type PriceConditions } from '#core/pricing/price-terms.ts';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';
import type { Monitor, MonitorLists } from '#server/adapters/monitors/port.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';

/** How often a rail is asked what a payout costs, how long it may think, and how long its word counts. */
export const ASK_FEES_EVERY_MS = 30 * SECOND_MS;
const FEE_DEADLINE_MS = 5 * SECOND_MS;
const FEE_COUNTS_MS = 5 * MINUTE_MS;
/** Older lists are no market to be ahead of. */
const LISTS_COUNT_MS = 5 * MINUTE_MS;

/** Whose lists a place is taken in, and which of its lines is ours. */
export interface WatchedMonitor {
  readonly monitor: Pick<Monitor, 'lists'>;
  readonly ownExchangerId: string | null;
}

export type ConditionsDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'log'> & { readonly watched?: WatchedMonitor | null };

export interface Conditions {
  /** Asks every rail that knows what its payouts cost; one that hangs or fails delays and spoils nobody else's. */
  askFees(): Promise<void>;
  /** What moves prices beside the market, at these market prices. */
  at(prices: ReadonlyMap<string, Fraction>, now: Instant): PriceConditions;
}

interface Told {
  readonly estimate: NetworkFeeEstimate;
  readonly at: Instant;
}

/** The rate that holds the wanted place: of others than us, who have something to pay with. */
function placeOf(lists: MonitorLists, { incomeCode, outcomeCode, monitorRule }: Direction, ownId: string | null): Fraction | undefined {
  if (monitorRule === null) return undefined;
  const others = lists
    .of(incomeCode, outcomeCode)
    .filter(({ exchangerId, reserve }) => exchangerId !== ownId && (reserve === null || reserve.num > 0n));
  return others[monitorRule.place - 1]?.rate;
}

function placesIn({ catalogue, watched }: ConditionsDeps, now: Instant): ReadonlyMap<string, Fraction> {
  const ruled = catalogue.directions().filter(({ monitorRule }) => monitorRule !== null);
  const lists = ruled.length === 0 ? undefined : watched?.monitor.lists(now);
  if (!(watched && lists) || now - lists.takenAt > LISTS_COUNT_MS) return new Map();
  return new Map(
    ruled.flatMap((direction) => {
      const rate = placeOf(lists, direction, watched.ownExchangerId);
      return rate && rate.num > 0n ? [[pairKey(direction), rate] as const] : [];
    }),
  );
}

/** Reserves of those systems alone for which some direction asks: the rest would only make every stored set longer. */
function reservesIn({ catalogue }: ConditionsDeps): ReadonlyMap<string, bigint> {
  const asked = catalogue.directions().filter(({ marginByReserve }) => marginByReserve.length > 0);
  return new Map([...new Set(asked.map(({ outcomeCode }) => outcomeCode))].map((code) => [code, catalogue.reserve(code)]));
}

/** Keeps what rails say of their fees, and puts together the conditions of each set of prices. One process asks, all read what it stored. */
export function createConditions(deps: ConditionsDeps): Conditions {
  const { catalogue, rails, clock, log } = deps;
  const told = new Map<string, Told>();
  const doubted = new Set<string>();

  async function ask(code: string, rail: Rail): Promise<void> {
    const system = catalogue.paymentSystem(code);
    if (!(system && rail.estimateNetworkFee)) return;
    try {
      const late = new Promise<null>((resolve) => void setTimeout(resolve, FEE_DEADLINE_MS, null).unref());
      const estimate = await Promise.race([rail.estimateNetworkFee(system), late]);
      if (estimate) told.set(code, { estimate, at: clock.now() });
    } catch (error) {
      log.warn({ rail: rail.name, code, error }, 'network_fee_not_told');
    }
  }

  function feesAt(prices: ReadonlyMap<string, Fraction>, now: Instant): ReadonlyMap<string, bigint> {
    const fees = new Map<string, bigint>();
    for (const [code, { estimate, at }] of told) {
      const system = catalogue.paymentSystem(code);
      const [coin, own] = [prices.get(estimate.marketSymbol), prices.get(system?.marketSymbol ?? '')];
      if (!(system && coin && own) || now - at > FEE_COUNTS_MS) continue;
      const fee = networkFeeIn(system, estimate, { coin, system: own });
      if (fee !== null) fees.set(code, fee);
      // Said once: it is weighed with every set of prices
      if (fee === null && !doubted.has(code)) log.error({ code, estimate: String(estimate.amount) }, 'network_fee_not_believed');
      if (fee === null) doubted.add(code);
      else doubted.delete(code);
    }
    return fees;
  }

  return {
    async askFees() {
      const paying = catalogue.paymentSystems().flatMap(({ code, rail, outcomeEnabled }) => {
        const known = rails.get(rail);
        return outcomeEnabled && known?.estimateNetworkFee ? [{ code, rail: known }] : [];
      });
      await Promise.all(paying.map(({ code, rail }) => ask(code, rail)));
    },
    at: (prices, now) => ({
      time: localTime(now, SHOP_TIME_ZONE),
      reserves: reservesIn(deps),
      networkFees: feesAt(prices, now),
      places: placesIn(deps, now),
    }),
  };
}
