import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerAttributes } from '#contract/office/customers/customers.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeCustomerRoutes } from './order-action-routes.ts';

let world: World;
let office: Office;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeCustomerRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const read = async (person: Person, id: string) =>
  (await person.send<CustomerAttributes>('GET', `/api/office/v1/orders/${id}/customer`)).one.attributes;
const note = (person: Person, id: string, body: object) =>
  person.send<CustomerAttributes>('POST', `/api/office/v1/orders/${id}/customer_notes`, body);
const flagsOf = ({ flags }: CustomerAttributes) => flags.map(({ flag }) => flag);

/** Two accounts that look alike: the ends that a mask shows are equal, the middle differs. */
const [MINE, LIKE_MINE] = ['40817810099910004312', '40817810011110004312'];

describe('the customer of an order', () => {
  it('is recognised by mailbox aliases and destinations, with outcomes and turnover', async () => {
    const support = await office.person('support');
    const first = await world.order({ email: 'Ivan.P+one@gmail.com', outcome_requisites: { account: MINE } });
    expect(flagsOf(await read(support, first.id))).toEqual(['first_order']);
    await world.deposit(first);
    await world.drain();
    expect((await world.read(first.id)).status).toBe('completed');
    await world.pass(1000);
    const second = await world.order({
      email: 'ivanp@googlemail.com',
      outcome_requisites: { account: 'another-account-1' },
      income_requisites: {},
    });
    const same = await read(support, second.id);
    expect(same).toMatchObject({ completed: 1, failed: 0, turnover_usd: '100' });
    expect(same.orders).toMatchObject([{ id: first.id, same_by: ['email'] }]);
    expect(flagsOf(same)).toEqual([]);

    const stranger = await world.order({ email: 'somebody@mail.ru', outcome_requisites: { account: MINE }, income_requisites: {} });
    const other = await read(support, stranger.id);
    expect(other).toMatchObject({ completed: 0, turnover_usd: '0' });
    expect(other.flags).toMatchObject([{ flag: 'shared_requisites', orders: [first.id] }, { flag: 'first_order' }]);
  });

  it('is flagged if a destination looks like an earlier one but differs', async () => {
    const support = await office.person('support');
    await world.order({ email: 'alike@mail.ru', outcome_requisites: { account: MINE }, income_requisites: {} });
    const poisoned = await world.order({ email: 'alike@mail.ru', outcome_requisites: { account: LIKE_MINE }, income_requisites: {} });
    const masks = await read(support, poisoned.id);
    // The field is a text, whose mask shows less of its ends than a card's: the masks look alike
    expect(flagsOf(masks)).toContain('lookalike_destination');
  });
});

describe('a note on a customer', () => {
  it('is on every order of the customer for its audience; no operator writes for an audience of other roles', async () => {
    const [support, compliance] = [await office.person('support'), await office.person('compliance')];
    const one = await world.order({ email: 'noted@mail.ru', income_requisites: {}, outcome_requisites: { account: 'noted-account-1' } });
    const two = await world.order({
      email: 'NOTED+again@mail.ru',
      income_requisites: {},
      outcome_requisites: { account: 'noted-account-2' },
    });
    expect((await note(support, one.id, { note: ' Calls from another number ', audience: 'office' })).status).toBe(200);
    expect((await note(support, one.id, { note: 'x', audience: 'compliance' })).status).toBe(403);
    expect((await note(support, one.id, { note: '  ', audience: 'office' })).error).toMatchObject({ code: 'required' });
    expect((await note(compliance, one.id, { note: 'Asked for his papers', audience: 'compliance' })).status).toBe(200);
    expect((await note(await office.person('auditor'), one.id, { note: 'x', audience: 'office' })).status).toBe(403);
    expect((await note(support, 'nothing', { note: 'x', audience: 'office' })).status).toBe(404);
    const seen = await read(support, two.id);
    expect(seen.notes).toMatchObject([{ note: 'Calls from another number', audience: 'office', order_id: one.id }]);
    expect((await read(compliance, two.id)).notes).toHaveLength(2);
    expect((await (await office.person('content')).send('GET', `/api/office/v1/orders/${one.id}/customer`)).status).toBe(403);
  });
});
