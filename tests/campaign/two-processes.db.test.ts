import { as } from '#tests/make/rows.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#tests/make/call-api.ts';
import { readBothBooks } from '#tests/make/compare-books.ts';
import {
  fillForm,
  type GuestOrder,
  inParallel,
  order,
  pay,
  payAtSandbox,
  readOrder,
  readSystems,
  requisitesOf,
  sendForm,
  setFaults,
  untilStatus,
  type OrderInput,
} from '#tests/make/customer.ts';
import { follow, type EventStream } from '#tests/make/event-stream.ts';
import { createProduct, OWNER, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const CONFIRMED: OrderInput = { from: 'USDTTRC20', to: 'TCSBRUB', side: 'income', amount: '50' };
const SWIFT: OrderInput = { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' };
const UNDER_WAY = 12;

let product: Product;
let first: ProductProcess;
let second: ProductProcess;
let systems: ReadonlyMap<string, Resource>;

beforeAll(async () => {
  product = await createProduct();
  [first, second] = await Promise.all([product.start(), product.start()]);
  systems = await readSystems(first.api);
});
afterAll(async () => {
  await product.close();
});

const untilStatusSeen = ({ events }: EventStream, status: string) => until(() => expect(events.at(-1)?.status).toBe(status), 30_000);
const versions = ({ events }: EventStream): number[] => events.map(({ version }) => version);
const isRising = (numbers: readonly number[]): boolean => numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0));

async function makeWaiting(): Promise<GuestOrder> {
  const own = await order(first.api, CONFIRMED, systems);
  await requisitesOf(first.api, own);
  return own;
}

