import * as z from 'zod/mini';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Clock } from './clock.ts';
import type { Queryable } from './db/db.ts';
import type { Log } from './log.ts';

/** How far the machine's own clock may be off before somebody is told. */
export const SKEW_ALARM_MS = 2000;
const MEASURE_EVERY_MS = 10_000;
/** An answer that took longer says too little about when the database read its clock. */
const MAX_ROUND_TRIP_MS = 1000;
/** Smaller steps back are noise of the measurement: time then stands still for a moment. Larger ones are the database's clock being set. */
const MAX_NOISE_MS = 1000;

/** The database's time, the only one that deadlines, leases and sessions go by: all processes read the same clock. */
export interface DatabaseClock extends Clock {
  /** How far this machine's clock is ahead of the database's (negative: behind), as last measured. */
  skewMs(): number;
  /** Told each time the machine's clock is found to be off by more than `SKEW_ALARM_MS`, once until it is right again. */
  onSkew(listener: (skewMs: number) => void): void;
  /** Asks the database now. */
  measure(): Promise<void>;
  /** Measures from now on, until `stop`. */
  start(): void;
  stop(): void;
}

export interface ClockSources {
  /** Milliseconds that only ever go forward. */
  readonly steadyMs: () => number;
  /** The machine's own calendar clock: only compared, never used. */
  readonly machineMs: () => number;
}

const SOURCES: ClockSources = { steadyMs: () => performance.now(), machineMs: () => Date.now() };

const MeasureRow = z.object({
  ms: z.number(),
});

/** Opens the clock with a first measurement; between measurements it is carried by the steady clock, which nobody sets. */
export async function openDatabaseClock(
  deps: { readonly db: Pick<Queryable, 'one'>; readonly log: Pick<Log, 'warn'> },
  { steadyMs, machineMs }: ClockSources = SOURCES,
): Promise<DatabaseClock> {
  const listeners: ((skewMs: number) => void)[] = [];
  const over = new AbortController();
  /** Database time minus steady time. */
  let offsetMs: number | undefined;
  let told: Instant = 0;
  let isSkewed = false;

  const current = (): number => steadyMs() + (offsetMs ?? 0);
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
    const before = steadyMs();
    const { ms } = await deps.db.one(MeasureRow, sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`);
    const roundTripMs = steadyMs() - before;
    const measured = ms - (before + roundTripMs / 2);
    const isBetter = offsetMs === undefined || Math.abs(measured - offsetMs) > roundTripMs / 2;
    if (isBetter && (offsetMs === undefined || roundTripMs <= MAX_ROUND_TRIP_MS)) offsetMs = measured;
    compare();
  }

  async function keepMeasuring(): Promise<void> {
    while (!over.signal.aborted) {
      await sleep(MEASURE_EVERY_MS, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
      // Without a database the steady clock carries on
      if (!over.signal.aborted) await measure().catch(() => undefined);
    }
  }

  await measure();
  return {
    now() {
      const now = Math.floor(current());
      told = now < told - MAX_NOISE_MS ? now : Math.max(told, now);
      return told;
    },
    skewMs,
    onSkew(listener) {
      listeners.push(listener);
      if (isSkewed) listener(skewMs());
    },
    measure,
    start: () => void keepMeasuring(),
    stop: () => over.abort(),
  };
}
