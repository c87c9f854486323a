import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { OfficePaymentSystemAttributes } from '#contract/office/catalogue/payment-systems.ts';
import type { ChangeAttributes } from '#contract/office/catalogue/changes.ts';
import { createManualRail } from '#server/adapters/rails/manual/rail.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { officeCatalogueRoutes } from '#server/catalogue/office-routes.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { createManualPayouts } from '#server/payout-tasks/manual-payouts.ts';
import { decideApproval, pendingApprovals } from '#tests/make/approve.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { createManualReceiving } from './give-requisite.ts';
import { officePoolRoutes } from './office-routes.ts';

const API = '/api/office/v1';
const CODE = 'SBERRUB';

let world: World;
let office: Office;
let treasurer: Person;
let owner: Person;
beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  const manual = createManualRail({ receiving: createManualReceiving(deps), paying: createManualPayouts(deps) });
  Object.assign(deps, { rails: new Map([...deps.rails, ['manual', manual]]) });
  office = await createOffice(world, [
    ...officePoolRoutes(deps),
    ...officeCatalogueRoutes(deps),
    ...officeChangeRoutes(deps),
    ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS),
  ]);
  treasurer = await office.person('treasurer');
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const rules = {
  sharing: 'unique_amount',
  min_amount: null,
  max_amount: null,
  daily_amount: null,
  daily_count: null,
  monthly_amount: null,
  monthly_count: null,
  works_from: null,
  works_until: null,
  rest_minutes: 0,
};
const readSystem = async () => (await owner.send<OfficePaymentSystemAttributes>('GET', `${API}/payment_systems/${CODE}`)).one.attributes;
const tryManual = async (document: object) =>
  (await treasurer.send<{ problem: string | null }>('POST', `${API}/payment_system_checks`, { document: { ...document, rail: 'manual' } }))
    .one.attributes.problem;
const switchRail = async () =>
  await treasurer.send<ChangeAttributes>('POST', `${API}/changes`, {
    items: [{ entity: 'payment_system', key: CODE, before: { rail: 'test' }, after: { rail: 'manual' } }],
    note: 'people receive from today on',
  });

test('an opened shop switches its first payment system to the manual rail: requisites first, then the rail', async () => {
  // After an order, the rules of the opening no longer apply
  await world.order();
  const { document } = await readSystem();
  expect(await tryManual(document)).toBe('no_requisite');
  expect((await switchRail()).error).toMatchObject({ code: 'invalid_format' });
  const systems = (await treasurer.send('GET', `${API}/pool_systems`)).rows;
  expect(systems.find(({ id }) => id === CODE)?.attributes).toMatchObject({ is_manual: false, needs_second_person: true });

  const added = await treasurer.send('POST', `${API}/pool_requisites`, {
    payment_system_id: CODE,
    requisites: [{ values: { account: '4000000001' }, owner_name: 'Ivan P.', bank: 'Bank' }],
    rules,
    note: 'before the switch',
  });
  expect(added.one.attributes).toEqual({ added: 0, proposed: 1 });
  const [proposal] = (await owner.send<ApprovalAttributes>('GET', `${API}/approvals`)).rows;
  expect((await decideApproval(owner, proposal?.attributes.subject ?? '')).error).toEqual({});

  expect(await tryManual(document)).toBeNull();
  const switched = (await switchRail()).one;
  if (switched.attributes.state === 'waiting') {
    expect(await pendingApprovals(owner, switched.id)).toHaveLength(1);
    expect((await decideApproval(owner, switched.id)).error).toEqual({});
  }
  expect((await readSystem()).document).toMatchObject({ rail: 'manual', stage: 'ready' });
});