describe('two processes on one database', () => {
  it('a payment reported to the other process appears live here, version after version, to the end', async () => {
    const own = await makeWaiting();
    const page = await follow(first.url, own);
    await untilStatusSeen(page, 'awaiting_payment');
    await payAtSandbox(second.api, own);
    await untilStatusSeen(page, 'completed');
    page.stop();
    expect(isRising(versions(page))).toBe(true);
    expect(page.events.every(({ id, version }) => id === version)).toBe(true);
    expect(page.events.map(({ status }) => status)).toContain('payment_detected');
    expect(versions(page).length).toBeGreaterThan(4);
  });

  it('a page whose stream broke continues where it was, also on the other process, without repeated events', async () => {
    const own = await makeWaiting();
    const page = await follow(first.url, own);
    await untilStatusSeen(page, 'awaiting_payment');
    page.stop();
    const last = page.events.at(-1)?.id ?? 0;
    const resumed = await Promise.all([follow(first.url, own, last), follow(second.url, own, last)]);
    await sleep(300);
    expect(resumed.map(({ events }) => events)).toEqual([[], []]);
    const behind = await follow(second.url, own, last - 1);
    await untilStatusSeen(behind, 'awaiting_payment');
    const answer = await second.api.call('DELETE', `/api/v1/orders/${own.id}`, { headers: { 'order-token': own.token } });
    expect(answer.resource().attributes['status']).toBe('cancelled');
    for (const stream of [...resumed, behind]) await untilStatusSeen(stream, 'cancelled');
    expect(resumed.map(versions)).toEqual([[last + 1], [last + 1]]);
    expect(versions(behind)).toEqual([last, last + 1]);
    for (const stream of [...resumed, behind]) stream.stop();
  });

  it('a reconnecting page gets what happened in between', async () => {
    const own = await makeWaiting();
    const { version } = await readOrder(first.api, own);
    await pay(second.api, own);
    await untilStatus(second.api, own, 'completed');
    const back = await follow(first.url, own, Number(version));
    await untilStatusSeen(back, 'completed');
    expect(versions(back)).toHaveLength(1);
    back.stop();
  });

  it('a closed shop is closed on both, with its end in API, page and rate file; existing orders are still paid', async () => {
    const own = await order(first.api, SWIFT, systems);
    // Quoted before the break, and sent during it
    const quoted = await fillForm(first.api, SWIFT, systems);
    const { db } = product.database;
    await db.run(sql`
      insert into switches (id, kind, side, reason, from_at, until_at, made_at)
      values (gen_random_uuid(), 'shop', 'both', 'maintenance', now(), now() + interval '1 hour', now())`);
    const isClosed = async (running: ProductProcess) => {
      const notice = (await (await fetch(`${running.url}/api/v1/public_notice`)).json()) as { meta: { tech_break: { active: boolean } } };
      return notice.meta.tech_break.active;
    };
    const both = async (closed: boolean) =>
      await until(async () => expect(await Promise.all([first, second].map(isClosed))).toEqual([closed, closed]));
    await both(true);
    for (const running of [first, second]) {
      await expect(order(running.api, SWIFT, systems)).rejects.toThrow('tech_break');
      expect((await sendForm(running.api, quoted)).errors).toMatchObject([{ status: '503', code: 'tech_break' }]);
      expect(await (await fetch(`${running.url}/rates.xml`)).text()).not.toContain('<item>');
      expect(await (await fetch(running.url)).text()).toContain('role="timer"');
    }
    await pay(second.api, own);
    await untilStatus(first.api, own, 'completed');
    await db.run(sql`update switches set until_at = from_at + interval '1 millisecond'`);
    await both(false);
    await untilStatus(second.api, await order(second.api, SWIFT, systems), 'awaiting_payment');
  });

  it('a public notice set on one process appears on the other, in the API and on pages, until it is removed', async () => {
    const { headers } = await first.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
    const cookie = (headers['set-cookie'] ?? '').split(';')[0] ?? '';
    const path = '/api/office/v1/public_notices';
    const text = { ru: 'Сегодня до полуночи', en: 'Until midnight' };
    const attributes = { kind: 'info', text };
    const made = await first.api.call('POST', path, { type: 'public_notices', attributes, headers: { cookie } });
    expect(made.status, made.text).toBe(201);
    const page = async () => await (await fetch(second.url)).text();
    await until(async () => expect((await second.api.call('GET', '/api/v1/public_notice')).text).toContain(text.en));
    await until(async () => expect(await page()).toContain(text.ru));
    await first.api.call('POST', `${path}/${made.resource().id}/withdraw`, { headers: { cookie } });
    await until(async () => expect((await second.api.call('GET', '/api/v1/public_notice')).text).not.toContain(text.en));
    await until(async () => expect(await page()).not.toContain(text.ru));
  });

  it('kill -9 during payouts: the other process finishes every order, each paid exactly once', async () => {
    // Payouts hang at the provider, so that the process dies during calls
    await setFaults(second.api, { payouts: 'timeout_after_execute', callbacks: 'drop' });
    const orders = await inParallel(Array.from({ length: UNDER_WAY }), 6, async () => order(first.api, SWIFT, systems));
    const page = await follow(second.url, orders[0] as GuestOrder);
    await inParallel(orders, 6, async (own) => pay(first.api, own));
    await until(async () => {
      const { n } = await product.database.db.one(as<{ n: number }>(), sql`select count(*)::int as n from payouts where state = 'claimed'`);
      expect(n).toBeGreaterThan(0);
    });
    await first.kill();
    await setFaults(second.api, { payouts: 'ok', callbacks: 'ok' });
    await inParallel(orders, 6, async (own) => untilStatus(second.api, own, 'completed', 45_000));
    await untilStatusSeen(page, 'completed');
    expect(isRising(versions(page))).toBe(true);
    page.stop();
    const { bank, ours } = await readBothBooks(product.database.db, second.api);
    expect(ours).toEqual(bank);
    const paid = bank.filter((line) => line.includes(' out SBERRUB ') && orders.some(({ id }) => line.startsWith(id)));
    expect(paid).toEqual(orders.map(({ id, outcomeAmount }) => `${id} out SBERRUB ${outcomeAmount}`).sort());
  }, 90_000);

  it('a restarted process serves, and the books agree', async () => {
    const third = await product.start();
    const own = await order(third.api, SWIFT, systems);
    await pay(second.api, own);
    await untilStatus(third.api, own, 'completed');
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
