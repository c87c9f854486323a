import * as z from 'zod/mini';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import sql, { Sql } from 'sql-template-tag';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';

interface Rule {
  readonly points: number;
  readonly isKept: boolean;
  readonly seconds?: number;
}

/**
 * What is counted, per key (an address, an account) and minute, or the rule's own time. `kept` ones are counted in the database: they guard what can be
 * guessed or exhausted, and hold over all processes. The others are counted in memory, for speed; only a key that has gone
 * too far is written down, so that a restart does not let it off.
 */
const RULES = {
  read: { points: 1_200, isKept: false },
  // Drawing a page costs as much as many calls; what it asks of the API before it is drawn counts with it
  page: { points: 600, isKept: false },
  // Whatever is neither endpoint nor page: assets, pictures, feeds
  file: { points: 6_000, isKept: false },
  // Two megabytes, for programs that read it once
  description: { points: 60, isKept: false },
  calculation: { points: 600, isKept: false },
  command: { points: 120, isKept: false },
  creation: { points: 60, isKept: true },
  // Of programs that sign their calls, before we know whose: what each key may is its own (`server/partners`)
  signed: { points: 3_000, isKept: false },
  // Of all guests together, in each process: beyond them each address has what follows, so that many networks cannot take the machine
  // along and a few cannot stop the others
  calculation_all: { points: 120_000, isKept: false },
  command_all: { points: 6_000, isKept: false },
  creation_all: { points: 1_800, isKept: false },
  calculation_busy: { points: 60, isKept: false },
  command_busy: { points: 20, isKept: false },
  creation_busy: { points: 6, isKept: false },
  sign_in: { points: 5, isKept: true },
  sign_in_first: { points: 1, isKept: true },
  sign_in_account: { points: 60, isKept: true },
  sign_in_peer: { points: 30, isKept: true },
  // 256 bits are guessed by nobody: this only keeps whoever tries from costing anything
  mailed_token: { points: 30, isKept: true, seconds: 600 },
  // Six digits of whoever has the password already: at 240 a day he is right once in four years
  second_factor: { points: 10, isKept: true, seconds: 3_600 },
  // Beyond these nobody is kept out: he brings a proof that he is no program (`server/captcha/require-human.ts`)
  human_sign_up: { points: 20, isKept: true, seconds: 3_600 },
  human_reset: { points: 10, isKept: true, seconds: 3_600 },
  human_resend: { points: 10, isKept: true, seconds: 3_600 },
  human_chat: { points: 30, isKept: true, seconds: 3_600 },
  human_sign_in: { points: 60, isKept: true, seconds: 3_600 },
  human_request: { points: 10, isKept: true, seconds: 3_600 },
  human_all: { points: 300, isKept: true, seconds: 3_600 },
} as const satisfies Record<string, Rule>;

export type LimitKind = keyof typeof RULES;
const KINDS = Object.keys(RULES) as LimitKind[];
const WINDOW_SECONDS = 60;
const MAX_KEY_LENGTH = 200;

export interface RateLimits {
  readonly areOn: boolean;
  /** Counts one call; seconds to wait when the limit is exceeded, else undefined. */
  spend(kind: LimitKind, key: string): Promise<number | undefined>;
  /** Forgets what was counted, after proof that the caller may. */
  forgive(kind: LimitKind, key: string): Promise<void>;
  /** Takes one counted call back: it was no guess after all. */
  giveBack(kind: LimitKind, key: string): Promise<void>;
}

/** Lifts every limit: `RATE_LIMITS=off`, tests. */
export const noRateLimits: RateLimits = {
  areOn: false,
  spend: () => Promise.resolve(undefined),
  forgive: () => Promise.resolve(),
  giveBack: () => Promise.resolve(),
};

/** No count reaches this; every instant in milliseconds is beyond it. */
const SMALLEST_INSTANT = 1_000_000_000_000;

const QueryRow = z.looseObject({
  expire: z.optional(z.nullable(z.union([z.string(), z.number()]))),
});

/**
 * The limiter's statements on our database port: `$n` placeholders become values of a template. The limiter reads the
 * machine's calendar, the table is shared by all processes and keeps the database's: instants are moved on their way in and out.
 */
