import { randomUUID } from 'node:crypto';
import { as } from '#tests/make/rows.ts';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { JSON_API, type Resource } from '#tests/make/call-api.ts';
import { readBothBooks, sandboxEntries } from '#tests/make/compare-books.ts';
import {
  fillForm,
  type GuestOrder,
  inParallel,
  orderOf,
  pay,
  readSystems,
  sendForm,
  untilStatus,
  type OrderInput,
} from '#tests/make/customer.ts';
import { createProduct, OWNER, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const GUESTS = 300;
const PLACES = 60;
const REPEATS = 20;
const CENTS = { scale: 2, precision: 2 } as const;
const WISH: OrderInput = { from: 'ADVCUSD', to: 'SBERRUB', side: 'outcome', amount: '2000' };
/** A reserve for all orders and half of another one. */
const RESERVE = 200_000n * BigInt(PLACES) + 100_000n;

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
const created: GuestOrder[] = [];

const minor = (text: unknown): bigint => {
  const parsed = parseAmount(String(text), CENTS);
  if (!parsed.ok) throw new Error(`no amount: ${String(text)}`);
  return parsed.minor;
};

const SECOND_OWNER = { email: 'second@exchange.test', password: OWNER.password } as const;

async function signIn(attributes: { readonly email: string; readonly password: string }): Promise<string> {
  const session = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes });
  return session.headers['set-cookie']?.split(';')[0] ?? '';
}

/** A change that empties most of a reserve needs two operators: the second owner approves the proposal by its hash. */
async function approve(id: unknown): Promise<void> {
  await product.database.db.run(sql`
    insert into users (id, email, password_hash, role, locale, email_verified_at, created_at)
    select gen_random_uuid(), ${SECOND_OWNER.email}, password_hash, role, locale, email_verified_at, created_at from users
    where email = ${OWNER.email} on conflict do nothing`);
  const cookie = await signIn(SECOND_OWNER);
  const proposals = await app.api.call('GET', '/api/office/v1/approvals', { headers: { cookie } });
  const hash = proposals.resources().find((one) => one.id === id)?.attributes['hash'];
  const address = `/api/office/v1/approvals/${String(id)}/approve`;
  const approved = await app.api.call('POST', address, { type: 'approvals', attributes: { hash, note: null }, headers: { cookie } });
  expect(approved.status, approved.text).toBe(200);
}

/** The owners leave this much in the reserve by a treasury posting with a reason. */
async function leaveInReserve(code: string, amount: bigint): Promise<void> {
  const { api } = app;
  const cookie = await signIn(OWNER);
  const reserves = await api.call('GET', '/api/office/v1/reserves', { headers: { cookie } });
  const available = minor(reserves.resources().find(({ id }) => id === code)?.attributes['available']);
  const attributes = {
    payment_system_id: code,
    kind: 'withdrawal',
    amount: formatAmount(available - amount, 2),
    reason: 'a small reserve',
  };
  const posted = await api.call('POST', '/api/office/v1/reserve_postings', { type: 'reserve_postings', attributes, headers: { cookie } });
  expect(posted.status, posted.text).toBe(201);
  await approve(posted.resource().attributes['approval_id']);
}

const reserveRow = (code: string) =>
  product.database.db.one(
    as<{ posted: string; held: string }>(),
    sql`select posted::text, held::text from reserves where wallet = ${code}`,
  );

const ordersOf = async (email: unknown): Promise<number> =>
  (await product.database.db.one(as<{ n: number }>(), sql`select count(*)::int as n from orders where email = ${String(email)}`)).n;

