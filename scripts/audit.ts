import { EQUATION_NAMES, auditLedger } from '#server/ledger/audit.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/create-log.ts';
import { openDatabase } from '#server/platform/db/open.ts';

/** `npm run audit`: recomputes the whole ledger of the configured database and names the first thing wrong. */
async function audit(): Promise<number> {
  const config = readConfig(process.env);
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log: createLog({ level: 'warn' }),
    max: 2,
  });
  try {
    const findings = await auditLedger(database.db);
    for (const name of EQUATION_NAMES) {
      const breaches = findings.filter((finding) => finding.equation === name);
      console.log(`${breaches.length === 0 ? 'holds ' : 'BROKEN'}  ${name}`);
      for (const breach of breaches) console.log(`        ${breach.subject}: ${breach.detail}`);
    }
    console.log(findings.length === 0 ? 'The books are right.' : `The books are wrong: ${findings[0]?.equation} (${findings[0]?.subject})`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
}

try {
  process.exitCode = await audit();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
