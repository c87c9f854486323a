import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentKeeper } from '#server/incidents/keep-incidents.ts';
import { findLate } from './office-store.ts';

/** More than anybody reads one by one: the list tells the rest. */
const MOST = 100;

/** Calls people to withdrawals that are later than promised, or could not be paid; heals when they are through (spec 9: "within one day"). */
export async function watchWithdrawals({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: IncidentKeeper): Promise<void> {
  const rows = await findLate(db, new Date(clock.now()), MOST);
  const trouble = rows.map(({ id, status, promised_at: promised }) => [
    id,
    { withdrawal_id: id, status, ...(promised === null ? {} : { promised_at: toRfc3339(promised.getTime()) }) },
  ]);
  await keeper.keep('withdrawal_late', Object.fromEntries(trouble));
}
