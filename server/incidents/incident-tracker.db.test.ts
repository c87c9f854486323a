import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createIncidentTracker } from './incident-tracker.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

test("two machines track their own disks without affecting each other's incidents", async () => {
  const open = async () => (await listOpenSubjects(world.deps.db, 'disk_low')).toSorted();
  const machine = (name: string) => {
    const keeper = createIncidentTracker(world.deps);
    return (isLow: boolean) => keeper.reconcile('disk_low', isLow ? { [name]: { free_mib: '1' } } : {}, (subject) => subject !== name);
  };
  const [first, second] = [machine('first'), machine('second')];
  for (let look = 0; look < 3; look += 1) {
    await first(true);
    await second(false);
  }
  expect(await open()).toEqual(['first']);
  const { times } = await world.deps.db.one(as<{ times: number }>(), sql`select times from incidents where subject = 'first'`);
  expect(times).toBe(1);
  await second(true);
  expect(await open()).toEqual(['first', 'second']);
  await first(false);
  expect(await open()).toEqual(['second']);
});
