import { type OpenAudit, openAudit } from '#server/assemble-audit.ts';
import { auditHead } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { auditLedger, EQUATION_NAMES, type Finding } from '#server/ledger/audit.ts';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import { createLog } from '#server/platform/create-log.ts';
import { type OpenLine, reconcile, type Reconciliation } from '#server/reconciliation/reconcile.ts';

function tellEquations(findings: readonly Finding[]): void {
  for (const name of EQUATION_NAMES) {
    const breaches = findings.filter((finding) => finding.equation === name);
    console.log(`${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
    for (const breach of breaches) console.log(`        ${breach.subject}: ${breach.detail}`);
  }
}

function tellLines({ lines, silent }: Reconciliation, rails: Iterable<string>): readonly OpenLine[] {
  const unseen = new Map(silent.map(({ rail, reason }) => [rail, reason]));
  for (const rail of rails) {
    const reason = unseen.get(rail);
    console.log(
      reason === undefined ? `compared with the list of rail ${rail}` : `NOT COMPARED with rail ${rail}: it gives no list (${reason})`,
    );
  }
  for (const { subject, detail, explained } of lines)
    console.log(explained === null ? `OPEN    ${subject}: ${detail}` : `told    ${subject}: ${detail}; explained: ${explained}`);
  return lines.filter(({ explained }) => explained === null);
}

/** The first row of the audit log that somebody changed beside the shop; undefined when none was. */
async function tellAuditLog(deps: OpenAudit['deps'], noted: string | undefined): Promise<string | undefined> {
  const found = await verifyAudit(deps, noted);
  console.log(`${found.length === 0 ? 'holds ' : 'BROKEN'}  the audit log is as it was written`);
  for (const line of found) console.log(`        ${line}`);
  console.log(`        its head, to be kept elsewhere: ${(await auditHead(deps)) ?? 'nothing is chained yet'}`);
  return found[0];
}

/**
 * `npm run audit`: recomputes the whole ledger of the configured database, compares it with every rail's own list, walks the audit log, and
 * names what is wrong. With a head noted earlier (`npm run audit -- 123:<hash>`) an audit log cut off at its end shows too.
 */
async function audit(): Promise<number> {
  const opened = await openAudit(readConfig(process.env), createLog({ level: 'error' }));
  const { deps } = opened;
  try {
    const findings = await auditLedger(deps.db);
    tellEquations(findings);
    const open = tellLines(await reconcile(deps, 0), deps.rails.keys());
    const tampered = await tellAuditLog(deps, process.argv[2]);
    const wrong = tampered ?? (findings[0] ? `${findings[0].equation} (${findings[0].subject})` : open[0]?.subject);
    console.log(wrong === undefined ? 'The books are right.' : `The books are wrong: ${wrong}`);
    return wrong === undefined ? 0 : 1;
  } finally {
    await opened.close();
  }
}

try {
  process.exitCode = await audit();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
