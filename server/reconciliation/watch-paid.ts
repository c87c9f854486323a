import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { listActiveSubjects } from '#server/incidents/queries.ts';
import { raiseIncident, resolveIncident } from '#server/incidents/raise-incident.ts';
import { type AuditDeps, RECHECK_PAUSE_MS, reconcileTwice } from './nightly-audit.ts';
import { manualReferenceOf } from './reconcile.ts';
import { listPaidRails, listReportedReferences } from './store.ts';

/** Period compared; long enough for a provider that was unavailable for some hours. */
const WATCHED_PERIOD_MS = 6 * HOUR_MS;

/** Resolves incidents of manual deposits that the rail has reported since. */
async function resolveReported(deps: AuditDeps): Promise<void> {
  const subjects = await listActiveSubjects(deps.db, 'books_differ');
  const subjectByReference = new Map(
    subjects.flatMap((subject) => {
      const reference = manualReferenceOf(subject);
      return reference === undefined ? [] : [[reference, subject] as const];
    }),
  );
  if (subjectByReference.size === 0) return;
  for (const reference of await listReportedReferences(deps.db, [...subjectByReference.keys()])) {
    const subject = subjectByReference.get(reference);
    if (subject !== undefined) await deps.db.tx(async (tx) => await resolveIncident(deps, tx, { kind: 'books_differ', subject }));
  }
}

/**
 * Raises an incident within minutes, once, for credited money missing in the provider's list (domain 5). Queries only rails with recent
 * credits. Rails without a list have the nightly audit.
 */
export async function watchPaid(deps: AuditDeps, { pauseMs = RECHECK_PAUSE_MS } = {}): Promise<void> {
  await resolveReported(deps);
  const since = deps.clock.now() - WATCHED_PERIOD_MS;
  const rails = (await listPaidRails(deps.db, since)).flatMap((name) => deps.rails.get(name) ?? []);
  if (rails.length === 0) return;
  const { lines } = await reconcileTwice(deps, { pauseMs, since, rails });
  const open = new Set(await listActiveSubjects(deps.db, 'books_differ'));
  for (const { subject, detail, explanation } of lines) {
    if (explanation !== null || open.has(subject)) continue;
    await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'books_differ', subject, detail: { detail } }));
  }
}

export const watchPaidJobs = (deps: Deps): void => deps.queue.every('watch-paid', 2 * MINUTE_MS, async () => await watchPaid(deps));
