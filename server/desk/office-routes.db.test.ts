import { sql } from '#server/platform/db/db.ts';
import { actionsOf } from '#core/access/access.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OfficeOrderAttributes, type OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { type Attention, ATTENTIONS } from '#core/staff/attention.ts';
import type { Order } from '#core/order/order.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { officeChequeRoutes } from '#server/cheques/office-routes.ts';
import { officeObservationRoutes } from './order-action-routes.ts';
import { officeLedgerRoutes } from '#server/ledger/office-routes.ts';
import { officeOperatorRoutes } from '#server/operators/office-routes.ts';
import { officeSlotRoutes } from '#server/slots/office-routes.ts';
import { createOffice, type Office, type Person, someUrlOf } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { account } from '#core/ledger/account.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { chequePdf, compressedPdf } from '#tests/make/pdf.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { type ChequeUpload, sendCheque, storeCheque } from '#server/cheques/send-cheque.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { claimPayment } from '#server/orders/customer/customer-moves.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { officeOrderRoutes } from './office-routes.ts';

const ORDERS = '/api/office/v1/orders';
const UNCERTAIN = { outcome: 'unknown', reason: 'late' } as const;
const files = new Map<string, Buffer>();

let world: World;
let office: Office;
let owner: Person;

async function upload(cheque: ChequeUpload) {
  const stored = await storeCheque(world.deps, cheque);
  return stored.ok ? await world.deps.db.tx((tx) => sendCheque(world.deps, tx, { ...cheque, cheque: stored.value })) : stored;
}

const routesOf = (server: World) => {
  const deps = { ...server.deps, files: { ...server.deps.files, get: async (key: string) => files.get(key) } };
  return [
    ...officeOperatorRoutes(deps),
    ...officeOrderRoutes(deps),
    ...officeChequeRoutes(deps),
    ...officeObservationRoutes(deps),
    ...officeLedgerRoutes(deps),
    ...officeSlotRoutes(deps),
  ];
};

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, routesOf(world));
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** An order whose customer says it is paid. */
async function claimedOrder(): Promise<Order> {
  const order = await world.order();
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
  const claimed = await world.deps.db.tx((tx) =>
    claimPayment(world.deps, tx, { orderId: order.id, caller, invoiceId: undefined, txHash: '0xclaim' }),
  );
  expect(claimed.ok).toBe(true);
  return await world.read(order.id);
}

const claim = (person: Person, id: string) => person.send('POST', `${ORDERS}/${id}/claim`);
const move = (person: Person, id: string, attributes: object) =>
  person.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/moves`, attributes);
const OBSERVED = { amount: '100', reference: '40817', note: 'seen in the bank' };
const observe = (person: Person, id: string, attributes: object) =>
  person.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/observations`, { ...OBSERVED, ...attributes });
const detail = async (id: string, person = owner) => (await person.send<OfficeOrderAttributes>('GET', `${ORDERS}/${id}`)).one.attributes;
const list = (query: string) => owner.send<OfficeOrderRowAttributes>('GET', `${ORDERS}?${query}`);
const rank = (attention: Attention | null) => (attention === null ? ATTENTIONS.length : ATTENTIONS.indexOf(attention));
const idsOf = async (query: string) => (await list(query)).rows.map((row) => row.id);

