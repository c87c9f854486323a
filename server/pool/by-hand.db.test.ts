import sharp from 'sharp';
import { AnyRow, col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import type { PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { claimLease } from '#server/leases/lease.ts';
import { findOffer } from '#server/orders/queries.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { officePayoutTaskRoutes } from '#server/payout-tasks/office-routes.ts';
import { pollPayout } from '#server/payouts/machine/execute-payout.ts';
import { findLivePayout } from '#server/payouts/store.ts';
import { sweepProofs } from '#server/payout-tasks/jobs.ts';
import { proofFolder } from '#server/payout-tasks/proof.ts';
import { payoutProofRoutes } from '#server/payout-tasks/routes.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { officePoolRoutes } from './office-routes.ts';

const POOL = '/api/office/v1/pool_requisites';
const TASKS = '/api/office/v1/payout_tasks';
const APPROVALS = '/api/office/v1/approvals';

let world: ManualWorld;
let office: Office;
let treasurer: Person;
let owner: Person;
let cashier: Person;
let other: Person;
beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, [
    ...officePoolRoutes(world.deps),
    ...officePayoutTaskRoutes(world.deps),
    ...payoutProofRoutes(world.deps),
    ...officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS),
  ]);
  treasurer = await office.person('treasurer', 'treasurer');
  owner = await office.person('owner', 'owner');
  cashier = await office.person('cashier', 'cashier');
  other = await office.person('cashier', 'other');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const rules = {
  sharing: 'single',
  min_amount: null,
  max_amount: null,
  daily_amount: '300 000',
  daily_count: 30,
  monthly_amount: null,
  monthly_count: null,
  works_from: null,
  works_until: null,
  rest_minutes: 0,
};
const add = async (person: Person, ...accounts: string[]) =>
  await person.send<{ added: number; proposed: number }>('POST', POOL, {
    payment_system_id: 'SBERRUB',
    requisites: accounts.map((account) => ({ values: { account }, owner_name: 'Ivan P.', bank: 'Bank' })),
    rules,
    note: 'opening',
  });
const list = async () => (await treasurer.send<PoolRequisiteAttributes>('GET', POOL)).rows;
const tasks = async (person: Person) => (await person.send<PayoutTaskAttributes>('GET', TASKS)).rows;
const createRoubleOrder = async () => await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
const observePayment = async (id: string, amount: string) => {
  const order = await world.read(id);
  await world.deps.db.tx(async (tx) => {
    await claimLease(world.deps, tx, { subject: { kind: 'order', id }, operatorId: cashier.id });
    const observationInput = {
      amount,
      reference: `bank-${id}`,
      seenAt: undefined,
      note: 'seen',
      beyondRail: false,
      isAnother: false,
      operatorId: cashier.id,
    };
    const recorded = await recordObservation(world.deps, tx, { orderId: id, version: order.version, ...observationInput });
    expect(recorded).toMatchObject({ ok: true, value: { state: 'recorded' } });
  });
};

test('before the first order requisites are added at once; a wrong, repeated or already pooled one is refused by its index', async () => {
  expect((await add(treasurer, '4000000001', '4000000002')).one.attributes).toEqual({ added: 2, proposed: 0 });
  expect((await add(treasurer, '4000000003', '4000000002')).error).toMatchObject({
    code: 'invalid_format',
    source: { pointer: '/data/attributes/requisites/1/values' },
  });
  expect(await add(cashier, '4000000003')).toMatchObject({ status: 403 });
  const first = (await list()).find(({ attributes }) => attributes.requisites_masked['account'] === '4•••01');
  expect(first?.attributes).toMatchObject({ shown: 'free', daily_amount: '300000', today_count: 0, order_ids: [] });
});

test('all wrong fields of a requisite and its rules are named together, and the form gets the required fields', async () => {
  const wrong = await treasurer.send('POST', POOL, {
    payment_system_id: 'SBERRUB',
    requisites: [
      { values: {}, owner_name: '', bank: ' ' },
      { values: { account: '4000000003' }, owner_name: '<b>', bank: 'x'.repeat(101) },
    ],
    rules: { ...rules, daily_amount: 'many' },
    note: '',
  });
  expect(wrong.errors.map(({ code, source }) => [source?.pointer?.replace('/data/attributes/', ''), code])).toEqual([
    ['requisites/0/values/account', 'required'],
    ['requisites/0/owner_name', 'required'],
    ['requisites/0/bank', 'required'],
    ['requisites/1/owner_name', 'invalid_format'],
    ['requisites/1/bank', 'too_long'],
    ['rules/daily_amount', 'not_allowed_amount'],
  ]);
  const systems = await treasurer.send('GET', '/api/office/v1/pool_systems');
  expect(systems.rows.find(({ id }) => id === 'SBERRUB')?.attributes).toMatchObject({ needs_owner: true, needs_bank: true });
});

