import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import { AnyRow, col, type Db, rowType, sql, Sql } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import { peerOf } from './peer.ts';

interface Rule {
  readonly points: number;
  readonly isPersistent: boolean;
  readonly seconds?: number;
}

/**
 * Points per key and minute, or the rule's time. Persistent rules, against guessing and exhaustion, are counted in the database. Others
 * are counted in memory; only exceeded keys are stored.
 */
const RULES = {
  read: { points: 1_200, isPersistent: false },
  // Rendering a page costs as much as many calls; its API calls are included
  page: { points: 600, isPersistent: false },
  // Anything that is neither endpoint nor page: assets, pictures, feeds
  file: { points: 6_000, isPersistent: false },
  // Two megabytes, for programs that read it once
  description: { points: 60, isPersistent: false },
  calculation: { points: 600, isPersistent: false },
  command: { points: 120, isPersistent: false },
  creation: { points: 60, isPersistent: true },
  // Signed calls before the key is known; each key has its own quotas (`server/partners`)
  signed: { points: 3_000, isPersistent: false },
  // All guests of one process together; above it the `_busy` limits apply per address, so that neither many networks nor a few can block
  // the others
  calculation_all: { points: 120_000, isPersistent: false },
  command_all: { points: 6_000, isPersistent: false },
  creation_all: { points: 1_800, isPersistent: false },
  calculation_busy: { points: 60, isPersistent: false },
  command_busy: { points: 20, isPersistent: false },
  creation_busy: { points: 6, isPersistent: false },
  sign_in: { points: 5, isPersistent: true },
  sign_in_first: { points: 1, isPersistent: true },
  sign_in_account: { points: 60, isPersistent: true },
  sign_in_peer: { points: 30, isPersistent: true },
  // 256 bits cannot be guessed: this only limits the cost of trying
  mailed_token: { points: 30, isPersistent: true, seconds: 600 },
  // Six digits, after a correct password: 240 guesses a day succeed once in four years
  second_factor: { points: 10, isPersistent: true, seconds: 3_600 },
  // Above these the client must solve a captcha (`server/captcha/require-human.ts`)
  human_sign_up: { points: 20, isPersistent: true, seconds: 3_600 },
  human_reset: { points: 10, isPersistent: true, seconds: 3_600 },
  human_resend: { points: 10, isPersistent: true, seconds: 3_600 },
  human_chat: { points: 30, isPersistent: true, seconds: 3_600 },
  human_sign_in: { points: 60, isPersistent: true, seconds: 3_600 },
  human_request: { points: 10, isPersistent: true, seconds: 3_600 },
  human_all: { points: 300, isPersistent: true, seconds: 3_600 },
} as const satisfies Record<string, Rule>;

export type LimitKind = keyof typeof RULES;
const KINDS = Object.keys(RULES) as LimitKind[];
const WINDOW_SECONDS = 60;
const MAX_KEY_LENGTH = 200;

export interface RateLimits {
  readonly areOn: boolean;
  /** Counts one call; returns the seconds to wait when the limit is exceeded, else undefined. */
  spend(kind: LimitKind, key: string): Promise<number | undefined>;
  /** Resets a key's counter, after a successful proof. */
  reset(kind: LimitKind, key: string): Promise<void>;
  /** Subtracts one counted call. */
  uncount(kind: LimitKind, key: string): Promise<void>;
}

/** No limits: `RATE_LIMITS=off`, tests. */
export const noRateLimits: RateLimits = {
  areOn: false,
  spend: () => Promise.resolve(undefined),
  reset: () => Promise.resolve(),
  uncount: () => Promise.resolve(),
};

/** Separates counts from instants in milliseconds among the values of the limiter's statements. */
const MIN_INSTANT = 1_000_000_000_000;

/**
 * Runs the limiter's SQL on our database: `$n` placeholders become template values. The limiter uses the machine's clock, the shared table
 * the database's clock: instants are converted both ways.
 */
