import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { BankLineAttributes, StatementReadingAttributes } from '#contract/office/money/bank-lines.ts';
import { formatAmount } from '#core/money/amount.ts';
import { toRfc3339 } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { processApprovals } from '#server/approvals/jobs.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { claimLease } from '#server/leases/lease.ts';
import { presentRequote } from '#server/orders/customer/shared-attributes.ts';
import { findOffer } from '#server/orders/queries.ts';
import { channelsNotified } from '#tests/make/channels-notified.ts';
import { listHistory } from '#server/desk/history-store.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { officeBankLineRoutes } from './office-routes.ts';
import { findCandidates } from './store.ts';

const LINES = '/api/office/v1/bank_lines';
const APPROVALS = '/api/office/v1/approvals';

let world: ManualWorld;
let office: Office;
let cashier: Person;
let treasurer: Person;
beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, [...officeBankLineRoutes(world.deps), ...officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS)]);
  cashier = await office.person('cashier', 'cashier');
  treasurer = await office.person('treasurer', 'treasurer');
  await addToPool(world.deps, world.roubles, { values: { account: '40000000001234' }, sharing: 'unique_amount' });
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await office.close();
  await world.close();
});

const createRoubleOrder = async () => await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' });
const askedAmountOf = async (id: string) => formatAmount((await findOffer(world.deps.db, id))?.amount ?? 0n, 2);
const statement = async (path: string, text: string | Buffer, requisite = '') => {
  const form = new FormData();
  form.set('requisite_id', requisite);
  form.set('payment_system_id', 'SBERRUB');
  form.set('statement', new Blob([text]), 'statement.txt');
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const answer = await office.test.app.inject({
    method: 'POST',
    url: `${LINES}/${path}`,
    headers: {
      cookie: `session=${cashier.id}`,
      'site-locale': 'en',
      accept: 'application/vnd.api+json',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return answer.statusCode < 300 ? answer.json<{ data: { attributes: unknown } }>().data.attributes : answer.statusCode;
};
interface Taken {
  added: number;
  known: number;
  matched: number;
  left_out: number;
}
const importStatement = async (text: string | Buffer) => (await statement('import', text)) as Taken;
const previewStatement = async (text: string) => (await statement('read', text)) as StatementReadingAttributes;
const unmatched = async () => (await cashier.send<BankLineAttributes>('GET', LINES)).rows;
const Sum = rowType({ total: col.text });
const balance = async (kind: string, of: string) =>
  (
    await world.deps.db.one(
      Sum,
      sql`select coalesce(sum(balance), 0)::text as total from account_balances where account_kind = ${kind} and account_of like ${of}`,
    )
  ).total;
const clock = () => new Date(world.deps.clock.now() + 3 * 3_600_000).toISOString().slice(11, 16);
const day = () => new Date(world.deps.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10).split('-').toReversed().join('.');
const observeAtOrder = async (orderId: string, amount: string, reference = 'seen') => {
  const { version } = await world.read(orderId);
  const word = { orderId, version, amount, reference, seenAt: undefined, note: 'in the app', beyondRail: false, isAnother: false };
  await world.deps.db.tx(async (tx) => {
    await claimLease(world.deps, tx, { subject: { kind: 'order', id: orderId }, operatorId: cashier.id });
    expect(await recordObservation(world.deps, tx, { ...word, operatorId: cashier.id })).toMatchObject({ ok: true });
  });
};
const pushText = (amount: string) => `Поступление ${amount}р Счёт*1234 ${clock()}`;

test('a line that fits only one order is recorded there at once; the same import again adds nothing', async () => {
  const order = await createRoubleOrder();
  const text = `${pushText(await askedAmountOf(order.id))}\nПокупка 100р 12:00`;
  expect(await previewStatement(text)).toMatchObject({
    format: 'text',
    lines: [{ is_known: false, suggestions: [{ order_id: order.id, kind: 'exact', difference: '0' }] }],
    left_out: [{ problem: 'outgoing' }],
  });
  expect(await unmatched()).toEqual([]);
  for (const nobodys of ['nothing', crypto.randomUUID()]) expect(await statement('import', text, nobodys)).toBe(404);
  expect(await importStatement(text)).toEqual({ added: 1, known: 0, matched: 1, left_out: 1 });
  await world.drain();
  expect((await world.read(order.id)).status).toBe('completed');
  expect(await importStatement(text)).toEqual({ added: 0, known: 1, matched: 0, left_out: 1 });
  expect(await balance('suspense', 'line:%')).toBe('0');
});

test('orders of one amount are distinguished by the amounts that they were asked for', async () => {
  const [first, second] = [await createRoubleOrder(), await createRoubleOrder()];
  const [a, b] = [await askedAmountOf(first.id), await askedAmountOf(second.id)];
  expect(a).not.toBe(b);
  await importStatement(pushText(b));
  await world.drain();
  expect([(await world.read(first.id)).status, (await world.read(second.id)).status]).toEqual(['awaiting_payment', 'completed']);
  expect((await world.read(second.id)).requote).toBeNull();
  await importStatement(pushText(a));
  await world.drain();
  expect((await world.read(first.id)).status).toBe('completed');
});

test('unmatched money stays in suspense, and in the books, until an operator finds its order', async () => {
  const before = await balance('treasury', 'SBERRUB');
  const order = await createRoubleOrder();
  await importStatement(pushText('8995'));
  const [line] = await unmatched();
  expect(line?.attributes).toMatchObject({
    state: 'unmatched',
    amount: '8995',
    suggestions: [{ order_id: order.id, kind: 'near', near_because: 'amount' }],
  });
  expect(BigInt(await balance('treasury', 'SBERRUB')) - BigInt(before)).toBe(899_500n);
  expect(await balance('suspense', 'line:%')).toBe('-899500');
  const wordless = { order_id: order.id, is_same: false };
  for (const body of [wordless, { ...wordless, reason: ' ' }])
    expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, body)).error).toMatchObject({
      code: 'required',
      source: { pointer: '/data/attributes/reason' },
    });
  expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, { ...wordless, kind: 'exact', reason: 'why' })).error).toMatchObject({
    code: 'order_state_conflict',
  });
  const reason = 'his bank took 5 roubles';
  const matches = await Promise.all(
    Array.from(
      { length: 10 },
      async () => await cashier.send('POST', `${LINES}/${line?.id}/match`, { order_id: order.id, is_same: false, kind: 'near', reason }),
    ),
  );
  expect(matches.every(({ status }) => status === 200)).toBe(true);
  expect(BigInt(await balance('treasury', 'SBERRUB')) - BigInt(before)).toBe(899_500n);
  expect(await balance('suspense', 'line:%')).toBe('0');
  expect(await world.read(order.id)).toMatchObject({ status: 'requote', receivedAmount: 899_500n });
  const history = await listHistory(world.deps, world.deps.db, order.id);
  expect(history.filter(({ name }) => name === 'bank_line.match').map(({ note }) => note)).toEqual([reason]);
});

