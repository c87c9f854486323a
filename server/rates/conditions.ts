import type { Fraction } from '#core/money/fraction.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { type NetworkFeeEstimate, networkFeeIn } from '#core/pricing/network-fee.ts';
import { pairKey, type PriceConditions } from '#core/pricing/price-terms.ts';
import { type Instant, MINUTE_MS, SECOND_MS, SHOP_TIME_ZONE } from '#core/time.ts';
import { localTime } from '#core/time/local-time.ts';
import type { Monitor, MonitorLists } from '#server/adapters/monitors/port.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';

const FEE_INTERVAL_MS = 30 * SECOND_MS;
/** How long a rail may take to answer. */
const FEE_DEADLINE_MS = 5 * SECOND_MS;
const FEE_VALID_MS = 5 * MINUTE_MS;
/** Older lists are ignored. */
const LISTS_VALID_MS = 5 * MINUTE_MS;

/** The monitor whose lists are used, and which exchanger in them is ours. */
interface WatchedMonitor {
  readonly monitor: Pick<Monitor, 'lists'>;
  readonly ownExchangerId: string | null;
}

type ConditionsDeps = Pick<Deps, 'catalogue' | 'rails' | 'clock' | 'log'> & { readonly watched?: WatchedMonitor | null };

interface Conditions {
  /** Asks all rails that can estimate network fees; one that fails or hangs does not delay the others. */
  refreshFees(): Promise<void>;
  /** Conditions besides market prices that affect prices, at these market prices. */
  at(prices: ReadonlyMap<string, Fraction>, now: Instant): PriceConditions;
}

interface ReceivedEstimate {
  readonly estimate: NetworkFeeEstimate;
  readonly at: Instant;
}

/** The competitor's rate at the rank that the direction's rule targets. Counts other exchangers that have a reserve or state none. */
function targetRate(lists: MonitorLists, { incomeCode, outcomeCode, monitorRule }: Direction, ownId: string | null): Fraction | undefined {
  if (monitorRule === null) return undefined;
  const competitors = lists
    .ratesOf(incomeCode, outcomeCode)
    .filter(({ exchangerId, reserve }) => exchangerId !== ownId && (reserve === null || reserve.num > 0n));
  return competitors[monitorRule.place - 1]?.rate;
}

function targetRates({ catalogue, watched }: ConditionsDeps, now: Instant): ReadonlyMap<string, Fraction> {
  const withRule = catalogue.directions().filter(({ monitorRule }) => monitorRule !== null);
  const lists = withRule.length === 0 ? undefined : watched?.monitor.lists(now);
  if (!(watched && lists) || now - lists.takenAt > LISTS_VALID_MS) return new Map();
  return new Map(
    withRule.flatMap((direction) => {
      const rate = targetRate(lists, direction, watched.ownExchangerId);
      return rate && rate.num > 0n ? [[pairKey(direction), rate] as const] : [];
    }),
  );
}

/** Reserves of the payment systems that some direction's margin depends on; others would only enlarge the stored conditions. */
function reservesIn({ catalogue }: ConditionsDeps): ReadonlyMap<string, bigint> {
  const withReserveMargin = catalogue.directions().filter(({ marginByReserve }) => marginByReserve.length > 0);
  return new Map([...new Set(withReserveMargin.map(({ outcomeCode }) => outcomeCode))].map((code) => [code, catalogue.reserve(code)]));
}

/** Stores the rails' fee estimates and assembles the conditions of each set of prices. One process asks; the others read what it stored. */
export function createConditions(deps: ConditionsDeps): Conditions {
  const { catalogue, rails, clock, log } = deps;
  const estimates = new Map<string, ReceivedEstimate>();
  const rejected = new Set<string>();

  async function fetchEstimate(code: string, rail: Rail): Promise<void> {
    const system = catalogue.paymentSystem(code);
    if (!(system && rail.estimateNetworkFee)) return;
    try {
      const timeout = new Promise<null>((resolve) => void setTimeout(resolve, FEE_DEADLINE_MS, null).unref());
      const estimate = await Promise.race([rail.estimateNetworkFee(system), timeout]);
      if (estimate) estimates.set(code, { estimate, at: clock.now() });
    } catch (error) {
      log.warn({ rail: rail.name, code, error }, 'network_fee_not_told');
    }
  }

  function feesAt(prices: ReadonlyMap<string, Fraction>, now: Instant): ReadonlyMap<string, bigint> {
    const fees = new Map<string, bigint>();
    for (const [code, { estimate, at }] of estimates) {
      const system = catalogue.paymentSystem(code);
      const [coinUsd, systemUsd] = [prices.get(estimate.marketSymbol), prices.get(system?.marketSymbol ?? '')];
      if (!(system && coinUsd && systemUsd) || now - at > FEE_VALID_MS) continue;
      const fee = networkFeeIn(system, estimate, { coin: coinUsd, system: systemUsd });
      if (fee !== null) fees.set(code, fee);
      // Logged once, since fees are computed for every set of prices
      if (fee === null && !rejected.has(code)) log.error({ code, estimate: String(estimate.amount) }, 'network_fee_not_believed');
      if (fee === null) rejected.add(code);
      else rejected.delete(code);
    }
    return fees;
  }

  return {
    async refreshFees() {
      const paying = catalogue.paymentSystems().flatMap(({ code, rail, outcomeEnabled }) => {
        const payoutRail = rails.get(rail);
        return outcomeEnabled && payoutRail?.estimateNetworkFee ? [{ code, rail: payoutRail }] : [];
      });
      await Promise.all(paying.map(({ code, rail }) => fetchEstimate(code, rail)));
    },
    at: (prices, now) => ({
      time: localTime(now, SHOP_TIME_ZONE),
      reserves: reservesIn(deps),
      networkFees: feesAt(prices, now),
      places: targetRates(deps, now),
    }),
  };
}

/** Asks the rails for network fees at regular intervals (jobs role). */
export function rateJobs(deps: Pick<Deps, 'queue'>, conditions: Conditions): void {
  deps.queue.every('rates.network-fees', FEE_INTERVAL_MS, () => conditions.refreshFees());
}