describe('access', () => {
  test('every office route refuses guests and customers', async () => {
    const customer = await office.person('customer');
    for (const { endpoint } of routesOf(world)) {
      const method = endpoint.method as 'GET' | 'POST' | 'DELETE';
      const url = someUrlOf(endpoint);
      const attributes = endpoint.body ? {} : undefined;
      const unknown = await office.guest.send(method, url, attributes);
      const refused = await customer.send(method, url, attributes);
      expect({ method, url, guest: unknown.status, customer: refused.status }).toEqual({ method, url, guest: 401, customer: 403 });
      expect(refused.error.code).toBe('access_denied');
    }
  });

  test('roles see and do only what they may', async () => {
    const order = await claimedOrder();
    const [content, auditor, compliance] = await Promise.all(['content', 'auditor', 'compliance'].map((role) => office.person(role)));
    if (!content || !auditor || !compliance) throw new Error('three people');
    expect((await content.send('GET', ORDERS)).status).toBe(403);
    expect((await auditor.send('GET', ORDERS)).status).toBe(200);
    expect((await claim(auditor, order.id)).status).toBe(403);
    expect((await auditor.send('GET', '/api/office/v1/reserves')).status).toBe(200);
    expect((await detail(order.id, auditor)).allowed_moves).toEqual([]);
    expect((await claim(compliance, order.id)).status).toBe(200);
    const refused = await observe(compliance, order.id, { version: order.version });
    expect(refused.error.code).toBe('access_denied');
    expect((await world.read(order.id)).status).toBe('payment_claimed');
  });

  test('the operator reads what the role may do', async () => {
    const support = await office.person('support');
    const { one } = await support.send('GET', '/api/office/v1/operator');
    expect(one.attributes).toMatchObject({ role: 'support', actions: actionsOf('support') });
  });
});

describe('the queue', () => {
  test('orders that need an operator are first in the list and are counted', async () => {
    const quiet = await world.order();
    const claimed = await claimedOrder();
    const ids = await idsOf('view=open');
    expect(ids.indexOf(claimed.id)).toBeLessThan(ids.indexOf(quiet.id));
    const waiting = await list('view=needs_person');
    expect(waiting.rows.map((row) => row.id)).toContain(claimed.id);
    expect(waiting.rows.map((row) => row.id)).not.toContain(quiet.id);
    expect(waiting.meta['needs_person']).toBe(waiting.meta['total']);
    expect(waiting.rows[0]?.attributes).toMatchObject({ attention: 'payment_claimed', income_amount: '100', status_group: 'processing' });
  });

  test('orders are found by a prefix of number or e-mail, taken literally', async () => {
    const order = await world.order({ email: 'Search_Me@example.org' });
    const find = (q: string) => idsOf(`q=${encodeURIComponent(q)}`);
    expect(await find(order.id.slice(0, 8).toUpperCase())).toEqual([order.id]);
    expect(await find('search_me@')).toEqual([order.id]);
    expect(await find('search%')).toEqual([]);
    expect(await find('searchXme@')).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
  });

  test('filters narrow, pages follow each other, invalid filters are refused', async () => {
    const all = await list('per=2&page=1');
    expect(all.rows).toHaveLength(2);
    const next = await list('per=2&page=2');
    expect(next.rows[0]?.id).not.toBe(all.rows[0]?.id);
    const claimed = await list('status=payment_claimed');
    expect(new Set(claimed.rows.map((row) => row.attributes.status))).toEqual(new Set(['payment_claimed']));
    const group = await list('status_group=waiting');
    expect(new Set(group.rows.map((row) => row.attributes.status_group))).toEqual(new Set(['waiting']));
    for (const query of ['status=nothing', 'page=0', 'page=x', 'per=1000', 'other=1']) {
      expect({ query, status: (await list(query)).status }).toEqual({ query, status: 400 });
    }
  });
});

