import { expect, it } from 'vitest';
import { openDatabaseClock } from './clock.ts';

const HOUR = 3_600_000;
const T0 = 1_790_000_000_000;

/** A database and a machine with clocks that the test sets. */
function world() {
  const state = { steady: 50_000, database: T0, machine: T0, roundTrip: 4 };
  const skews: number[] = [];
  const pass = (ms: number) => {
    state.steady += ms;
    state.database += ms;
    state.machine += ms;
  };
  const db = {
    one: async <Row extends object>(): Promise<Row> => {
      pass(state.roundTrip / 2);
      const ms = state.database;
      pass(state.roundTrip / 2);
      return { ms } as Row;
    },
  };
  const open = async () => {
    const clock = await openDatabaseClock(
      { db, log: { warn: () => undefined } },
      { monotonicMs: () => state.steady, machineMs: () => state.machine },
    );
    clock.onSkew((skewMs) => skews.push(skewMs));
    return clock;
  };
  return { state, pass, open, told: skews };
}

it('returns the database’s time, and reports once how far the machine’s clock is off', async () => {
  const { state, pass, open, told: skews } = world();
  state.machine += HOUR;
  const clock = await open();
  expect(clock.now()).toBe(state.database);
  expect(skews).toEqual([HOUR]);
  pass(60_000);
  expect(clock.now()).toBe(state.database);
  await clock.measure();
  expect(skews).toEqual([HOUR]);
  state.machine -= HOUR;
  await clock.measure();
  expect(clock.skewMs()).toBe(0);
  state.machine -= 2 * HOUR;
  expect(clock.now()).toBe(state.database);
  await clock.measure();
  expect(skews).toEqual([HOUR, -2 * HOUR]);
});

it('never goes back because of measurement noise, and follows a database clock that was set', async () => {
  const { state, pass, open } = world();
  const clock = await open();
  const before = clock.now();
  state.database -= 20;
  await clock.measure();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  pass(100);
  expect(clock.now()).toBe(state.database);
  state.database -= HOUR;
  await clock.measure();
  expect(clock.now()).toBe(state.database);
  state.database += 2 * HOUR;
  await clock.measure();
  expect(clock.now()).toBe(state.database);
});

it('ignores a measurement with a long round trip', async () => {
  const { state, open } = world();
  const clock = await open();
  state.roundTrip = 8000;
  await clock.measure();
  expect(Math.abs(clock.now() - state.database)).toBeLessThan(5);
});
