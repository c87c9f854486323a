import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentKeeper } from '#server/incidents/keep-incidents.ts';
import { listOverdueLooks } from '#server/payouts/kept-back.ts';
import { findOverdueHolds } from './store.ts';

/**
 * Calls people for every order that a check holds beyond the time its customer was promised (domain 5, `compliance_hold`), before its
 * exchange or, of somebody who was kept out later, before its payout. The clock decides nothing about such money, so nothing else would say that it is late; the call ends when somebody has decided.
 */
export async function watchHolds({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: IncidentKeeper): Promise<void> {
  const now = clock.now();
  const late = [...(await findOverdueHolds(db, now)), ...(await listOverdueLooks(db, now))];
  await keeper.keep('hold_late', Object.fromEntries(late.map(({ id, promised }) => [id, { promised: toRfc3339(promised) }])));
}