test('a payment received by hand: the order has the requisite alone until an operator records any amount', async () => {
  const order = await createRoubleOrder();
  const offer = await findOffer(world.deps.db, order.id);
  expect(offer?.fields.map(({ value }) => value)).toEqual([expect.stringMatching(/^400000000/), 'Bank', 'Ivan P.']);
  expect((await list()).find(({ attributes }) => attributes.shown === 'held')?.attributes.order_ids).toEqual([order.id]);
  await observePayment(order.id, '9000');
  await world.drain();
  expect((await world.read(order.id)).status).toBe('completed');
  const used = (await list()).find(({ attributes }) => attributes.today_count === 1);
  expect(used?.attributes).toMatchObject({ today_amount: '9000', shown: 'free', order_ids: [] });
});

test('after the first order a change needs a second operator, whose view of the full values is audited', async () => {
  expect((await add(treasurer, '4000000009')).one.attributes).toEqual({ added: 0, proposed: 1 });
  expect(await list()).toHaveLength(2);
  const [proposal] = (await owner.send<ApprovalAttributes>('GET', APPROVALS)).rows;
  // A duplicate proposal of the card is refused, although its id and ciphertext differ
  const again = await Promise.all([treasurer, owner, treasurer].map(async (person) => await add(person, '4000000009')));
  for (const { error } of again) expect(error).toMatchObject({ code: 'approval_conflict', meta: { approval_id: proposal?.id } });
  expect((await owner.send<ApprovalAttributes>('GET', APPROVALS)).rows).toHaveLength(1);
  expect(proposal?.attributes).toMatchObject({
    kind: 'change_requisite',
    payload: { deed: 'add', requisites_masked: { account: '4•••09' } },
  });
  expect(JSON.stringify(proposal)).not.toContain('4000000009');
  const shown = await owner.send<{ requisites: Record<string, string> }>('POST', `${APPROVALS}/${proposal?.id}/reveal`);
  expect(shown.one.attributes.requisites).toEqual({ account: '4000000009' });
  expect((await treasurer.send('POST', `${APPROVALS}/${proposal?.id}/approve`, { hash: proposal?.attributes.hash })).status).toBe(403);
  expect((await owner.send('POST', `${APPROVALS}/${proposal?.id}/approve`, { hash: proposal?.attributes.hash })).status).toBe(200);
  expect(await list()).toHaveLength(3);
});

test('a frozen requisite stays with its order and is given to no other; every full view is audited', async () => {
  const order = await createRoubleOrder();
  const held = (await list()).find(({ attributes }) => attributes.order_ids.includes(order.id));
  const freeze = { state: 'frozen', reason: 'blocked by the bank', version: held?.attributes.version };
  expect((await treasurer.send('POST', `${POOL}/${held?.id}/state`, freeze)).status).toBe(200);
  expect((await treasurer.send('POST', `${POOL}/${held?.id}/state`, freeze)).error).toMatchObject({ code: 'order_state_conflict' });
  expect((await list()).find(({ id }) => id === held?.id)?.attributes).toMatchObject({ shown: 'frozen', order_ids: [order.id] });
  const next = await createRoubleOrder();
  expect((await list()).find(({ attributes }) => attributes.order_ids.includes(next.id))?.id).not.toBe(held?.id);
  const seen = await treasurer.send<{ requisites: Record<string, string> }>('POST', `${POOL}/${held?.id}/reveal`);
  expect(seen.one.attributes.requisites['account']).toMatch(/^40000000/);
  const views = await world.deps.db.many(
    AnyRow,
    sql`select 1 as x from audit_log where action = 'requisites.view' and subject_id = ${held?.id} and actor_id = ${treasurer.id}`,
  );
  expect(views).toHaveLength(1);
});

test('a card that an order may still pay to cannot be added to the pool again', async () => {
  const order = await createRoubleOrder();
  const held = (await list()).find(({ attributes }) => attributes.order_ids.includes(order.id));
  const { one } = await treasurer.send<{ requisites: Record<string, string> }>('POST', `${POOL}/${held?.id}/reveal`);
  const account = one.attributes.requisites['account'] ?? '';
  const retire = { state: 'retired', reason: 'no longer ours', version: held?.attributes.version };
  expect((await treasurer.send('POST', `${POOL}/${held?.id}/state`, retire)).status).toBe(200);
  expect((await add(treasurer, account)).error).toMatchObject({
    code: 'invalid_format',
    source: { pointer: '/data/attributes/requisites/0/values' },
  });
});

