import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { officePayoutTaskRoutes } from './office-routes.ts';

const TASKS = '/api/office/v1/payout_tasks';
/** How often both operators act at the same moment; either may win, the books must be exact. */
const RACES = 12;

let world: ManualWorld;
let office: Office;
let former: Person;
let holder: Person;
let third: Person;
/** The order that is paid, and its task. */
let orderId: string;
let task: { readonly id: string; readonly attributes: PayoutTaskAttributes };

beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, officePayoutTaskRoutes(world.deps));
  former = await office.person('cashier', 'former');
  holder = await office.person('cashier', 'holder');
  third = await office.person('cashier', 'third');
});
afterAll(async () => {
  await office.close();
  await world.close();
});
beforeEach(async () => await payByHand());

async function payByHand(): Promise<void> {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const found = (await read(former)).find(({ attributes }) => attributes.subject === order.id);
  if (found === undefined) throw new Error('nobody is asked to pay');
  [orderId, task] = [order.id, { id: found.id ?? '', attributes: found.attributes }];
}
const read = async (person: Person) => (await person.send<PayoutTaskAttributes>('GET', TASKS)).rows;
const act = async (person: Person, action: string, body?: object) =>
  await person.send<PayoutTaskAttributes>('POST', `${TASKS}/${task.id}/${action}`, body);
const takeOver = async (person: Person, answer: string) =>
  await act(person, 'take', { take_over_note: 'asked by telephone', former_said: answer });
const reportSent = async (person: Person, reference = `bank-${task.id}`) =>
  await act(person, 'end', { outcome: 'sent', reference, amount: task.attributes.amount, reason: '' });
const reportFailed = async (person: Person) => await act(person, 'end', { outcome: 'failed', reference: '', amount: '', reason: 'no' });

const Audit = rowType({ action: col.text, detail: col.json(z.record(z.string(), z.unknown())) });
const audited = async () =>
  await world.deps.db.many(
    Audit,
    sql`select action, detail from audit_log where subject_id = ${orderId} and action like 'payout_task.%' order by at, id`,
  );
const Incident = rowType({ detail: col.json(z.record(z.string(), z.unknown())) });
const contradictions = async () =>
  await world.deps.db.many(
    Incident,
    sql`select detail from incidents where kind = 'payout_contradicted' and subject = ${task.id} and closed_at is null`,
  );

test.each(['unknown', 'sent'])(
  'a task whose former holder answered "%s" is not paid again before an operator marks it as not sent',
  async (response) => {
    await act(former, 'take', {});
    expect((await takeOver(holder, response)).one.attributes).toMatchObject({
      may_be_sent: true,
      allowed_actions: ['mark_sent', 'mark_not_sent', 'add_proof'],
    });
    for (const refused of [await act(holder, 'give_back'), await act(holder, 'reveal'), await reportFailed(holder)])
      expect(refused).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
    // Another take-over does not clear the doubt
    expect((await takeOver(third, 'not_sent')).one.attributes.may_be_sent).toBe(true);
    expect((await act(third, 'give_back')).status).toBe(409);
    expect((await act(third, 'not_sent', { note: ' ' })).error).toMatchObject({ code: 'required' });
    expect((await act(holder, 'not_sent', { note: 'not mine' })).status).toBe(409);
    expect((await act(third, 'not_sent', { note: 'the statement has no such transfer' })).one.attributes.may_be_sent).toBe(false);
    expect((await act(third, 'reveal')).status).toBe(200);
    expect((await act(third, 'give_back')).status).toBe(200);
    const auditRows = await audited();
    expect(auditRows).toContainEqual({
      action: 'payout_task.take_over',
      detail: expect.objectContaining({ from: former.id, former_said: response }),
    });
    expect(auditRows).toContainEqual({
      action: 'payout_task.not_sent',
      detail: expect.objectContaining({ former_holders: [former.id, holder.id] }),
    });
  },
);

test('a former holder can still report the payout as sent', async () => {
  await act(former, 'take', {});
  await takeOver(holder, 'unknown');
  const own = (await read(former)).find(({ id }) => id === task.id);
  expect(own?.attributes.allowed_actions).toEqual(['take_over', 'mark_sent']);
  // A former holder cannot report it as failed
  expect((await reportFailed(former)).status).toBe(409);
  expect((await reportSent(former)).one.attributes).toMatchObject({ state: 'sent', is_mine: true });
  for (const late of [
    await reportSent(holder, 'other'),
    await act(holder, 'not_sent', { note: 'checked' }),
    await act(holder, 'give_back'),
  ])
    expect(late.status).toBe(409);
  await world.tell();
  expect((await world.read(orderId)).status).toBe('completed');
  expect(await world.audit()).toEqual([]);
});

test('a former holder’s report raises an incident if the payout was released and failed, or sent by someone else', async () => {
  await act(former, 'take', {});
  await takeOver(holder, 'not_sent');
  await reportFailed(holder);
  await world.tell();
  expect((await reportSent(former)).one.attributes.state).toBe('failed');
  expect(await contradictions()).toMatchObject([{ detail: { order_id: orderId, known: 'failed', told: 'executed' } }]);

  await payByHand();
  await act(former, 'take', {});
  await takeOver(holder, 'not_sent');
  await reportSent(holder, `second-${task.id}`);
  // The same transfer reported twice counts once
  expect((await reportSent(former, `SECOND-${task.id}`)).status).toBe(409);
  expect(await contradictions()).toEqual([]);
  expect((await reportSent(former)).status).toBe(200);
  expect(await contradictions()).toMatchObject([
    { detail: { known: 'executed', known_reference: `second-${task.id}`, told_reference: `bank-${task.id}` } },
  ]);
});

test('"sent" by the former holder and a release by the new one at the same moment count the money once', async () => {
  for (let race = 0; race < RACES; race += 1) {
    await payByHand();
    await act(former, 'take', {});
    await takeOver(holder, 'not_sent');
    const [sent, back] = await Promise.all([reportSent(former), act(holder, 'give_back')]);
    // Released or not, a sent payout is not assigned again
    expect([sent.status, [200, 409].includes(back.status)]).toEqual([200, true]);
    expect((await act(third, 'take', {})).status).toBe(409);
    await world.tell();
    expect((await world.read(orderId)).status).toBe('completed');
    expect(await contradictions()).toEqual([]);
  }
  expect(await world.audit()).toEqual([]);
});

test('of "sent" by the former holder and "cannot pay" by the new one at once, one wins and one raises an incident', async () => {
  for (let race = 0; race < RACES; race += 1) {
    await payByHand();
    await act(former, 'take', {});
    await takeOver(holder, 'not_sent');
    const [sent, failed] = await Promise.all([reportSent(former), reportFailed(holder)]);
    expect(sent.status).toBe(200);
    await world.tell();
    const isSent = failed.status === 409;
    expect((await world.read(orderId)).status).toBe(isSent ? 'completed' : 'payout_failed');
    expect(await contradictions()).toHaveLength(isSent ? 0 : 1);
  }
  expect(await world.audit()).toEqual([]);
});
