import { type OpenAudit, openAudit } from '#server/assemble-audit.ts';
import { auditHead } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { auditLedger, EQUATION_NAMES, type Finding } from '#server/reconciliation/audit-ledger.ts';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/platform/errors.ts';
import { createLog } from '#server/platform/log.ts';
import { type BookDifference, reconcile, type Reconciliation } from '#server/reconciliation/reconcile.ts';

function printEquations(findings: readonly Finding[]): void {
  for (const name of EQUATION_NAMES) {
    const breaches = findings.filter((finding) => finding.equation === name);
    console.log(`${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
    for (const breach of breaches) console.log(`        ${breach.subject}: ${breach.detail}`);
  }
}

function printLines({ lines, silent }: Reconciliation, rails: Iterable<string>): readonly BookDifference[] {
  const reasonByRail = new Map(silent.map(({ rail, reason }) => [rail, reason]));
  for (const rail of rails) {
    const reason = reasonByRail.get(rail);
    console.log(
      reason === undefined ? `compared with the list of rail ${rail}` : `NOT COMPARED with rail ${rail}: it gives no list (${reason})`,
    );
  }
  for (const { subject, detail, explanation } of lines)
    console.log(explanation === null ? `OPEN    ${subject}: ${detail}` : `told    ${subject}: ${detail}; explained: ${explanation}`);
  return lines.filter(({ explanation }) => explanation === null);
}

/** The first audit log row that was tampered with; undefined: none. */
async function printAuditLog(deps: OpenAudit['deps'], knownHead: string | undefined): Promise<string | undefined> {
  const problems = await verifyAudit(deps, knownHead);
  console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  the audit log is as it was written`);
  for (const line of problems) console.log(`        ${line}`);
  console.log(`        its head, to be kept elsewhere: ${(await auditHead(deps)) ?? 'nothing is chained yet'}`);
  return problems[0];
}

/**
 * `npm run audit`: recomputes the ledger, compares it with rail statements, verifies the audit log, prints problems. With a noted head (`--
 * 123:<hash>`) it detects a truncated log.
 */
async function audit(): Promise<number> {
  const opened = await openAudit(readConfig(process.env), createLog({ level: 'error' }));
  const { deps } = opened;
  try {
    const findings = await auditLedger(deps.db);
    printEquations(findings);
    const open = printLines(await reconcile(deps, 0), deps.rails.keys());
    const tampered = await printAuditLog(deps, process.argv[2]);
    const problem = tampered ?? (findings[0] ? `${findings[0].equation} (${findings[0].subject})` : open[0]?.subject);
    console.log(problem === undefined ? 'The books are right.' : `The books are wrong: ${problem}`);
    return problem === undefined ? 0 : 1;
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
