import type { Clock } from './clock.ts';
import type { Db } from './db/db.ts';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import type { Queue } from './queue/queue.ts';
import type { Random } from './random.ts';
import type { Secrets } from './secrets.ts';

/** The platform's part of `Deps`. */
export interface PlatformDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly queue: Queue;
  readonly live: Live;
}