describe('leases', () => {
  test('of many operators at once one gets the order, the others see the holder', async () => {
    const order = await claimedOrder();
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => office.person('cashier', `cashier ${index}`)));
    const answers = await Promise.all(people.map((person) => claim(person, order.id)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const winner = answers.findIndex((answer) => answer.status === 200);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(409);
      expect(answer.error).toMatchObject({ code: 'lease_held', meta: { holder: `cashier ${winner}` } });
      expect(Date.parse(String(answer.error.meta?.['until']))).toBeGreaterThan(world.deps.clock.now());
    }
  });

  test('a heartbeat keeps the lease, a minute without one loses it, releasing frees it at once', async () => {
    const order = await claimedOrder();
    const [first, second] = [await office.person('cashier'), await office.person('cashier')];
    expect((await claim(first, order.id)).status).toBe(200);
    await world.pass(50 * SECOND_MS);
    expect((await claim(first, order.id)).status).toBe(200);
    await world.pass(50 * SECOND_MS);
    expect((await claim(second, order.id)).status).toBe(409);
    await world.pass(11 * SECOND_MS);
    expect((await claim(second, order.id)).status).toBe(200);
    expect((await first.send('DELETE', `${ORDERS}/${order.id}/claim`)).status).toBe(204);
    expect((await claim(first, order.id)).status).toBe(409);
    expect((await second.send('DELETE', `${ORDERS}/${order.id}/claim`)).status).toBe(204);
    expect((await claim(first, order.id)).status).toBe(200);
    expect((await detail(order.id, second)).lease).toMatchObject({ is_mine: false });
  });

  test('an order that does not exist is not found', async () => {
    expect((await claim(owner, 'nothing')).status).toBe(404);
    expect((await owner.send('DELETE', `${ORDERS}/nothing/claim`)).status).toBe(404);
    expect((await owner.send('GET', `${ORDERS}/nothing`)).status).toBe(404);
    expect((await move(owner, 'nothing', { move: 'reject', note: 'x', version: 1 })).status).toBe(404);
  });
});