function storeOn({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const isInstant = (value: unknown): value is number => typeof value === 'number' && value > SMALLEST_INSTANT;
  return {
    async query({ text, values: given }: { text: string; values: readonly unknown[] }) {
      const aheadMs = Date.now() - clock.now();
      const values = given.map((value) => (isInstant(value) ? value - aheadMs : value));
      const parts = text.split(/\$(\d+)/);
      const strings = parts.filter((_, index) => index % 2 === 0);
      const numbers = parts.filter((_, index) => index % 2 === 1);
      const found = await db.many(
        QueryRow,
        new Sql(
          strings,
          numbers.map((number) => values[Number(number) - 1]),
        ),
      );
      const rows = found.map((row) => (row.expire == null ? row : { ...row, expire: Number(row.expire) + aheadMs }));
      return { rows, rowCount: rows.length };
    },
  };
}

type Limiter = RateLimiterMemory | RateLimiterPostgres;

function createLimiter(kind: LimitKind, deps: Pick<Deps, 'db' | 'clock'>): Limiter {
  const { points, isKept, seconds: duration = WINDOW_SECONDS }: Rule = RULES[kind];
  const memory = new RateLimiterMemory({ keyPrefix: kind, points, duration });
  if (!isKept) return memory;
  return new RateLimiterPostgres({
    storeClient: storeOn(deps),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: kind,
    points,
    duration,
    // A key that is over its limit costs no further query
    inMemoryBlockOnConsumed: points + 1,
    // Without a database the guard stays, in memory
    insuranceLimiter: memory,
  });
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
}

const RestoreRow = z.object({
  key: z.string(),
  expire: z.string(),
});

/** Reads the blocks that outlive the last run into memory. */
async function restore({ db, clock }: Deps, limiters: ReadonlyMap<LimitKind, Limiter>): Promise<void> {
  const rows = await db.many(RestoreRow, sql`select key, expire from rate_limits where expire > ${clock.now()}`);
  for (const { key, expire } of rows) {
    const [kind, name] = [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)];
    const limiter = limiters.get(kind as LimitKind);
    if (limiter instanceof RateLimiterMemory) await limiter.block(name, Math.ceil((Number(expire) - clock.now()) / SECOND_MS));
  }
}

/** Writes down that a key counted in memory has gone too far. */
async function keepBlock({ db }: Deps, key: string, expire: number): Promise<void> {
  await db.run(sql`
    insert into rate_limits (key, points, expire) values (${key.slice(0, MAX_KEY_LENGTH)}, 0, ${expire})
    on conflict (key) do update set expire = excluded.expire`);
}

/** Limits by class on PostgreSQL; blocks of an earlier run are in force from the first request on. */
export async function createRateLimits(deps: Deps): Promise<RateLimits> {
  const limiters = new Map(KINDS.map((kind) => [kind, createLimiter(kind, deps)]));
  await restore(deps, limiters);

  async function spend(kind: LimitKind, key: string): Promise<number | undefined> {
    try {
      await limiters.get(kind)?.consume(key.slice(0, MAX_KEY_LENGTH));
      return undefined;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      const isFirst = reason.consumedPoints === RULES[kind].points + 1;
      if (isFirst && !RULES[kind].isKept) {
        await keepBlock(deps, `${kind}:${key}`, deps.clock.now() + reason.msBeforeNext).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'rate_limit_not_kept'),
        );
      }
      return Math.max(1, Math.ceil(reason.msBeforeNext / SECOND_MS));
    }
  }
  return {
    areOn: true,
    spend,
    async forgive(kind, key) {
      await limiters.get(kind)?.delete(key.slice(0, MAX_KEY_LENGTH));
    },
    async giveBack(kind, key) {
      await limiters.get(kind)?.reward(key.slice(0, MAX_KEY_LENGTH));
    },
  };
}

/** Forgets counters whose time is over; meant to run every few minutes. */
export async function purgeRateLimits({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from rate_limits where expire < ${clock.now() - MINUTE_MS}`);
}
