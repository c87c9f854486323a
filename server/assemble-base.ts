import path from 'node:path';
import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Config } from './platform/config.ts';
import { type DatabaseClock, openDatabaseClock } from './platform/database-clock.ts';
import type { Db } from './platform/db/db.ts';
import { type OpenDatabase, openDatabase } from './platform/db/open.ts';
import type { Files } from './platform/files.ts';
import { createLive } from './platform/live-postgres.ts';
import type { Live } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { createQueue, type DrainableQueue } from './platform/queue/pg-boss-queue.ts';
import { type Random, systemRandom } from './platform/random.ts';
import { createSecrets, type Secrets } from './platform/secrets.ts';
import { createTranslate } from './platform/translate.ts';
import { fileStores } from './adapters/storage/index.ts';
import type { Settings, Translate } from './deps.ts';

/** Everything below the business: what every feature may ask for and no adapter is part of. */
export interface Base {
  readonly database: OpenDatabase;
  readonly db: Db;
  readonly clock: DatabaseClock;
  readonly random: Random;
  readonly secretKey: string;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly queue: DrainableQueue;
  readonly live: Live;
  readonly files: Files;
  readonly t: Translate;
  readonly settings: Settings;
}

const SECRET_BYTES = 32;

/**
 * The key of a demonstration: made once and kept in its database, so that every process of it has the same one.
 * A production start never comes here: it refuses to run without its own.
 */
async function demoSecretKey(db: Db): Promise<string> {
  const made = JSON.stringify(randomBytes(SECRET_BYTES).toString('base64url'));
  await db.run(sql`insert into settings (key, value) values ('demo_secret_key', ${made}::jsonb) on conflict (key) do nothing`);
  const { value } = await db.one<{ value: string }>(sql`select value #>> '{}' as value from settings where key = 'demo_secret_key'`);
  return value;
}

export async function openBase(config: Config, log: Log): Promise<Base> {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  try {
    const { db, appUrl } = database;
    const secretKey = config.secretKey ?? (await demoSecretKey(db));
    const clock = await openDatabaseClock({ db, log });
    clock.start();
    const live = createLive({ url: appUrl, log });
    await live.start();
    return {
      database,
      db,
      clock,
      random: systemRandom,
      secretKey,
      secrets: createSecrets(secretKey),
      log,
      queue: createQueue({ url: appUrl, log }),
      live,
      files: fileStores.folder({ folder: path.join(config.dataDir, 'files') }),
      t: createTranslate(),
      settings: {
        publicUrl: config.publicUrl,
        mode: config.mode,
        rateLimits: config.rateLimits,
        supportEmail: config.supportEmail ?? null,
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
