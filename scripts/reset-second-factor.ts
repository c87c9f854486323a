import { readConfig } from '#server/config/config.ts';
import { openKeyRing } from '#server/keys/key-ring.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import { createLog } from '#server/platform/create-log.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { resetFactors } from '#server/second-factors/remove-factor.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { findPersonByEmail } from '#server/users/find-person.ts';

/** Who does it in the audit log: whoever may run programs on the server. */
const SERVER = 'server';

/** `npm run reset-second-factor -- owner@example.com`: for an owner who lost his factor and has no colleague to reset it (docs/how-to/reset-a-second-factor.md). */
async function resetSecondFactor(email: string | undefined): Promise<number> {
  if (email === undefined) {
    console.error('Whose? npm run reset-second-factor -- owner@example.com');
    return 2;
  }
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, max: 2 });
  try {
    const { db } = database;
    const person = await findPersonByEmail(db, email);
    if (person === undefined) {
      console.error(`Nobody has the e-mail ${email}; nothing was changed.`);
      return 1;
    }
    const [secretKey, ...previous] = await openKeyRing(db, config);
    const deps = { clock: systemClock, random: systemRandom, secrets: createSecrets(secretKey, previous) };
    await db.tx(async (tx) => {
      await resetFactors(deps, tx, person.id);
      // Nobody listens here: an office that is open looks by itself within a minute
      await endSessionsOf({ live: { hint: () => undefined } }, tx, person.id);
      await recordAudit(deps, tx, {
        actorId: SERVER,
        action: 'staff.reset_factor',
        subjectType: 'user',
        subjectId: person.id,
        detail: { email: person.email },
      });
    });
    console.log(`${person.email}: the authenticator app, passkeys and recovery codes are forgotten, all sessions are ended.`);
    console.log('At the next sign-in a new second factor is enrolled. The audit log says that this was done on the server.');
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
