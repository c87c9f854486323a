import { AUDITED, listOf } from '#core/incident-subject.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident, type Incident } from '#server/incidents/raise-incident.ts';
import { auditPictures } from '#server/card-verifications/erase-pictures.ts';
import { auditHead } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { auditLedger } from '#server/ledger/audit.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import { claimDay } from './store.ts';

/** The audit's day begins when the shop is quiet: 3:00 UTC, 6:00 in Moscow. */
const NIGHT_HOUR_MS = 3 * HOUR_MS;
/** How far back the nightly comparison goes: a provider that is silent for a week is still compared. */
const COMPARED_MS = 8 * DAY_MS;
/** More open lines than these are one broken thing, not many: the rest is counted. */
const MAX_LINES = 50;

/** Long enough for a rail to tell what its provider has just finished. */
export const PAUSE_MS = 5_000;

export type AuditDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue' | 'random' | 'log' | 'live' | 'secrets'>;

/** What one side has a moment before the other is no difference: only what stands in two comparisons is. */
export async function reconcileTwice(
  deps: AuditDeps,
  { pauseMs, since, rails }: { readonly pauseMs: number; readonly since: Instant; readonly rails?: readonly Rail[] },
): Promise<Reconciliation> {
  const first = await reconcile(deps, since, rails);
  if (first.lines.length === 0) return first;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const second = await reconcile(deps, since, rails);
  const seen = new Set(first.lines.map(({ subject }) => subject));
  return { ...second, lines: second.lines.filter(({ subject }) => seen.has(subject)) };
}

async function findIncidents(deps: AuditDeps, pauseMs: number): Promise<Incident[]> {
  const findings = await auditLedger(deps.db);
  const equations = Map.groupBy(findings, ({ equation }) => equation);
  const broken = [...equations].map(([subject, rows]): Incident => {
    const breaches = rows.map(({ subject: of, detail }) => `${of}: ${detail}`);
    return { kind: 'audit_failed', subject, detail: { breaches }, causes: rows.map(({ subject: of }) => of) };
  });
  const tampered = await verifyAudit(deps);
  const kept = await auditPictures(deps);
  const { lines, silent } = await reconcileTwice(deps, { pauseMs, since: deps.clock.now() - COMPARED_MS });
  const open = lines.filter(({ explained }) => explained === null);
  const unlisted = open.length > MAX_LINES ? { and_more: open.length - MAX_LINES } : {};
  return [
    ...broken,
    ...(tampered.length === 0 ? [] : [{ kind: 'audit_failed', subject: AUDITED.log, detail: { rows: tampered } } satisfies Incident]),
    ...(kept.length === 0 ? [] : [{ kind: 'audit_failed', subject: AUDITED.card_photos, detail: { breaches: kept } } satisfies Incident]),
    ...silent.map(({ rail, reason }): Incident => ({ kind: 'audit_failed', subject: listOf(rail), detail: { reason } })),
    ...open
      .slice(0, MAX_LINES)
      .map(({ subject, detail }): Incident => ({ kind: 'books_differ', subject, detail: { detail, ...unlisted } })),
  ];
}

/** The whole audit, with an alarm for everything that does not hold (domain 6, 11). Gives the number of alarms. */
export async function auditNow(deps: AuditDeps, { pauseMs = PAUSE_MS } = {}): Promise<number> {
  const incidents = await findIncidents(deps, pauseMs).catch((error: unknown): Incident[] => {
    deps.log.error({ error }, 'audit_broke');
    return [{ kind: 'audit_failed', subject: AUDITED.itself, detail: { reason: error instanceof Error ? error.message : String(error) } }];
  });
  for (const incident of incidents) await deps.db.tx(async (tx) => await raiseIncident(deps, tx, incident));
  // Kept with the logs, away from the database: an audit log that was cut off at its end shows against it
  deps.log.info({ alarms: incidents.length, audit_head: await auditHead(deps) }, 'audit_done');
  return incidents.length;
}

/** Once a night, in one process of all. True: it was this one. */
export async function auditNightly(deps: AuditDeps, options: { readonly pauseMs?: number } = {}): Promise<boolean> {
  const day = toRfc3339(deps.clock.now() - NIGHT_HOUR_MS).slice(0, 10);
  if (!(await claimDay(deps.db, day))) return false;
  await auditNow(deps, options);
  return true;
}

/** The nightly audit as a job. */
export const auditJobs = (deps: Deps): void =>
  deps.queue.every('nightly-audit', 5 * MINUTE_MS, async () => void (await auditNightly(deps)));
