import { parseArgs } from 'node:util';
import { openBase } from '#server/assemble-base.ts';
import { assembleRails, ownUrlOf } from '#server/assemble-rails.ts';
import { auditHead } from '#server/audit-log/chain-audit.ts';
import { verifyAudit } from '#server/audit-log/verify-audit.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { Deps } from '#server/deps.ts';
import { loadCatalogue } from '#server/payment-systems/load-catalogue.ts';
import { headLine, verifyChain } from '#server/ledger-chain/verify-chain.ts';
import { hasCluster } from '#server/platform/db/embedded-cluster.ts';
import { isMigrated } from '#server/platform/db/migrate.ts';
import { ConfigError } from '#server/platform/errors.ts';
import { createLog, type Log } from '#server/platform/log.ts';
import { auditLedger, EQUATION_NAMES, type Finding } from '#server/reconciliation/audit-ledger.ts';
import { type BookDifference, reconcile, type Reconciliation } from '#server/reconciliation/reconcile.ts';

interface OpenAudit {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'rails' | 'catalogue' | 'secrets'>;
  close(): Promise<void>;
}

/** Refuses a data folder or database without a shop: opening it would create a new shop, whose empty books are always right. */
async function refuseMissingShop({ dataDir, databaseUrl }: Config): Promise<void> {
  const hasShop = databaseUrl === undefined ? hasCluster(dataDir) : await isMigrated(databaseUrl);
  if (hasShop) return;
  const location = databaseUrl === undefined ? dataDir : 'DATABASE_URL';
  throw new ConfigError(
    `There is no shop at ${location}: nothing to audit. Name it as it is started itself, by DATA_DIR (its folder) or DATABASE_URL (its database).`,
  );
}

/** Opens the ledger and the rails of the configured shop for reading: without a payout key, HTTP and jobs. */
async function openAudit(config: Config, log: Log): Promise<OpenAudit> {
  const keyless: Config = {
    ...config,
    evm: config.evm && { ...config.evm, payoutKey: undefined },
    coins: config.coins.map((coin) => ({ ...coin, payoutKey: undefined })),
    tron: config.tron && { ...config.tron, payoutKey: undefined },
    monero: config.monero && { ...config.monero, payoutUrl: undefined },
  };
  await refuseMissingShop(config);
  const base = await openBase(keyless, log);
  const catalogue = await loadCatalogue(base);
  const rails = assembleRails(base, keyless, {
    catalogue,
    ownUrl: () => ownUrlOf(config),
    paysOut: () => false,
  });
  return {
    deps: { ...base, catalogue, rails },
    async close() {
      await catalogue.stop();
      base.clock.stop();
      await base.live.stop();
      await base.database.stop();
    },
  };
}

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

/** The first transfer or link of the ledger that was tampered with; undefined: none. */
async function printChain(deps: OpenAudit['deps'], keptHead: string | undefined): Promise<string | undefined> {
  const verification = await verifyChain(deps, keptHead);
  const { problems, links } = verification;
  console.log(`${problems.length === 0 ? 'holds ' : 'BROKEN'}  the ledger is as it was written: ${links} linked transfers`);
  for (const problem of problems) console.log(`        ${problem}`);
  console.log(`        its head, to be kept elsewhere: ${headLine(verification)}`);
  return problems[0];
}

/** Heads kept elsewhere: `--head` of the ledger, and one of the audit log. */
function readHeads(): { readonly ledger: string | undefined; readonly auditLog: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { head: { type: 'string' } }, allowPositionals: true });
    return { ledger: values.head, auditLog: positionals[0] };
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * `npm run audit`: recomputes the ledger, compares it with rail statements, verifies both hash chains, prints problems. With kept heads
 * (`--head 123:<hash>` of the ledger, `123:<hash>` of the audit log) it detects rewritten ones.
 */
async function audit(): Promise<number> {
  const heads = readHeads();
  const opened = await openAudit(readConfig(process.env), createLog({ level: 'error' }));
  const { deps } = opened;
  try {
    const findings = await auditLedger(deps.db);
    printEquations(findings);
    const open = printLines(await reconcile(deps, 0), deps.rails.keys());
    const broken = await printChain(deps, heads.ledger);
    const tampered = await printAuditLog(deps, heads.auditLog);
    const problem = broken ?? tampered ?? (findings[0] ? `${findings[0].equation} (${findings[0].subject})` : open[0]?.subject);
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
