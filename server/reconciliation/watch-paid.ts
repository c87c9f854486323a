import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { healIncident } from '#server/incidents/heal-incident.ts';
import { listStanding } from '#server/incidents/list-standing.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { type AuditDeps, PAUSE_MS, reconcileTwice } from './nightly-audit.ts';
import { wordOf } from './reconcile.ts';
import { listPaidRails, listReportedWords } from './store.ts';

/** How far back a rail's list is asked for: a provider that is silent for some hours is still compared before the night. */
const WATCHED_MS = 6 * HOUR_MS;

/** What a person had seen first and the rail has reported since asks for no explanation any more, however long it took. */
async function healReported(deps: AuditDeps): Promise<void> {
  const subjects = await listStanding(deps.db, 'books_differ');
  const words = new Map(
    subjects.flatMap((subject) => {
      const word = wordOf(subject);
      return word === undefined ? [] : [[word, subject] as const];
    }),
  );
  if (words.size === 0) return;
  for (const word of await listReportedWords(deps.db, [...words.keys()])) {
    const subject = words.get(word);
    if (subject !== undefined) await deps.db.tx(async (tx) => await healIncident(deps, tx, { kind: 'books_differ', subject }));
  }
}

/**
 * Calls people to money that was taken as paid, by a person's word or a provider's report, and that the provider's own list does not have
 * (domain 5, "What an operator says"): within minutes, before much is paid out for it. Only rails with such money are asked. What people
 * were called for once is left to them, open or explained, unless the rail reports it itself; a rail without a list is the nightly audit's to name.
 */
export async function watchPaid(deps: AuditDeps, { pauseMs = PAUSE_MS } = {}): Promise<void> {
  await healReported(deps);
  const since = deps.clock.now() - WATCHED_MS;
  const rails = (await listPaidRails(deps.db, since)).flatMap((name) => deps.rails.get(name) ?? []);
  if (rails.length === 0) return;
  const { lines } = await reconcileTwice(deps, { pauseMs, since, rails });
  const known = new Set(await listStanding(deps.db, 'books_differ'));
  for (const { subject, detail, explained } of lines) {
    if (explained !== null || known.has(subject)) continue;
    await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'books_differ', subject, detail: { detail } }));
  }
}

export const paidJobs = (deps: Deps): void => deps.queue.every('watch-paid', 2 * MINUTE_MS, async () => await watchPaid(deps));
