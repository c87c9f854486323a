import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#core/time.ts';
import { unlessPaused } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { as } from '#tests/make/rows.ts';
import { insertSwitch, lockSwitches } from './store.ts';
import { createPauseCheck } from './switches.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const payout = { code: 'LTC', rail: 'litecoin' };

/** Waits until a statement of the database waits for a lock. */
async function untilWaiting(): Promise<void> {
  const waiting = sql`select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await database.adminDb.one(as<{ count: number }>(), waiting)).count < 1);
}

test('a pause is committed after the sending that began before it, and nothing is sent after it', async () => {
  const { db } = database;
  const now = Date.now();
  const deps = { db, isPaused: createPauseCheck({ db, clock: { now: () => now } }) };
  const events: string[] = [];
  const pause = () =>
    db.tx(async (tx) => {
      await lockSwitches(tx);
      const item = { id: crypto.randomUUID(), kind: 'payouts', subject: null, side: 'both', reason: 'maintenance', text: null } as const;
      await insertSwitch(tx, { ...item, from: now - 1, until: now + HOUR_MS }, { operatorId: null, now });
      events.push('paused');
    });
  let pausing: Promise<void> | undefined;
  const sent = await unlessPaused(deps, payout, async () => {
    pausing = pause();
    await untilWaiting();
    events.push('sent');
    return true;
  });
  await pausing;
  expect([sent, events]).toEqual([true, ['sent', 'paused']]);
  expect(await unlessPaused(deps, payout, async () => events.push('sent again'))).toBeUndefined();
  expect(events).toEqual(['sent', 'paused']);
});
