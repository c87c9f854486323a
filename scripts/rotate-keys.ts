import { resignAuditHead } from '#server/audit-log/chain-audit.ts';
import { resignChainHead } from '#server/ledger-chain/chain-transfers.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { reseal } from '#server/keys/reseal.ts';
import { readConfig } from '#server/config/config.ts';
import { ConfigError } from '#server/platform/errors.ts';
import { createLog } from '#server/platform/log.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createSecrets } from '#server/platform/secrets.ts';

/** `npm run rotate-keys`: re-encrypts all stored secrets with SECRET_KEY while processes run (docs/how-to/change-the-secret-key.md). */
async function rotateKeys(): Promise<number> {
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir, log, max: 2 });
  try {
    const [newest, ...previous] = await openKeyRing(database.db, config);
    if (previous.length === 0)
      console.log('There is one key only. To change it: set SECRET_KEY to a new one and SECRET_KEY_PREVIOUS to this one.');
    const secrets = createSecrets(newest, previous);
    const results = await reseal({ db: database.db, secrets });
    await resignAuditHead({ db: database.db, clock: systemClock, secrets });
    await resignChainHead({ db: database.db, clock: systemClock, secrets });
    for (const { column, resealed, alreadyNew, lost } of results) {
      console.log(`${column}: ${resealed} sealed anew, ${alreadyNew} already so`);
      for (const row of lost.slice(0, 20)) console.log(`        no key of the ring opens ${row}`);
    }
    const lost = results.reduce((sum, result) => sum + result.lost.length, 0);
    console.log(lost === 0 ? 'Everything stored is sealed with SECRET_KEY.' : `${lost} values are sealed with a key that is not here.`);
    return lost === 0 ? 0 : 1;
  } finally {
    await database.stop();
  }
}

try {
  process.exitCode = await rotateKeys();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