test('a payout by hand: one operator takes it, reads the destination, reports it as sent, and the order is completed', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  expect((await world.read(order.id)).status).toBe('payout_sent');
  const [task] = await tasks(cashier);
  expect(task?.attributes).toMatchObject({ subject: order.id, purpose: 'payout', state: 'waiting', allowed_actions: ['take'] });
  expect(JSON.stringify(task)).not.toContain('my-account');
  // While payouts are paused, operators cannot take one
  await world.deps.db.run(sql`
    insert into switches (id, kind, subject, side, reason, from_at, made_at)
    values (gen_random_uuid(), 'payouts_of_rail', 'manual', 'both', 'maintenance', ${new Date(world.deps.clock.now())}, now())`);
  expect((await cashier.send('POST', `${TASKS}/${task?.id}/take`, {})).error).toMatchObject({ code: 'order_state_conflict' });
  await world.deps.db.run(sql`update switches set lifted_by = ${cashier.id}, lifted_at = ${new Date(world.deps.clock.now())}`);
  const takes = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => await (n % 2 === 0 ? cashier : other).send('POST', `${TASKS}/${task?.id}/take`, {})),
  );
  const winners = new Set(takes.flatMap(({ status }, n) => (status === 200 ? [n % 2] : [])));
  expect(winners.size).toBe(1);
  const [his, hers] = winners.has(0) ? [cashier, other] : [other, cashier];
  expect((await hers.send('POST', `${TASKS}/${task?.id}/reveal`)).status).toBe(409);
  // The pause also stops manual payouts
  await world.database.adminDb.run(sql`
insert into switches (id, kind, side, reason, from_at, made_at)
    values (${crypto.randomUUID()}, 'payouts', 'both', 'check', ${new Date(world.deps.clock.now())}, now())`);
  expect((await his.send('POST', `${TASKS}/${task?.id}/reveal`)).error).toMatchObject({ code: 'order_state_conflict' });
  await world.database.adminDb.run(sql`delete from switches where kind = 'payouts'`);
  const where = await his.send<{ requisites: { value: string }[] }>('POST', `${TASKS}/${task?.id}/reveal`);
  expect(where.one.attributes.requisites.map(({ value }) => value)).toEqual(['my-account']);
  expect(await world.manual.withdrawPayout?.(task?.id ?? '', 'not_sent')).toBe(false);
  const word = { outcome: 'sent', reference: 'A-17', reason: '', amount: '1' };
  expect((await his.send('POST', `${TASKS}/${task?.id}/end`, word)).error).toMatchObject({ code: 'not_allowed_amount' });
  const amount = task?.attributes.amount ?? '';
  expect((await hers.send('POST', `${TASKS}/${task?.id}/end`, { ...word, amount })).status).toBe(409);
  expect((await his.send('POST', `${TASKS}/${task?.id}/end`, { ...word, amount })).status).toBe(200);
  await world.tell();
  expect((await world.read(order.id)).status).toBe('completed');
});

test('a waiting payout is not sent after its money was reverted; a taken one is decided by its holder', async () => {
  const [order, held] = [await world.order(), await world.order()];
  for (const one of [order, held]) await world.deposit(one);
  await world.drain();
  const taskOf = async ({ id }: typeof order) => (await tasks(cashier)).find(({ attributes }) => attributes.subject === id);
  await cashier.send('POST', `${TASKS}/${(await taskOf(held))?.id}/take`, {});
  for (const one of [order, held]) await world.deposit(one, { state: 'reverted' });
  for (const { id } of [order, held]) {
    const payout = await findLivePayout(world.deps.db, id);
    if (payout) await pollPayout(world.deps, payout);
  }
  expect(await taskOf(order)).toBeUndefined();
  expect(await world.read(order.id)).toMatchObject({ status: 'moderation', creditedAmount: 0n });
  expect((await taskOf(held))?.attributes.state).toBe('taken');
  expect((await world.read(held.id)).status).toBe('payout_sent');
  // Nothing was sent: the money is still here
  const outcomeInput = { outcome: 'failed', reference: '', reason: 'taken back', amount: '' };
  expect((await cashier.send('POST', `${TASKS}/${(await taskOf(held))?.id}/end`, outcomeInput)).status).toBe(200);
  await world.tell();
  expect((await world.read(held.id)).status).toBe('moderation');
  expect(await world.audit()).toEqual([]);
});

