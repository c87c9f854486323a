import type { System } from './systems.ts';

interface PairChanges {
  readonly opened: readonly string[];
  readonly closed: readonly string[];
}

/**
 * The list after directions (`A>B`) have opened and closed; undefined where it cannot be known without asking, because a system is not
 * in the list.
 */
export function withChanges(systems: readonly System[], { opened, closed }: PairChanges): readonly System[] | undefined {
  const known = new Set(systems.map(({ id }) => id));
  const [open, shut] = [opened, closed].map((pairs) => pairs.map((pair) => pair.split('>')));
  if (open?.flat().some((id) => !known.has(id)) !== false) return undefined;
  const outcomesOf = (pairs: readonly (readonly string[])[] | undefined, id: string) =>
    (pairs ?? []).flatMap(([from, to = '']) => (from === id ? [to] : []));
  return systems.map((system) => {
    const [more, fewer] = [outcomesOf(open, system.id), new Set(outcomesOf(shut, system.id))];
    const kept = system.outcome_payment_system_ids.filter((id) => !fewer.has(id) && !more.includes(id));
    const isPaidOut = open.some(([, to]) => to === system.id);
    if (more.length === 0 && fewer.size === 0 && !isPaidOut) return system;
    return {
      ...system,
      income_enabled: system.income_enabled || more.length > 0,
      outcome_enabled: system.outcome_enabled || isPaidOut,
      outcome_payment_system_ids: [...kept, ...more],
    };
  });
}
