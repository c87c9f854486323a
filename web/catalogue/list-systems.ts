import { call, type Transport } from '#contract/call.ts';
import { listPaymentSystems } from '#contract/public/payment-systems.ts';
import { flattenResource, type System } from './systems.ts';

const NO_CURRENCIES: ReadonlySet<string> = new Set();

/** All payment systems except excluded currencies (spec 7); undefined: no response. */
export async function listSystems(
  transport: Transport,
  excluded: ReadonlySet<string> = NO_CURRENCIES,
): Promise<readonly System[] | undefined> {
  const query = excluded.size === 0 ? {} : { excluded_currency_iso_codes: [...excluded] };
  const response = await call(listPaymentSystems, { query }, transport);
  return response.ok ? response.data.map(flattenResource) : undefined;
}

interface PairChanges {
  readonly opened: readonly string[];
  readonly closed: readonly string[];
}

/** Systems after directions (`A>B`) opened and closed; undefined: a system is not in the list, which must be reloaded. */
export function applyPairChanges(systems: readonly System[], { opened, closed }: PairChanges): readonly System[] | undefined {
  const knownIds = new Set(systems.map(({ id }) => id));
  const [openedPairs, closedPairs] = [opened, closed].map((pairs) => pairs.map((pair) => pair.split('>')));
  if (openedPairs?.flat().some((id) => !knownIds.has(id)) !== false) return undefined;
  const outcomesOf = (pairs: readonly (readonly string[])[] | undefined, id: string) =>
    (pairs ?? []).flatMap(([from, to = '']) => (from === id ? [to] : []));
  return systems.map((system) => {
    const [added, removed] = [outcomesOf(openedPairs, system.id), new Set(outcomesOf(closedPairs, system.id))];
    const remaining = system.outcome_payment_system_ids.filter((id) => !removed.has(id) && !added.includes(id));
    const isPaidOut = openedPairs.some(([, to]) => to === system.id);
    if (added.length === 0 && removed.size === 0 && !isPaidOut) return system;
    return {
      ...system,
      income_enabled: system.income_enabled || added.length > 0,
      outcome_enabled: system.outcome_enabled || isPaidOut,
      outcome_payment_system_ids: [...remaining, ...added],
    };
  });
}