test('the same money from another source is detected, never recorded twice', async () => {
  const order = await createRoubleOrder();
  const question = await askedAmountOf(order.id);
  await importStatement(pushText(question));
  await world.drain();
  const day = new Date(world.deps.clock.now()).toISOString().slice(0, 10).split('-').toReversed().join('.');
  const csv = `Дата;Сумма;Описание\n${day};${question};СБП`;
  expect(await importStatement(csv)).toMatchObject({ added: 1, matched: 0 });
  const [line] = await unmatched();
  expect(line?.attributes.suggestions[0]).toMatchObject({ order_id: order.id, kind: 'twin' });
  const credited = (await world.read(order.id)).creditedAmount;
  expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, { order_id: order.id, is_same: true })).status).toBe(200);
  expect((await world.read(order.id)).creditedAmount).toBe(credited);
  expect(await balance('suspense', 'line:%')).toBe('0');
  expect(await previewStatement(csv)).toMatchObject({
    is_mapping_known: true,
    lines: [{ is_known: true }],
  });
});

test('a 1C statement in Windows-1251 is read; unmatched money is returned, or kept with a second operator’s approval', async () => {
  const bytes = Buffer.from([...EXCHANGE].map((letter) => cp1251(letter)));
  expect(await importStatement(bytes)).toEqual({ added: 2, known: 0, matched: 0, left_out: 0 });
  const [first, second] = (await unmatched()).toSorted((a, b) =>
    (a.attributes.reference ?? '').localeCompare(b.attributes.reference ?? ''),
  );
  expect(first?.attributes).toMatchObject({ source: '1c', reference: '17', sender: 'Иванов' });
  const word = { outcome: 'returned', reference: '', note: 'nobody asks for it' };
  expect((await cashier.send('POST', `${LINES}/${first?.id}/end`, word)).error).toMatchObject({ code: 'required' });
  // A proposal is over once another operator has returned the payment
  expect((await cashier.send('POST', `${LINES}/${first?.id}/end`, { ...word, outcome: 'mistaken' })).status).toBe(200);
  expect((await cashier.send('POST', `${LINES}/${first?.id}/end`, { ...word, reference: 'B-1' })).status).toBe(200);
  await processApprovals(world.deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
  const endedLine = await cashier.send('POST', `${LINES}/${second?.id}/end`, { ...word, outcome: 'kept' });
  expect(endedLine.meta['approval_id']).toEqual(expect.any(String));
  const [proposal, ...others] = (await treasurer.send<ApprovalAttributes>('GET', APPROVALS)).rows;
  expect(others).toEqual([]);
  await treasurer.send('POST', `${APPROVALS}/${proposal?.id}/approve`, { hash: proposal?.attributes.hash });
  expect(await unmatched()).toEqual([]);
  expect([await balance('suspense', 'line:%'), await balance('income', 'unmatched')]).toEqual(['0', '-200000']);
});

test('a line entered by hand is matched in the same way, and a role without the right is refused', async () => {
  const order = await createRoubleOrder();
  const lineInput = {
    payment_system_id: 'SBERRUB',
    amount: await askedAmountOf(order.id),
    at: toRfc3339(world.deps.clock.now()),
    reference: 'Z 9',
    last_digits: '1234',
    sender: '',
  };
  expect((await treasurer.send('POST', LINES, lineInput)).status).toBe(403);
  // Payments that a rail reports automatically would be counted twice
  expect((await cashier.send('POST', LINES, { ...lineInput, payment_system_id: 'USDTTRC20' })).status).toBe(404);
  expect((await cashier.send('POST', LINES, { ...lineInput, last_digits: '12' })).error).toMatchObject({ code: 'invalid_format' });
  expect((await cashier.send<Taken>('POST', LINES, lineInput)).one.attributes).toMatchObject({ added: 1, matched: 1 });
  expect((await world.read(order.id)).creditedAmount).toBeGreaterThan(0n);
});

test('an operator’s observation confirms one line of a file: a second line of the same amount is another payment', async () => {
  const order = await createRoubleOrder();
  const question = await askedAmountOf(order.id);
  await observeAtOrder(order.id, question);
  const before = await balance('treasury', 'SBERRUB');
  const csv = `Дата;Время;Сумма;Номер документа\n${day()};${clock()};${question};A-1\n${day()};${clock()};${question};A-2`;
  expect((await previewStatement(csv)).lines.map(({ suggestions }) => suggestions.some(({ kind }) => kind === 'recorded'))).toEqual([
    true,
    false,
  ]);
  expect(await importStatement(csv)).toMatchObject({ added: 2, matched: 1 });
  const rest = (await unmatched()).filter(({ attributes }) => attributes.reference === 'A-2');
  expect(rest).toHaveLength(1);
  expect(BigInt(await balance('treasury', 'SBERRUB')) - BigInt(before)).toBe((await findOffer(world.deps.db, order.id))?.amount);
});

test('two lines with one number are two payments of one order, because payers may use the same number', async () => {
  const order = await createRoubleOrder();
  const parts = ['3000', '4000'].map((sum) => `${day()};${clock()};${sum};1`);
  await importStatement(`Дата;Время;Сумма;Номер документа\n${parts.join('\n')}`);
  for (const { id } of (await unmatched()).filter(({ attributes }) => attributes.reference === '1'))
    expect(
      (await cashier.send('POST', `${LINES}/${id}/match`, { order_id: order.id, is_same: false, reason: 'in two parts' })).status,
    ).toBe(200);
  expect((await world.read(order.id)).receivedAmount).toBe(700_000n);
});

const addLine = async (amount: string, reference: string, minutesAgo = 0) => {
  const at = toRfc3339(world.deps.clock.now() - minutesAgo * 60_000);
  const lineInput = { payment_system_id: 'SBERRUB', amount, at, reference, last_digits: '', sender: '' };
  return (await cashier.send<Taken>('POST', LINES, lineInput)).one.attributes;
};
const lineOf = async (reference: string) => (await unmatched()).find(({ attributes }) => attributes.reference === reference);
const credited = async (...ids: string[]) => await Promise.all(ids.map(async (id) => (await world.read(id)).creditedAmount));

test.each(['first', 'second'])(
  'a line entered again with a corrected amount pays one order, the %s, whichever amount comes first',
  async (change) => {
    const orders = [await createRoubleOrder(), await createRoubleOrder()];
    const [own, other] = change === 'first' ? orders : orders.toReversed();
    if (own === undefined || other === undefined) throw new Error('no orders');
    const [amount, corrected] = [await askedAmountOf(own.id), await askedAmountOf(other.id)];
    const reference = `ref-${change}`;
    expect(await addLine(amount, reference)).toMatchObject({ added: 1, matched: 1 });
    const text = `Дата;Время;Сумма;Номер документа\n${day()};${clock()};${corrected};${reference.toUpperCase()}`;
    const entered = [{ amount, order_id: own.id }];
    const [preview] = (await previewStatement(text)).lines;
    expect(preview).toMatchObject({ same_number: entered });
    expect(preview?.suggestions[0]).toMatchObject({ order_id: other.id, kind: 'near' });
    expect(await addLine(corrected, reference)).toMatchObject({ added: 1, matched: 0 });
    expect(await credited(other.id)).toEqual([0n]);
    const line = await lineOf(reference);
    const suggestion = { order_id: other.id, kind: 'near', near_because: 'number_entered', difference: '0' };
    expect(line?.attributes.same_number).toEqual(entered);
    expect(line?.attributes.suggestions[0]).toMatchObject(suggestion);
    const match = { order_id: other.id, is_same: false };
    expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, match)).error).toMatchObject({
      code: 'required',
      detail: expect.stringMatching(/transaction ID was already entered/),
    });
    expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, { ...match, reason: 'two payments, seen in the app' })).status).toBe(
      200,
    );
    expect(await credited(own.id, other.id)).not.toContain(0n);
  },
);