describe('moves', () => {
  test('recording a payment settles the order, pays it out, and the ledger balances', async () => {
    const order = await claimedOrder();
    await claim(owner, order.id);
    const moved = await observe(owner, order.id, { version: order.version });
    expect(moved).toMatchObject({ status: 200, meta: { state: 'recorded', approval_id: null } });
    expect(moved.one.attributes.history).toContainEqual(
      expect.objectContaining({ kind: 'move', name: 'confirm_receipt', actor: 'operator', actor_name: 'owner', note: 'seen in the bank' }),
    );
    await world.drain();
    const after = await detail(order.id);
    expect(after).toMatchObject({ status: 'completed', received_amount: '100', attention: null, held_amount: null });
    expect(after.payouts).toHaveLength(1);
    expect(after.payouts[0]).toMatchObject({ state: 'executed', purpose: 'payout', attempt: 1 });
    expect(after.deposits[0]).toMatchObject({
      rail: 'operator',
      state: 'final',
      reference: '40817',
      note: 'seen in the bank',
      posted_amount: '100',
    });
    for (const posting of after.postings) {
      const sums = new Map<string, number>();
      for (const entry of posting.entries) sums.set(entry.wallet, (sums.get(entry.wallet) ?? 0) + Number(entry.amount));
      expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
    }
    expect(await world.audit()).toEqual([]);
  });

  test('a transfer belongs to one order: its number is refused at another unless an operator states that it is another transfer', async () => {
    const [first, second] = [await claimedOrder(), await claimedOrder()];
    for (const { id } of [first, second]) await claim(owner, id);
    const evidence = { reference: 'SBP 00-17' };
    expect((await observe(owner, first.id, { ...evidence, version: first.version })).status).toBe(200);
    const again = await observe(owner, second.id, { reference: 'sbp00-17', version: second.version });
    expect(again.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/reference' } });
    expect(again.error.detail).toContain(first.id);
    expect((await detail(second.id)).received_amount).toBe('0');
    expect((await observe(owner, second.id, { ...evidence, is_another: true, version: second.version })).status).toBe(200);
    await world.drain();
    expect(await world.audit()).toEqual([]);
  });

  test('no move without the lease, on an old version, without its note, or against the lifecycle', async () => {
    const order = await claimedOrder();
    const { version } = order;
    const codeOf = async (attributes: object, person = owner) => (await move(person, order.id, attributes)).error.code;
    expect(await codeOf({ move: 'reject', note: 'x', version })).toBe('lease_held');
    await claim(await office.person('cashier'), order.id);
    expect(await codeOf({ move: 'reject', note: 'x', version })).toBe('lease_held');
    await world.pass(MINUTE_MS);
    await claim(owner, order.id);
    expect(await codeOf({ move: 'reject', note: 'x', version: version - 1 })).toBe('order_state_conflict');
    expect(await codeOf({ move: 'complete', note: 'x', version })).toBe('order_state_conflict');
    expect(await codeOf({ move: 'confirm_receipt', note: 'x', version })).toBe('order_state_conflict');
    expect(await codeOf({ move: 'expire', version })).toBe('order_state_conflict');
    expect(await codeOf({ move: 'toString', version })).toBe('invalid_format');
    const noReason = await move(owner, order.id, { move: 'reject', note: '  ', version });
    expect(noReason.error).toMatchObject({ code: 'required', source: { pointer: '/data/attributes/note' } });
    expect(await world.read(order.id)).toMatchObject({ status: 'payment_claimed', version });
  });

  test('the offered moves are those the server accepts', async () => {
    const { id } = await claimedOrder();
    await world.pass(2 * HOUR_MS);
    await expireOrders(world.deps);
    const order = await world.read(id);
    expect(order.status).toBe('moderation');
    const offered = (await detail(order.id)).allowed_moves.map((item: { move: string }) => item.move);
    expect(offered).toEqual(['reject']);
    expect((await detail(order.id)).may_observe).toBe(true);
    await claim(owner, order.id);
    const refused = await move(owner, order.id, { move: 'refund', note: 'x', version: order.version });
    expect([refused.status, refused.error.detail]).toEqual([409, expect.stringContaining('Nothing to refund')]);
    const rejected = await move(owner, order.id, { move: 'reject', note: 'no money came', version: order.version });
    expect(rejected.one.attributes).toMatchObject({ status: 'rejected', reason: 'no money came', allowed_moves: [], held_amount: null });
    expect(await world.audit()).toEqual([]);
  });

  test('one request sent many times moves once', async () => {
    const order = await claimedOrder();
    await claim(owner, order.id);
    const press = () =>
      owner.send(
        'POST',
        `${ORDERS}/${order.id}/observations`,
        { ...OBSERVED, reference: 'pressed', version: order.version },
        { 'idempotency-key': `press-${order.id}` },
      );
    const answers = await Promise.all(Array.from({ length: 8 }, press));
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect((await press()).status).toBe(200);
    await world.drain();
    expect((await detail(order.id)).payouts).toHaveLength(1);
    expect(await world.audit()).toEqual([]);
  });
});

describe('a surplus', () => {
  test('above the first limit a return waits for approval and happens once; the customer is informed throughout', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { externalId: `second-${order.id}`, amount: 600_000_000n });
    await world.drain();
    await world.deposit(order, { externalId: `third-${order.id}`, amount: 600_000_000n });
    expect(await idsOf('view=needs_person')).toContain(order.id);
    const before = await detail(order.id);
    expect(before).toMatchObject({ status: 'completed', attention: 'surplus', surplus_amount: '600', may_return_surplus: true });
    expect(before.surplus_return).toBe('with_person');
    const shown = await presentOrder(world.deps, world.deps.db, { order: await world.read(order.id), locale: 'ru' });
    expect(shown.attributes).toMatchObject({ surplus_amount: '600', surplus_return: 'with_person' });
    const say = (person: Person, attributes: object) => person.send('POST', `${ORDERS}/${order.id}/surplus_returns`, attributes);
    expect(await say(await office.person('support'), { version: before.version, note: 'sent' })).toMatchObject({ status: 403 });
    expect((await say(owner, { version: before.version, note: ' ' })).error).toMatchObject({ code: 'required' });
    expect((await say(owner, { version: before.version - 1, note: 'sent' })).error).toMatchObject({ code: 'order_state_conflict' });
    const pressed = await Promise.all(Array.from({ length: 4 }, () => say(owner, { version: before.version, note: 'sent to the card' })));
    expect(pressed.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(pressed.filter((answer) => answer.status === 409)).toHaveLength(3);
    expect(await detail(order.id)).toMatchObject({ attention: null, surplus_amount: null });
    expect(await idsOf('view=needs_person')).not.toContain(order.id);
    expect(await accountBalance(world.deps.db, account('suspense', 'test'))).toBe(0n);
    expect(await world.audit()).toEqual([]);
  });
});

