import { AUDIT_SUBJECTS, providerListSubject } from '#core/staff/incident-subject.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident, type Incident } from '#server/incidents/raise-incident.ts';
import { auditPictures } from '#server/card-verifications/pictures.ts';
import { auditHead } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { chainHead } from '#server/ledger-chain/chain-transfers.ts';
import { recordVerification } from '#server/ledger-chain/record-verification.ts';
import { auditLedger } from './audit-ledger.ts';
import { reconcile, type Reconciliation } from './reconcile.ts';
import { claimAuditDay } from './store.ts';

/** The audit's day starts at a quiet hour: 3:00 UTC, 6:00 in Moscow. */
const NIGHT_HOUR_MS = 3 * HOUR_MS;
/** Period compared every night; long enough for a provider that was unavailable for a week. */
const COMPARED_PERIOD_MS = 8 * DAY_MS;
/** At most this many differences get an incident each; more have one common cause and are only counted. */
const MAX_DIFFERENCES = 50;

/** Pause before the second comparison; long enough for a rail to report recent payments. */
export const RECHECK_PAUSE_MS = 5_000;

export type AuditDeps = Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue' | 'random' | 'log' | 'live' | 'secrets'>;

/** Compares twice and keeps the differences found both times: one side may be a moment ahead of the other. */
export async function reconcileTwice(
  deps: AuditDeps,
  { pauseMs, since, rails }: { readonly pauseMs: number; readonly since: Instant; readonly rails?: readonly Rail[] },
): Promise<Reconciliation> {
  const first = await reconcile(deps, since, rails);
  if (first.lines.length === 0) return first;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  const second = await reconcile(deps, since, rails);
  const firstSubjects = new Set(first.lines.map(({ subject }) => subject));
  return { ...second, lines: second.lines.filter(({ subject }) => firstSubjects.has(subject)) };
}

async function findIncidents(deps: AuditDeps, pauseMs: number): Promise<Incident[]> {
  const findings = await auditLedger(deps.db);
  const equations = Map.groupBy(findings, ({ equation }) => equation);
  const broken = [...equations].map(([subject, rows]): Incident => {
    const breaches = rows.map(({ subject: of, detail }) => `${of}: ${detail}`);
    return { kind: 'audit_failed', subject, detail: { breaches }, causes: rows.map(({ subject: of }) => of) };
  });
  const tampered = await verifyAudit(deps);
  const chainProblems = await recordVerification(deps);
  const photoBreaches = await auditPictures(deps);
  const { lines, silent } = await reconcileTwice(deps, { pauseMs, since: deps.clock.now() - COMPARED_PERIOD_MS });
  const open = lines.filter(({ explanation }) => explanation === null);
  const overflow = open.length > MAX_DIFFERENCES ? { and_more: open.length - MAX_DIFFERENCES } : {};
  return [
    ...broken,
    ...(tampered.length === 0
      ? []
      : [{ kind: 'audit_failed', subject: AUDIT_SUBJECTS.log, detail: { rows: tampered } } satisfies Incident]),
    ...(chainProblems.length === 0
      ? []
      : [{ kind: 'audit_failed', subject: AUDIT_SUBJECTS.ledger_chain, detail: { breaches: chainProblems } } satisfies Incident]),
    ...(photoBreaches.length === 0
      ? []
      : [{ kind: 'audit_failed', subject: AUDIT_SUBJECTS.card_photos, detail: { breaches: photoBreaches } } satisfies Incident]),
    ...silent.map(({ rail, reason }): Incident => ({ kind: 'audit_failed', subject: providerListSubject(rail), detail: { reason } })),
    ...open
      .slice(0, MAX_DIFFERENCES)
      .map(({ subject, detail }): Incident => ({ kind: 'books_differ', subject, detail: { detail, ...overflow } })),
  ];
}

/** Runs the whole audit and raises an incident for everything that does not hold (domain 6, 11). Returns the number of incidents. */
export async function auditNow(deps: AuditDeps, { pauseMs = RECHECK_PAUSE_MS } = {}): Promise<number> {
  const incidents = await findIncidents(deps, pauseMs).catch((error: unknown): Incident[] => {
    deps.log.error({ error }, 'audit_broke');
    return [
      { kind: 'audit_failed', subject: AUDIT_SUBJECTS.itself, detail: { reason: error instanceof Error ? error.message : String(error) } },
    ];
  });
  for (const incident of incidents) await deps.db.tx(async (tx) => await raiseIncident(deps, tx, incident));
  // Logged outside the database: reveals an audit log or a ledger that was truncated
  const heads = { audit_head: await auditHead(deps), ledger_head: await chainHead(deps) };
  deps.log.info({ alarms: incidents.length, ...heads }, 'audit_done');
  return incidents.length;
}

/** Runs the audit once a night, in one process. True: this process ran it. */
export async function auditNightly(deps: AuditDeps, options: { readonly pauseMs?: number } = {}): Promise<boolean> {
  const day = toRfc3339(deps.clock.now() - NIGHT_HOUR_MS).slice(0, 10);
  if (!(await claimAuditDay(deps.db, day))) return false;
  await auditNow(deps, options);
  return true;
}

export const nightlyAuditJobs = (deps: Deps): void =>
  deps.queue.every('nightly-audit', 5 * MINUTE_MS, async () => void (await auditNightly(deps)));