test('the same amount and number at another minute pays no second order, nor does a number recorded at another order', async () => {
  const [own, other] = [await createRoubleOrder(), await createRoubleOrder()];
  const question = await askedAmountOf(own.id);
  expect(await addLine(question, 'ref-minute')).toMatchObject({ matched: 1 });
  const before = await credited(own.id);
  expect(await addLine(question, 'ref-minute', 1)).toMatchObject({ added: 1, matched: 0 });
  expect(await credited(own.id)).toEqual(before);
  expect((await lineOf('ref-minute'))?.attributes.suggestions[0]).toMatchObject({ order_id: own.id, kind: 'twin' });
  const third = await createRoubleOrder();
  await observeAtOrder(third.id, await askedAmountOf(third.id), 'ref said');
  expect(await addLine(await askedAmountOf(other.id), 'REF said')).toMatchObject({ added: 1, matched: 0 });
  expect((await lineOf('REF said'))?.attributes.same_number).toMatchObject([{ order_id: third.id }]);
  expect(await credited(other.id)).toEqual([0n]);
});

test('the number of an unmatched line counts as entered until it is resolved as a mistake; lines without a number do not', async () => {
  const order = await createRoubleOrder();
  await addLine('17', 'ref-typo');
  const typo = await lineOf('ref-typo');
  expect(await addLine(await askedAmountOf(order.id), 'ref-typo')).toMatchObject({ matched: 0 });
  expect((await lineOf('ref-typo'))?.attributes.same_number).toHaveLength(1);
  const end = { outcome: 'mistaken', reference: '', note: 'typed wrongly' };
  const ended = await cashier.send('POST', `${LINES}/${typo?.id}/end`, end);
  const proposals = (await treasurer.send<ApprovalAttributes>('GET', APPROVALS)).rows;
  const proposal = proposals.find(({ id }) => id === ended.meta['approval_id']);
  await treasurer.send('POST', `${APPROVALS}/${proposal?.id}/approve`, { hash: proposal?.attributes.hash });
  const line = await lineOf('ref-typo');
  expect(line?.attributes.same_number).toEqual([]);
  expect(line?.attributes.suggestions[0]).toMatchObject({ order_id: order.id, kind: 'exact' });
  expect((await cashier.send('POST', `${LINES}/${line?.id}/match`, { order_id: order.id, is_same: false, kind: 'exact' })).status).toBe(
    200,
  );
  for (const amount of ['18', '19']) await addLine(amount, '');
  const wordless = (await unmatched()).filter(({ attributes }) => ['18', '19'].includes(attributes.amount));
  expect(wordless.map(({ attributes }) => attributes.same_number)).toEqual([[], []]);
});

