import { type Instant, SECOND_MS } from '#core/time.ts';
import { isUuid } from '#core/text/uuid.ts';
import type { PayoutProblems, RailEvents } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { listActiveSubjectsOfRail } from '#server/incidents/queries.ts';
import { raiseIncident, resolveIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPayout } from './store.ts';

type ProblemDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>;

/** How soon a process without problems closes what another one raised. */
const RECHECK_MS = 5 * SECOND_MS;

async function raise(
  deps: ProblemDeps,
  tx: Tx,
  { kind, rail, reference, reason }: Pick<PayoutProblems, 'kind' | 'rail'> & { readonly reference: string; readonly reason: string },
): Promise<void> {
  const payout = isUuid(reference) ? await findPayout(tx, reference) : undefined;
  const subject = payout === undefined ? {} : { [`${payout.subject.kind}_id`]: payout.subject.id, purpose: payout.purpose };
  await raiseIncident(deps, tx, { kind, subject: reference, detail: { ...subject, rail, reason } });
}

/**
 * One alarm per payout that its rail cannot continue or has lost, closed when that is over. A process raises it once per problem, so that
 * processes that see different things do not raise it again and again.
 */
export function createPayoutProblems(deps: ProblemDeps): RailEvents['payoutProblems'] {
  const raised = new Map<string, ReadonlySet<string>>();
  const noneUntil = new Map<string, Instant>();
  return async (problems) => {
    const { kind, rail, current, undecided } = problems;
    const key = `${kind} ${rail}`;
    const now = deps.clock.now();
    const waitMs = (noneUntil.get(key) ?? now) - now;
    const before = raised.get(key) ?? new Set();
    if (current.size === 0 && before.size === 0 && waitMs > 0 && waitMs <= RECHECK_MS) return;
    const active = new Set(await listActiveSubjectsOfRail(deps.db, kind, rail));
    for (const [reference, reason] of current)
      if (!before.has(reference) && !active.has(reference))
        await deps.db.tx(async (tx) => await raise(deps, tx, { kind, rail, reference, reason }));
    for (const subject of active)
      if (!current.has(subject) && !undecided.has(subject))
        await deps.db.tx(async (tx) => await resolveIncident(deps, tx, { kind, subject }));
    raised.set(key, new Set(current.keys()));
    noneUntil.set(key, current.size > 0 || active.size > 0 ? now : now + RECHECK_MS);
  };
}
