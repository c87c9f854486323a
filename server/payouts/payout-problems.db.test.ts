import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IncidentAttributes } from '#contract/office/shop/incidents.ts';
import type { PayoutProblems } from '#server/adapters/rails/port.ts';
import { officeIncidentRoutes } from '#server/incidents/office-routes.ts';
import { sql } from '#server/platform/db/db.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createPayoutProblems } from './payout-problems.ts';
import { findLivePayout } from './store.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeIncidentRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const report = (causes: Readonly<Record<string, string>>, undecided: readonly string[] = []): PayoutProblems => ({
  rail: 'litecoin',
  kind: 'payout_fault',
  current: new Map(Object.entries(causes)),
  undecided: new Set(undecided),
});
const stored = (subject: string) =>
  world.deps.db.many(
    as<{ times: number; is_closed: boolean }>(),
    sql`select times, closed_at is not null as is_closed from incidents where subject = ${subject} order by first_at`,
  );

it('a payout with a fault is one alarm, which its order shows, however many processes report it, until it continues', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const payout = await findLivePayout(world.deps.db, order.id);
  if (!payout) throw new Error('no payout');
  const [first, second] = [createPayoutProblems(world.deps), createPayoutProblems(world.deps)];
  for (let round = 0; round < 2; round += 1) for (const tell of [first, second]) await tell(report({ [payout.id]: 'Error: a fault' }));
  expect(await stored(payout.id)).toEqual([{ times: 1, is_closed: false }]);
  const treasurer = await office.person('treasurer');
  const seen = await treasurer.send<IncidentAttributes>('GET', `/api/office/v1/incidents?state=open&subject=${order.id}`);
  expect(seen.rows.map(({ attributes }) => [attributes.kind, attributes.detail])).toEqual([
    ['payout_fault', { order_id: order.id, purpose: 'payout', rail: 'litecoin', reason: 'Error: a fault' }],
  ]);
  // After a restart it is not decided yet; other rails report theirs
  const restarted = createPayoutProblems(world.deps);
  await restarted(report({}, [payout.id]));
  await restarted({ ...report({}), rail: 'dogecoin' });
  expect(await stored(payout.id)).toEqual([{ times: 1, is_closed: false }]);
  await first(report({}));
  expect(await stored(payout.id)).toEqual([{ times: 1, is_closed: true }]);
  // The other process has raised it already
  await second(report({ [payout.id]: 'Error: a fault' }));
  expect(await stored(payout.id)).toEqual([{ times: 1, is_closed: true }]);
  await first(report({ [payout.id]: 'Error: another fault' }));
  expect(await stored(payout.id)).toHaveLength(2);
});
