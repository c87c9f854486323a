import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BankLineAttributes } from '#contract/office/money/bank-lines.ts';
import { formatAmount } from '#core/money/amount.ts';
import { orderNumber } from '#core/order/number.ts';
import { findOffer } from '#server/orders/queries.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { importLines } from './import-lines.ts';
import { officeBankLineRoutes } from './office-routes.ts';

const LINES = '/api/office/v1/bank_lines';

let world: ManualWorld;
let office: Office;
let cashier: Person;
let colleague: Person;
let auditor: Person;
beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, officeBankLineRoutes(world.deps));
  cashier = await office.person('cashier', 'cashier');
  colleague = await office.person('cashier', 'colleague');
  auditor = await office.person('auditor', 'auditor');
  await addToPool(world.deps, world.roubles, { values: { account: '40000000001234' }, sharing: 'unique_amount' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const createOrder = async () => (await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' })).id;
const dueOf = async (id: string) => (await findOffer(world.deps.db, id))?.amount ?? 0n;
const text = (minor: bigint) => formatAmount(minor, 2);
const Sum = rowType({ total: col.text });
const balance = async (kind: string, of: string): Promise<bigint> =>
  BigInt(
    (
      await world.deps.db.one(
        Sum,
        sql`select coalesce(sum(balance), 0)::text as total from account_balances where account_kind = ${kind} and account_of like ${of}`,
      )
    ).total,
  );

let counter = 0;
/** A line of this amount in suspense. */
async function createLine(amount: bigint): Promise<string> {
  counter += 1;
  const reference = `ref-${counter}`;
  const entry = { amount, at: world.deps.clock.now(), isDayOnly: false, reference, lastDigits: null, sender: null, text: reference };
  const given = {
    system: world.roubles,
    requisiteId: null,
    entries: [entry],
    source: 'hand',
    isAutomatic: false,
    operatorId: cashier.id,
  } as const;
  await world.deps.db.tx(async (tx) => await importLines(world.deps, tx, given));
  const { id } = await world.deps.db.one(rowType({ id: col.text }), sql`select id from bank_lines where reference = ${reference}`);
  return id;
}
const partsOf = async (line: string) =>
  await world.deps.db.many(
    rowType({ id: col.text, amount: col.text, state: col.text, order_id: col.nullable(col.text) }),
    sql`select id, amount::text, state, order_id from bank_lines where split_of = ${line} order by fingerprint`,
  );
interface Part {
  readonly order_id: string;
  readonly amount: string;
}
const split = async (person: Person, line: string, parts: readonly Part[], note = 'one payment for both') =>
  await person.send<BankLineAttributes>('POST', `${LINES}/${line}/split`, { parts, note });
const unmatch = async (person: Person, line: string, note = 'wrong order') =>
  await person.send<BankLineAttributes>('POST', `${LINES}/${line}/unmatch`, { note });

test('one payment pays two orders, and the rest stays in suspense as a line of its own', async () => {
  const [first, second] = [await createOrder(), await createOrder()];
  const [a, b] = [await dueOf(first), await dueOf(second)];
  const line = await createLine(a + b + 100n);
  const [treasury, suspense] = [await balance('treasury', 'SBERRUB'), await balance('suspense', 'line:%')];
  const done = await split(cashier, line, [
    { order_id: second, amount: text(b) },
    { order_id: first, amount: text(a) },
  ]);
  expect([done.status, done.one.attributes.state]).toEqual([200, 'split']);
  expect((await partsOf(line)).map(({ amount, state, order_id }) => [amount, state, order_id])).toEqual([
    [String(b), 'matched', second],
    [String(a), 'matched', first],
    ['100', 'unmatched', null],
  ]);
  expect(await balance('treasury', 'SBERRUB')).toBe(treasury);
  expect(await balance('suspense', 'line:%')).toBe(suspense + a + b);
  await world.drain();
  for (const id of [first, second]) expect(await world.read(id)).toMatchObject({ status: 'completed' });
  // The rest is an ordinary line, without a warning about its own operation number
  const [rest] = (await cashier.send<BankLineAttributes>('GET', LINES)).rows;
  expect(rest?.attributes).toMatchObject({ split_of: line, amount: '1', same_number: [] });
});

/** An id whose short number is that of `id`: the number is made of the first six characters. */
const withSameNumber = (id: string) => `${id.slice(0, 6)}00000000000000`;

test('an order is named by its short number, in any spelling; a number of no order or of two is refused at its field', async () => {
  const [first, second] = [await createOrder(), await createOrder()];
  const [a, b] = [await dueOf(first), await dueOf(second)];
  const line = await createLine(a + b);
  const parts = [
    { order_id: ` ${orderNumber(first)} `, amount: text(a) },
    { order_id: orderNumber(second).replace('-', ''), amount: text(b) },
  ];
  const twice = await split(cashier, line, [...parts, { order_id: second.toUpperCase(), amount: '1' }]);
  expect(twice.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/parts/2/order_id' } });
  expect((await split(cashier, line, parts)).status).toBe(200);
  expect((await partsOf(line)).map(({ order_id }) => order_id)).toEqual([first, second]);
  const { rows } = await cashier.send<BankLineAttributes>('GET', `${LINES}?state=ended&q=${orderNumber(second)}`);
  expect(rows.map(({ attributes }) => attributes.order_id)).toEqual([second]);

  const third = await createOrder();
  const whole = await createLine(await dueOf(third));
  const match = async (number: string) =>
    await cashier.send<BankLineAttributes>('POST', `${LINES}/${whole}/match`, { order_id: number, is_same: false });
  const unknown = await match('no-such-order');
  expect([unknown.status, unknown.error]).toMatchObject([404, { source: { pointer: '/data/attributes/order_id' } }]);
  await world.deps.db.tx(async (tx) => {
    await tx.run(sql`create temp table twin on commit drop as select * from orders where id = ${third}`);
    await tx.run(sql`update twin set id = ${withSameNumber(third)}, requisites_reference = null`);
    await tx.run(sql`insert into orders select * from twin`);
  });
  expect(await match(orderNumber(third))).toMatchObject({ status: 422, error: { code: 'invalid_format' } });
  await world.deps.db.run(sql`delete from orders where id = ${withSameNumber(third)}`);
  const matched = await match(orderNumber(third));
  expect([matched.status, matched.one.attributes.order_id]).toEqual([200, third]);
});

test('several payments for one order add up', async () => {
  const id = await createOrder();
  const due = await dueOf(id);
  const [half, other] = [await createLine(due / 2n + 500n), await createLine(due - due / 2n + 500n)];
  expect((await split(cashier, half, [{ order_id: id, amount: text(due / 2n) }])).status).toBe(200);
  expect((await split(cashier, other, [{ order_id: id, amount: text(due - due / 2n) }])).status).toBe(200);
  await world.drain();
  expect(await world.read(id)).toMatchObject({ receivedAmount: due });
});

test('a refused part changes nothing at all', async () => {
  const id = await createOrder();
  const due = await dueOf(id);
  const line = await createLine(due + 1_000n);
  const before = await balance('suspense', 'line:%');
  const part = { order_id: id, amount: text(due) };
  const refused: [readonly Part[], string][] = [
    [[part, { order_id: 'nothing-of-this-name', amount: '1' }], 'not_found'],
    [[part, { ...part, amount: '1' }], 'invalid_format'],
    [[{ ...part, amount: text(due + 1_001n) }], 'not_allowed_amount'],
    [[{ ...part, amount: text(due + 1_000n) }], 'not_allowed_amount'],
    [[{ ...part, amount: '-1' }], 'not_allowed_amount'],
    [[{ ...part, amount: '0' }], 'not_allowed_amount'],
  ];
  for (const [parts, code] of refused) expect((await split(cashier, line, parts)).error).toMatchObject({ code });
  expect((await split(cashier, line, [part], ' ')).error).toMatchObject({ code: 'required' });
  expect((await split(auditor, line, [part])).error).toMatchObject({ code: 'access_denied' });
  expect(await partsOf(line)).toEqual([]);
  expect(await balance('suspense', 'line:%')).toBe(before);
  expect(await world.read(id)).toMatchObject({ status: 'awaiting_payment', receivedAmount: 0n });
});

test('two operators at once: one splits the line, the other is told', async () => {
  const [first, second] = [await createOrder(), await createOrder()];
  const [a, b] = [await dueOf(first), await dueOf(second)];
  const line = await createLine(a + b);
  const parts = [
    { order_id: first, amount: text(a) },
    { order_id: second, amount: text(b) },
  ];
  const answers = await Promise.all([split(cashier, line, parts), split(colleague, line, parts.toReversed())]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({ code: 'order_state_conflict' });
  expect(await partsOf(line)).toHaveLength(2);
  const ended = await cashier.send('POST', `${LINES}/${line}/end`, { outcome: 'returned', reference: 'x', note: 'no' });
  expect(ended.error).toMatchObject({ code: 'order_state_conflict' });
});

test('a part on a wrong order is taken back, and recorded on the right one', async () => {
  const [wrong, right] = [await createOrder(), await createOrder()];
  const due = await dueOf(right);
  const line = await createLine(due + 700n);
  const treasury = await balance('treasury', 'SBERRUB');
  // Less than the order asks: it waits for the customer's choice
  await split(cashier, line, [{ order_id: wrong, amount: text(due - 50_000n) }]);
  expect(await world.read(wrong)).toMatchObject({ receivedAmount: due - 50_000n });
  const [part] = await partsOf(line);
  expect((await unmatch(auditor, part?.id ?? '')).error).toMatchObject({ code: 'access_denied' });
  expect((await unmatch(cashier, part?.id ?? '', ' ')).error).toMatchObject({ code: 'required' });
  const answers = await Promise.all([unmatch(cashier, part?.id ?? ''), unmatch(colleague, part?.id ?? '')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await world.read(wrong)).toMatchObject({ creditedAmount: 0n });
  expect(await balance('treasury', 'SBERRUB')).toBe(treasury);
  expect(await world.audit()).toEqual([]);
  const [taken] = await partsOf(line);
  expect(taken).toMatchObject({ state: 'unmatched', order_id: null });
  expect((await split(cashier, part?.id ?? '', [{ order_id: right, amount: text(due - 60_000n) }])).status).toBe(200);
  expect(await world.read(right)).toMatchObject({ receivedAmount: due - 60_000n });
});

test('money that was paid out is not taken back', async () => {
  const id = await createOrder();
  const due = await dueOf(id);
  const line = await createLine(due + 10n);
  await split(cashier, line, [{ order_id: id, amount: text(due) }]);
  await world.drain();
  expect(await world.read(id)).toMatchObject({ status: 'completed' });
  const [part] = await partsOf(line);
  expect((await unmatch(cashier, part?.id ?? '')).error).toMatchObject({ code: 'order_state_conflict' });
  expect(await world.read(id)).toMatchObject({ status: 'completed', creditedAmount: due });
});

test('random splits, take-backs and races keep every rouble: parts sum to their line, and the books agree', async () => {
  const step = fc.record({
    shares: fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 3 }),
    isRace: fc.boolean(),
    takesBack: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      for (const { shares, isRace, takesBack } of steps) {
        const orders = await Promise.all(shares.map(async () => await createOrder()));
        const amount = 2_500_000n;
        const line = await createLine(amount);
        const parts = shares.map((share, index) => ({ order_id: orders[index] ?? '', amount: text((amount * BigInt(share)) / 100n) }));
        const treasury = await balance('treasury', 'SBERRUB');
        const people = isRace ? [cashier, colleague] : [cashier];
        const answers = await Promise.all(people.map(async (person) => await split(person, line, parts)));
        const isTooMuch = shares.reduce((total, share) => total + share, 0) > 100 || (shares.length === 1 && shares[0] === 100);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(isTooMuch ? 0 : 1);
        const rows = await partsOf(line);
        if (!isTooMuch) expect(rows.reduce((total, row) => total + BigInt(row.amount), 0n)).toBe(amount);
        const matched = rows.filter(({ state }) => state === 'matched');
        if (takesBack) await Promise.all(matched.flatMap(({ id }) => people.map(async (person) => await unmatch(person, id))));
        expect(await balance('treasury', 'SBERRUB')).toBe(treasury);
        expect(await world.audit()).toEqual([]);
      }
    }),
    { numRuns: 8 },
  );
});

test('the rest of a split is never “already recorded” where another part was, and its return needs a second person', async () => {
  const id = await createOrder();
  const due = await dueOf(id);
  const line = await createLine(2n * due);
  expect((await split(cashier, line, [{ order_id: id, amount: text(due) }])).status).toBe(200);
  const rest = (await partsOf(line)).find(({ state }) => state === 'unmatched')?.id ?? '';
  const row = (await cashier.send<BankLineAttributes>('GET', LINES)).rows.find((one) => one.id === rest);
  expect(row?.attributes.suggestions.filter(({ order_id, kind }) => order_id === id && kind === 'recorded')).toEqual([]);
  const suspense = await balance('suspense', 'line:%');
  const same = await cashier.send('POST', `${LINES}/${rest}/match`, { order_id: id, is_same: true, reason: 'the same' });
  expect(same.error).toMatchObject({ code: 'order_state_conflict' });
  expect((await cashier.send('POST', `${LINES}/${rest}/end`, { outcome: 'returned', reference: 'B-7', note: 'sent twice' })).status).toBe(
    200,
  );
  expect((await partsOf(line)).find((part) => part.id === rest)).toMatchObject({ state: 'unmatched' });
  expect(await balance('suspense', 'line:%')).toBe(suspense);
});

test('a line that only confirmed what was recorded before takes nothing back', async () => {
  const id = await createOrder();
  const due = await dueOf(id);
  const line = await createLine(due);
  expect((await cashier.send('POST', `${LINES}/${line}/match`, { order_id: id, is_same: false, reason: 'paid by a friend' })).status).toBe(
    200,
  );
  const Explains = rowType({ explains: col.nullable(col.bool) });
  expect(await world.deps.db.one(Explains, sql`select explains from bank_lines where id = ${line}`)).toEqual({ explains: false });
  for (const explains of [true, null]) {
    await world.deps.db.run(sql`update bank_lines set explains = ${explains} where id = ${line}`);
    expect((await unmatch(cashier, line)).error).toMatchObject({ code: 'order_state_conflict' });
  }
  expect(await world.read(id)).toMatchObject({ creditedAmount: due });
});
