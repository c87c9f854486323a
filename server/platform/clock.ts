import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from './db/db.ts';
import type { Log } from './log.ts';

/** Source of time; tests use their own. */
export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A larger skew of the machine's clock raises an alarm. */
export const SKEW_ALARM_MS = 2000;
const MEASURE_EVERY_MS = 10_000;
/** A slower answer does not tell when the database read its clock. */
const MAX_ROUND_TRIP_MS = 1000;
/** A smaller step back is measurement noise, and `now` repeats its last value. A larger one means that the database's clock was set. */
const MAX_NOISE_MS = 1000;

/** The database's time, used for deadlines, leases and sessions, so that all processes use one clock. */
export interface DatabaseClock extends Clock {
  /** How far this machine's clock is ahead of the database's (negative: behind), as last measured. */
  skewMs(): number;
  /** Called once when the machine's clock is off by more than `SKEW_ALARM_MS`, again only after it was right. */
  onSkew(listener: (skewMs: number) => void): void;
  /** Measures against the database now. */
  measure(): Promise<void>;
  /** Measures every 10 s until `stop`. */
  start(): void;
  stop(): void;
}

export interface ClockSources {
  /** Monotonic milliseconds. */
  readonly monotonicMs: () => number;
  /** The machine's calendar clock, only compared. */
  readonly machineMs: () => number;
}

const SOURCES: ClockSources = { monotonicMs: () => performance.now(), machineMs: () => Date.now() };

const MeasureRow = rowType({ ms: col.number });

/** Opens the clock with a first measurement; between measurements the monotonic clock advances it. */
export async function openDatabaseClock(
  deps: { readonly db: Pick<Queryable, 'one'>; readonly log: Pick<Log, 'warn'> },
  { monotonicMs, machineMs }: ClockSources = SOURCES,
): Promise<DatabaseClock> {
  const listeners: ((skewMs: number) => void)[] = [];
  const stopped = new AbortController();
  /** Database time minus monotonic time. */
  let offsetMs: number | undefined;
  let lastNow: Instant = 0;
  let isSkewed = false;

  const current = (): number => monotonicMs() + (offsetMs ?? 0);
  const skewMs = (): number => Math.round(machineMs() - current());

  function compare(): void {
    const skew = skewMs();
    const isOff = Math.abs(skew) > SKEW_ALARM_MS;
    if (isOff && !isSkewed) {
      deps.log.warn({ skew_ms: skew }, 'clock_skew');
      for (const listener of listeners) listener(skew);
    }
    isSkewed = isOff;
  }

  async function measure(): Promise<void> {
    const before = monotonicMs();
    const { ms } = await deps.db.one(MeasureRow, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
    const roundTripMs = monotonicMs() - before;
    const measured = ms - (before + roundTripMs / 2);
    const isBetter = offsetMs === undefined || Math.abs(measured - offsetMs) > roundTripMs / 2;
    if (isBetter && (offsetMs === undefined || roundTripMs <= MAX_ROUND_TRIP_MS)) offsetMs = measured;
    compare();
  }

  async function keepMeasuring(): Promise<void> {
    while (!stopped.signal.aborted) {
      await sleep(MEASURE_EVERY_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
      // Without a database the monotonic clock continues
      if (!stopped.signal.aborted) await measure().catch(() => undefined);
    }
  }

  await measure();
  return {
    now() {
      const now = Math.floor(current());
      lastNow = now < lastNow - MAX_NOISE_MS ? now : Math.max(lastNow, now);
      return lastNow;
    },
    skewMs,
    onSkew(listener) {
      listeners.push(listener);
      if (isSkewed) listener(skewMs());
    },
    measure,
    start: () => void keepMeasuring(),
    stop: () => stopped.abort(),
  };
}
