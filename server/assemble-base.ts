import path from 'node:path';
import { openKeyRing } from './keys/key-ring.ts';
import type { Config } from './config/config.ts';
import { type DatabaseClock, openDatabaseClock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import { type OpenDatabase, openDatabase } from './platform/db/open.ts';
import { createLive } from './platform/live-postgres.ts';
import type { Live } from './platform/live.ts';
import type { Log } from './platform/log.ts';
import { createQueue, type DrainableQueue } from './platform/queue/pg-boss-queue.ts';
import { type Random, systemRandom } from './platform/random.ts';
import { createSecrets, type Secrets } from './platform/secrets.ts';
import { createTranslate } from './platform/translate.ts';
import { openFiles } from './adapters/storage/index.ts';
import type { Files } from './adapters/storage/port.ts';
import type { Settings, Translate } from './deps.ts';

/** Technical dependencies without business rules: database, clock, secrets, queue, files, translations. */
export interface Base {
  readonly database: OpenDatabase;
  readonly db: Db;
  readonly clock: DatabaseClock;
  readonly random: Random;
  /** The first secret of this installation: demo mode derives addresses from it, which must not change with the key. */
  readonly oldestSecretKey: string;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly queue: DrainableQueue;
  readonly live: Live;
  readonly files: Files;
  readonly t: Translate;
  readonly settings: Settings;
}

export async function openBase(config: Config, log: Log, connections?: number): Promise<Base> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    databaseDirectUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    log,
    ...(connections === undefined ? {} : { max: connections }),
  });
  try {
    const { db, access, appUrl } = database;
    const [secretKey, ...previous] = await openKeyRing(db, config);
    const clock = await openDatabaseClock({ db, log });
    clock.start();
    const live = createLive({ url: appUrl, log });
    await live.start();
    return {
      database,
      db,
      clock,
      random: systemRandom,
      oldestSecretKey: previous.at(-1) ?? secretKey,
      secrets: createSecrets(secretKey, previous),
      log,
      queue: createQueue({ ...access, log, live }),
      live,
      files: openFiles({ folder: path.join(config.dataDir, 'files'), s3: config.storage ?? null }),
      t: createTranslate(),
      settings: {
        publicUrl: config.publicUrl,
        mode: config.mode,
        rateLimits: config.rateLimits,
        supportEmail: config.supportEmail ?? null,
        webhookHosts: config.webhookHosts,
        modulesOff: config.modulesOff,
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