test('for a partly paid order the missing amount is matched automatically, the whole amount is not', async () => {
  const order = await createRoubleOrder();
  const offeredAmount = (await findOffer(world.deps.db, order.id))?.amount ?? 0n;
  const part = offeredAmount - 5_031n;
  await observeAtOrder(order.id, formatAmount(part, 2), 'a part');
  expect((await world.read(order.id)).status).toBe('requote');
  expect(await addLine(formatAmount(offeredAmount, 2), 'whole')).toMatchObject({ added: 1, matched: 0 });
  expect((await world.read(order.id)).receivedAmount).toBe(part);
  const candidates = await findCandidates(world.deps.db, 'SBERRUB', { from: 0, until: world.deps.clock.now(), orderId: order.id });
  expect(candidates).toMatchObject([{ expected: offeredAmount, received: part }]);
  expect(await addLine('50.31', 'rest')).toMatchObject({ matched: 1 });
  expect((await world.read(order.id)).receivedAmount).toBe(offeredAmount);
});

const cp1251 = (letter: string): number => {
  const code = letter.charCodeAt(0);
  if (code < 128) return code;
  return letter === 'ё' ? 0xb8 : letter === '№' ? 0xb9 : code - 0x410 + 0xc0;
};

const DAY = '01.01.2020';
const EXCHANGE = `1CClientBankExchange\nКодировка=Windows\nРасчСчет=1\n${[17, 18]
  .map(
    (number) =>
      `СекцияДокумент=Поручение\nНомер=${number}\nДата=${DAY}\nСумма=2000.00\nПлательщик=Иванов\nПолучательСчет=1\nДатаПоступило=${DAY}\nКонецДокумента`,
  )
  .join('\n')}\nКонецФайла\n`;