describe('evidence', () => {
  test('an unknown payout has its own visible state and needs an operator', async () => {
    const order = await world.order();
    world.rail.script.push(UNCERTAIN);
    await world.deposit(order);
    await world.drain();
    const seen = await detail(order.id);
    expect(seen).toMatchObject({ status: 'payout_sent', payout_state: 'unknown', attention: 'payout_unknown' });
    expect(seen.payouts[0]).toMatchObject({ state: 'unknown', reason: 'late' });
    expect(seen.deposits[0]).toMatchObject({ tx_hash: '0xin', tx_url: 'https://explorer.example/0xin' });
    const waiting = await list('view=needs_person');
    const attentions = waiting.rows.map((row) => row.attributes.attention);
    expect(waiting.rows.find((row) => row.id === order.id)?.attributes.attention).toBe('payout_unknown');
    expect(attentions).toEqual(attentions.toSorted((a, b) => rank(a) - rank(b)));
  });

  test('a cheque uploaded to two orders is reported on both', async () => {
    const [one, two, three] = [await world.order(), await world.order(), await world.order()] as const;
    const lines = ['Payment 9 000,00 RUB', 'to card 2202 20** **** 0008', 'operation 771-204-995'];
    const files = [await chequePdf(lines), await chequePdf(lines, { Producer: 'Another' }), await chequePdf([...lines, 'another'])];
    for (const [index, order] of [one, two, three].entries()) {
      const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, order.id) } as const;
      const file = { fileName: 'c.pdf', bytes: files[index] ?? Buffer.alloc(0) };
      expect(await upload({ orderId: order.id, caller, file })).toMatchObject({ ok: true });
    }
    const linked = { fileName: 'c.pdf', bytes: compressedPdf('/A << /S /URI /URI (https://evil.example) >>') };
    const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, one.id) } as const;
    const refused = await upload({ orderId: one.id, caller, file: linked });
    expect(refused).toMatchObject({ refusals: [{ code: 'invalid_file_type', message: 'cheque_active' }] });
    const also = async (order: Order) => (await detail(order.id)).cheques.map((cheque) => cheque.also_on_orders);
    // The picture is rendered by a job: an upload does not wait for a stranger's file
    expect(await also(one)).toEqual([[]]);
    await world.drain();
    expect([await also(one), await also(two), await also(three)]).toEqual([[[two.id]], [[one.id]], [[]]]);
  });

  test('a cheque downloads as an attachment from its own order only; a repeated file is reported', async () => {
    const [order, other] = [await world.order(), await world.order()];
    const pdf = Buffer.from('%PDF-1.4 a cheque');
    files.set('cheques/one', pdf);
    const add = (orderId: string, id: string) =>
      world.database.adminDb.run(sql`
        insert into cheques (id, order_id, sha256, file_key, size, created_at)
        values (${id}, ${orderId}, ${Buffer.from('same')}, 'cheques/one', ${pdf.length}, ${new Date(world.deps.clock.now())})`);
    const [mine, theirs] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
    await add(order.id, mine);
    await add(other.id, theirs);
    const [cheque] = (await detail(order.id)).cheques;
    expect(cheque).toMatchObject({ id: mine, size: pdf.length, also_on_orders: [other.id] });
    const file = await owner.send('GET', cheque?.url ?? '', undefined, { accept: '*/*' });
    expect(file.status).toBe(200);
    expect(file.raw.equals(pdf)).toBe(true);
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment/);
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    expect((await owner.send('GET', `${ORDERS}/${order.id}/cheques/${theirs}`, undefined, { accept: '*/*' })).status).toBe(404);
  });

  test('operators see masked requisites only', async () => {
    const order = await world.order();
    const { raw } = await owner.send('GET', `${ORDERS}/${order.id}`);
    expect(raw.toString()).not.toContain('sealed');
    expect(raw.toString()).not.toContain('fingerprint');
    expect(raw.toString()).not.toContain('"my-account"');
  });
});