function createStoreClient({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const isInstant = (value: unknown): value is number => typeof value === 'number' && value > MIN_INSTANT;
  return {
    async query({ text, values: originalValues }: { text: string; values: readonly unknown[] }) {
      const aheadMs = Date.now() - clock.now();
      const values = originalValues.map((value) => (isInstant(value) ? value - aheadMs : value));
      const parts = text.split(/\$(\d+)/);
      const strings = parts.filter((_, index) => index % 2 === 0);
      const numbers = parts.filter((_, index) => index % 2 === 1);
      const fetched = await db.many(
        AnyRow,
        new Sql(
          strings,
          numbers.map((number) => values[Number(number) - 1]),
        ),
      );
      const rows = fetched.map((row) => ('expire' in row && row.expire !== null ? { ...row, expire: Number(row.expire) + aheadMs } : row));
      return { rows, rowCount: rows.length };
    },
  };
}

type Limiter = RateLimiterMemory | RateLimiterPostgres;

function createLimiter(kind: LimitKind, deps: Pick<Deps, 'db' | 'clock'>): Limiter {
  const { points, isPersistent, seconds: duration = WINDOW_SECONDS }: Rule = RULES[kind];
  const memory = new RateLimiterMemory({ keyPrefix: kind, points, duration });
  if (!isPersistent) return memory;
  return new RateLimiterPostgres({
    storeClient: createStoreClient(deps),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points,
    duration,
    // A key over its limit is blocked in memory, without a query
    inMemoryBlockOnConsumed: points + 1,
    // Without a database the limits are counted in memory
    insuranceLimiter: memory,
  });
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

const RestoreRow = rowType({
  key: col.text,
  expire: col.text,
});

/** Loads the blocks of an earlier run into memory. */
async function restoreBlocks({ db, clock }: Deps, limiters: ReadonlyMap<LimitKind, Limiter>): Promise<void> {
  const rows = await db.many(RestoreRow, sql`select key, expire from rate_limits where expire > ${clock.now()}`);
  for (const { key, expire } of rows) {
    const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    const limiter = limiters.get(kind as LimitKind);
    if (limiter instanceof RateLimiterMemory) await limiter.block(name, Math.ceil((Number(expire) - clock.now()) / SECOND_MS));
  }
}

/** Stores that a key counted in memory exceeded its limit. */
async function storeBlock({ db }: Deps, key: string, expire: number): Promise<void> {
  await db.run(sql`
    insert into rate_limits (key, points, expire) values (${key.slice(0, MAX_KEY_LENGTH)}, 0, ${expire})
    on conflict (key) do update set expire = excluded.expire`);
}

/** Rate limits on PostgreSQL; blocks of an earlier run apply from the first request. */
export async function createRateLimits(deps: Deps): Promise<RateLimits> {
  const limiters = new Map(KINDS.map((kind) => [kind, createLimiter(kind, deps)]));
  await restoreBlocks(deps, limiters);

  async function spend(kind: LimitKind, key: string): Promise<number | undefined> {
    try {
      await limiters.get(kind)?.consume(key.slice(0, MAX_KEY_LENGTH));
      return undefined;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      const isFirst = reason.consumedPoints === RULES[kind].points + 1;
      if (isFirst && !RULES[kind].isPersistent) {
        await storeBlock(deps, `${kind}:${key}`, deps.clock.now() + reason.msBeforeNext).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'rate_limit_not_kept'),
        );
      }
      return Math.max(1, Math.ceil(reason.msBeforeNext / SECOND_MS));
    }
  }
  return {
    areOn: true,
    spend,
    async reset(kind, key) {
      await limiters.get(kind)?.delete(key.slice(0, MAX_KEY_LENGTH));
    },
    async uncount(kind, key) {
      await limiters.get(kind)?.reward(key.slice(0, MAX_KEY_LENGTH));
    },
  };
}

/** Deletes expired counters; run every few minutes. */
export async function purgeRateLimits({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from rate_limits where expire < ${clock.now() - MINUTE_MS}`);
}

/** A rate limit exceeded outside of endpoints; pages and files render it in their own way. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly statusCode = 429;
  readonly seconds: number;
  constructor(seconds: number) {
    super(`too many requests, try again in ${seconds} s`);
    this.seconds = seconds;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limit that counts requests to a route without an endpoint; null: none. Default `file`. */
    limit?: LimitKind | null;
  }
}

/** Applies a rate limit to every route without an endpoint; endpoints apply theirs in their guard. */
export function limitRoutes(app: FastifyInstance, limits: RateLimits): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint, limit = 'file' } = request.routeOptions.config;
    // In-process calls count with the request that caused them
    if (endpoint !== undefined || limit === null || !(request.raw.socket instanceof Socket)) return done();
    void (async () => {
      const refusal = await limits.spend(limit, peerOf(request.ip)).then(
        (seconds) => (seconds === undefined ? undefined : new TooManyRequests(seconds)),
        (error: unknown) => error as Error,
      );
      done(refusal);
    })();
  });
}
