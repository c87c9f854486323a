import { readConfig } from '#server/config/config.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { ConfigError } from '#server/platform/errors.ts';
import { createLog } from '#server/platform/log.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { resetFactorOnServer } from '#server/staff/reset-factor-on-server.ts';

/** `npm run reset-second-factor -- owner@example.com`: for an owner who lost the second factor and has no colleague to reset it (docs/how-to/reset-a-second-factor.md). */
async function resetSecondFactor(email: string | undefined): Promise<number> {
  if (email === undefined) {
    console.error('Whose? npm run reset-second-factor -- owner@example.com');
    return 2;
  }
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const database = await openDatabase({ databaseUrl, databaseDirectUrl, dataDir, log, max: 2 });
  try {
    const { db } = database;
    const [secretKey, ...previous] = await openKeyRing(db, config);
    const deps = { db, clock: systemClock, random: systemRandom, secrets: createSecrets(secretKey, previous) };
    const fullName = await resetFactorOnServer(deps, email);
    if (fullName === undefined) {
      console.error(`Nobody has the e-mail ${email}; nothing was changed.`);
      return 1;
    }
    console.log(`${fullName}: the authenticator app, passkeys and recovery codes are forgotten, all sessions are ended.`);
    console.log(
      'At the next sign-in a new second factor is enrolled. The audit log and a letter to the person say that this was done on the server.',
    );
    return 0;
  } finally {
    await database.stop();
  }
}

try {
  process.exitCode = await resetSecondFactor(process.argv[2]);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 2;
}