/** Sends a creation and closes the connection after a moment, at whatever stage it is. */
async function sendAndCut(form: unknown, key: string, afterMs: number): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const body = JSON.stringify({ data: { type: 'orders', attributes: form } });
  const headers = { ...JSON_API, host: `${hostname}:${port}`, 'idempotency-key': key, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST /api/v1/orders HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`);
  await sleep(afterMs);
  socket.destroy();
}

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  systems = await readSystems(app.api);
});
afterAll(async () => {
  await product.close();
});

describe('many concurrent guests', () => {
  it('20 concurrent requests with one key make one order, and repeats get the same bytes (R02)', async () => {
    const form = await fillForm(app.api, WISH, systems);
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => sendForm(app.api, form, 'one-key')));
    const made = answers.filter(({ status }) => status === 201);
    const busy = answers.filter(({ status }) => status === 409);
    expect(made.length + busy.length).toBe(REPEATS);
    expect(busy.every(({ errors }) => errors[0]?.code === 'in_progress' && errors[0].source?.header === 'Idempotency-Key')).toBe(true);
    expect(made.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    const later = await sendForm(app.api, form, 'one-key');
    expect(later.headers['idempotency-replayed']).toBe('true');
    expect(later.text).toBe(made[0]?.text);
    expect(later.headers['location']).toBe(made[0]?.headers['location']);
    expect(await ordersOf(form['email'])).toBe(1);
    created.push(orderOf(later));
  });

  it('the same key with another body is refused without creating anything (R03)', async () => {
    const form = await fillForm(app.api, WISH, systems);
    const answer = await sendForm(app.api, form, 'one-key');
    expect(answer.status).toBe(422);
    expect(answer.errors[0]).toMatchObject({ code: 'idempotency_conflict', source: { header: 'Idempotency-Key' } });
    expect(await ordersOf(form['email'])).toBe(0);
  });

  it('a connection cut before the response and a retry with the same key make one order, 20 times (R04)', async () => {
    for (let i = 0; i < REPEATS; i += 1) {
      const form = await fillForm(app.api, WISH, systems);
      const key = `cut-${i}`;
      await sendAndCut(form, key, i * 2);
      const retried = await until(async () => {
        const answer = await sendForm(app.api, form, key);
        if (answer.status !== 201) throw new Error(answer.text);
        return answer;
      });
      expect(await ordersOf(form['email'])).toBe(1);
      created.push(orderOf(retried));
    }
  });

  it("300 guests for 60 orders' worth of reserve: exactly 60 orders, and never more promised than available (R01)", async () => {
    await leaveInReserve('SBERRUB', RESERVE);
    const before = await reserveRow('SBERRUB');
    const forms = await inParallel(Array.from({ length: GUESTS }), 20, async (_, i) => ({
      ...(await fillForm(app.api, WISH, systems)),
      email: `crowd-${i}@example.org`,
    }));
    // An overloaded server answers 503; a retry with the same key creates no second order
    const send = async (filled: (typeof forms)[number], key: string): Promise<Awaited<ReturnType<typeof sendForm>>> => {
      const answer = await sendForm(app.api, filled, key);
      return answer.status === 503 ? await send(filled, key) : answer;
    };
    const sending = Promise.all(forms.map((filled, index) => send(filled, `crowd-${index}-${randomUUID()}`)));
    const watched: boolean[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { posted, held } = await reserveRow('SBERRUB');
        watched.push(BigInt(held) <= BigInt(posted));
        await sleep(5);
      }
    })();
    const answers = await sending;
    isOver = true;
    await watching;
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made).toHaveLength(PLACES);
    expect(new Set(refused.map(({ status, errors }) => `${status} ${errors.map((e) => `${e.code} ${e.source?.pointer}`).join()}`))).toEqual(
      new Set(['422 reserve_exceeded /data/attributes/outcome_amount']),
    );
    expect(watched.length).toBeGreaterThan(0);
    expect(watched).not.toContain(false);
    const after = await reserveRow('SBERRUB');
    expect(BigInt(after.held) - BigInt(before.held)).toBe(200_000n * BigInt(PLACES));
    created.push(...made.map(orderOf));
  });

  it('a guest who enters the income amount is refused at that amount', async () => {
    const form = await fillForm(app.api, { from: 'ADVCUSD', to: 'TCSBRUB', side: 'income', amount: '500' }, systems);
    await leaveInReserve('TCSBRUB', 100_000n);
    const refused = await sendForm(app.api, form);
    expect(refused.status).toBe(422);
    expect(refused.errors).toMatchObject([{ code: 'reserve_exceeded', source: { pointer: '/data/attributes/income_amount' } }]);
  });

  it('all created orders are paid and completed: the books agree with the bank’s, entry by entry', async () => {
    expect(created).toHaveLength(1 + REPEATS + PLACES);
    await inParallel(created, 10, async (own) => pay(app.api, own));
    await inParallel(created, 10, async (own) => untilStatus(app.api, own, 'completed', 90_000));
    expect(await product.audit()).toEqual([]);
    const { bank, ours } = await readBothBooks(product.database.db, app.api);
    expect(ours).toEqual(bank);
    const expected = created.flatMap(({ id, incomeAmount, outcomeAmount }) => [
      `${id} in ADVCUSD ${incomeAmount}`,
      `${id} out SBERRUB ${outcomeAmount}`,
    ]);
    expect(bank).toEqual(expected.sort());
    const paidTo = (await sandboxEntries(app.api)).filter(({ direction }) => direction === 'out').map(({ destination }) => destination);
    expect(new Set(paidTo)).toEqual(new Set(['2202200000000008']));
    expect((await reserveRow('SBERRUB')).held).toBe('0');
    expect(product.findings()).toEqual([]);
  }, 150_000);
});