test('a line above the maximum amount is left out and listed in every format, and cannot be added by hand', async () => {
  const huge = `1${'0'.repeat(15)},00`;
  const before = await unmatched();
  expect(await previewStatement(pushText(huge))).toMatchObject({ lines: [], left_out: [{ problem: 'too_large' }] });
  const table = `Дата;Сумма;Описание\n${day()};${huge};перевод\n${day()};17,00;перевод`;
  expect((await previewStatement(table)).left_out).toMatchObject([{ problem: 'too_large' }]);
  expect(await importStatement(table)).toMatchObject({ added: 1, left_out: 1 });
  expect(await unmatched()).toHaveLength(before.length + 1);
  const added = { payment_system_id: 'SBERRUB', amount: huge, at: new Date(world.deps.clock.now()).toISOString() };
  const refused = await cashier.send('POST', LINES, { ...added, reference: 'x', last_digits: '', sender: '' });
  expect(refused).toMatchObject({ status: 422, error: { code: 'not_allowed_amount' } });
});

test('the office is notified of an added line, not of one imported before', async () => {
  const text = pushText(await askedAmountOf((await createRoubleOrder()).id));
  expect(await channelsNotified(world, async () => await importStatement(text))).toContain('bank_lines_changed');
  expect(await channelsNotified(world, async () => await importStatement(text))).not.toContain('bank_lines_changed');
});

test('one kopeck above the asked amount is accepted, and a choice is compared with the asked amount', async () => {
  const orders = [await createRoubleOrder(), await createRoubleOrder(), await createRoubleOrder()];
  const minor = async (id: string) => (await findOffer(world.deps.db, id))?.amount ?? 0n;
  const own = orders[2];
  if (own === undefined) throw new Error('no order');
  const requestedAmount = await minor(own.id);
  expect(requestedAmount).toBeGreaterThan((await world.read(own.id)).incomeAmount);
  await observeAtOrder(own.id, formatAmount(requestedAmount + 1n, 2), 'kopeck');
  await world.drain();
  expect((await world.read(own.id)).status).toBe('completed');
  const short = orders[1];
  if (short === undefined) throw new Error('no order');
  const whole = await minor(short.id);
  await observeAtOrder(short.id, formatAmount(whole - 200n, 2), 'short');
  const requote = presentRequote(world.deps, await world.read(short.id));
  expect(requote).toMatchObject({
    fact: 'short',
    asked_amount: formatAmount(whole, 2),
    options: expect.arrayContaining([expect.objectContaining({ choice: 'top_up', missing_amount: '2' })]),
  });
});