test('a screenshot of a payout is re-encoded, and only its customer downloads it, while it is shown', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const [task] = await tasks(cashier);
  const proof = `${TASKS}/${task?.id}/proof`;
  await cashier.send('POST', `${TASKS}/${task?.id}/take`, {});
  const upload = async (bytes: Buffer, isShown: string) => {
    const payload = new FormData();
    payload.set('is_shown', isShown);
    payload.set('proof', new Blob([Uint8Array.from(bytes)]), 'x.png');
    return await office.test.app.inject({
      method: 'POST',
      url: proof,
      payload,
      headers: { cookie: `session=${cashier.id}`, 'site-locale': 'en' },
    });
  };
  const refused = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'true');
  expect(refused.json()).toMatchObject({ errors: [{ code: 'invalid_file_type', source: { pointer: '/data/attributes/proof' } }] });
  const screenshot = await sharp({ create: { width: 90, height: 60, channels: 4, background: '#fff0' } })
    .png()
    .toBuffer();
  expect((await upload(screenshot, 'true')).statusCode).toBe(201);
  expect((await upload(screenshot, 'true')).statusCode).toBe(409);

  const seen = await cashier.send('GET', proof, undefined, { accept: '*/*' });
  expect(seen.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect(await sharp(seen.raw).metadata()).toMatchObject({ format: 'jpeg', width: 90, height: 60 });

  const customersProofs = async () => await world.deps.orderFacts.findCustomerProofs(world.deps.db, order.id);
  // Nothing was paid yet
  expect(await customersProofs()).toEqual([]);
  const word = { outcome: 'sent', reference: 'A-18', reason: '', amount: task?.attributes.amount };
  expect((await cashier.send('POST', `${TASKS}/${task?.id}/end`, word)).status).toBe(200);
  await world.tell();
  const [{ url } = { url: '' }] = await customersProofs();
  const download = async (address: string, key: string) =>
    await office.guest.send('GET', address, undefined, { accept: '*/*', 'order-token': orderTokenOf(world.deps, key) });
  const got = await download(url, order.id);
  expect([got.status, got.headers['content-type'], got.raw.equals(seen.raw)]).toEqual([200, 'image/jpeg', true]);

  const stranger = await world.order();
  expect((await download(url, stranger.id)).status).toBe(404);
  expect((await download(url.replace(order.id, stranger.id), stranger.id)).status).toBe(404);
  const { version } = await world.read(order.id);
  expect((await other.send('POST', `${TASKS}/${task?.id}/show_proof`, { is_shown: false })).status).toBe(200);
  expect((await download(url, order.id)).status).toBe(404);
  const folder = proofFolder(world.deps.clock.now());
  await world.deps.files.put(`${folder}/lost.jpg`, Buffer.from('no row names it'));
  await sweepProofs({ ...world.deps, clock: { now: () => world.deps.clock.now() + 3 * DAY_MS } });
  expect(await world.deps.files.list(folder)).toHaveLength(1);
  // An open page is updated
  expect((await world.read(order.id)).version).toBe(version + 1);
  const auditRows = await world.deps.db.many(
    rowType({ action: col.text }),
    sql`select action from audit_log where subject_id = ${order.id} and action like 'payout_task.%proof' order by at, action`,
  );
  expect(auditRows.map(({ action }) => action.replace('payout_task.', '')).toSorted()).toEqual([
    'hide_proof',
    'proof',
    'show_proof',
    'view_proof',
  ]);
});

test('a payout reported as not payable fails and may be retried; a take-over needs a note', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const [task] = await tasks(cashier);
  await cashier.send('POST', `${TASKS}/${task?.id}/take`, {});
  expect((await other.send('POST', `${TASKS}/${task?.id}/take`, {})).error).toMatchObject({ code: 'lease_held' });
  expect((await other.send('POST', `${TASKS}/${task?.id}/take`, { take_over_note: '' })).error).toMatchObject({ code: 'required' });
  const takeOver = { take_over_note: 'he went home, nothing sent' };
  expect((await other.send('POST', `${TASKS}/${task?.id}/take`, takeOver)).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/former_said' },
  });
  expect((await other.send('POST', `${TASKS}/${task?.id}/take`, { ...takeOver, former_said: 'not_sent' })).status).toBe(200);
  const sent = { outcome: 'sent', reference: 'a-17', reason: '', amount: task?.attributes.amount };
  expect((await other.send('POST', `${TASKS}/${task?.id}/end`, sent)).error).toMatchObject({
    code: 'invalid_format',
    source: { pointer: '/data/attributes/reference' },
  });
  const failed = { outcome: 'failed', reference: '', amount: '', reason: 'the card is closed' };
  expect((await cashier.send('POST', `${TASKS}/${task?.id}/end`, failed)).status).toBe(409);
  expect((await other.send('POST', `${TASKS}/${task?.id}/end`, failed)).status).toBe(200);
  await world.tell();
  expect((await world.read(order.id)).status).toBe('payout_failed');
  expect(await tasks(cashier)).toEqual([]);
});

test('payments received and made by hand need no explanation in the nightly comparison with the rail', async () => {
  await world.pass(20 * MINUTE_MS);
  const { lines } = await reconcile(world.deps, 0);
  expect(lines.filter(({ subject }) => subject.startsWith('manual'))).toEqual([]);
});
