import { Address } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAmount } from '#core/money/amount.ts';
import { LITECOIN } from '#server/adapters/rails/utxo/coins.ts';
import { sql } from '#server/platform/db/db.ts';
import type { Resource } from '#tests/make/call-api.ts';
import { sandboxEntries } from '#tests/make/compare-books.ts';
import {
  fillForm,
  type GuestOrder,
  order,
  orderOf,
  pay,
  readOrder,
  readSystems,
  requisitesOf,
  sendForm,
  untilStatus,
} from '#tests/make/customer.ts';
import { follow } from '#tests/make/event-stream.ts';
import { hasLitecoind, startLitecoin, type TestLitecoin } from '#tests/make/litecoind.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';
import { newLitecoinKey, newLitecoinXpub } from '#tests/make/utxo-world.ts';

const SCALE = 8;
const COIN = 100_000_000n;
const [MAIN, , REGTEST] = LITECOIN.networks;

let product: Product;
let app: ProductProcess;
let jobs: ProductProcess;
let chain: TestLitecoin;
let systems: ReadonlyMap<string, Resource>;
let shop: Readonly<Record<string, string>>;
const paying = newLitecoinKey();

const minor = (text: unknown): bigint => {
  const parsed = parseAmount(String(text), { scale: SCALE, precision: SCALE });
  if (!parsed.ok) throw new Error(`no amount: ${String(text)}`);
  return parsed.minor;
};

/** The same output on the main network: forms accept only its addresses. */
const mainAddress = (address: string): string => Address(MAIN.versions).encode(Address(REGTEST.versions).decode(address));

const startJobs = () =>
  product.start({ ...shop, ROLE: 'jobs', LITECOIN_PAYOUT_KEY: paying.payoutKey, OWNER_EMAIL: '', OWNER_PASSWORD: '' });

async function fund(count: number): Promise<void> {
  await until(async () => {
    const watched = await product.database.db.many(as<{ address: string }>(), sql`select address from utxo.payout_addresses`);
    expect(watched).toEqual([{ address: paying.address }]);
  });
  for (let index = 0; index < count; index += 1) await chain.send(paying.address, COIN);
  await chain.mine(6);
}

/** Mines a block each time the order is not there yet. */
async function mineUntilCompleted(own: GuestOrder): Promise<Readonly<Record<string, unknown>>> {
  return await until(async () => {
    const attributes = await readOrder(app.api, own);
    if (attributes['status'] === 'completed') return attributes;
    await chain.mine();
    throw new Error(`order ${own.id} is ${String(attributes['status'])}`);
  });
}

/** An order of roubles against Litecoin, paid at the bank. */
async function payoutTo(address: string, amount: string): Promise<GuestOrder> {
  const form = await fillForm(app.api, { from: 'SBERRUB', to: 'LTC', side: 'income', amount }, systems);
  const own = orderOf(await sendForm(app.api, { ...form, outcome_requisites: { address: mainAddress(address) } }));
  await pay(app.api, own);
  return own;
}

describe.skipIf(!hasLitecoind)('the whole process with a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    [product, chain] = await Promise.all([createProduct(), startLitecoin()]);
    shop = { LITECOIN_RPC_URL: chain.rpcUrl, LITECOIN_XPUB: newLitecoinXpub() };
    // Two processes, each with its own secrets only: the web process cannot pay
    jobs = await startJobs();
    app = await product.start({ ...shop, ROLE: 'web' });
    systems = await readSystems(app.api);
    await fund(6);
  });
  afterAll(async () => {
    await product?.close();
    await chain?.stop();
  });

  it('a payment is seen in the mempool, counted by block and exchanged', async () => {
    const own = await order(app.api, { from: 'LTC', to: 'SBERRUB', side: 'income', amount: '1.5' }, systems);
    const { fields, amount, qr_payload: qr } = await requisitesOf(app.api, own);
    const [line] = fields as readonly { readonly value: string }[];
    const address = line?.value ?? '';
    expect([amount, qr]).toEqual(['1.5', `litecoin:${address}?amount=1.5`]);
    const page = await follow(app.url, own);
    const txid = await chain.send(address, 150_000_000n);
    expect(await untilStatus(app.api, own, 'payment_detected')).toMatchObject({ income_tx: { hash: txid }, confirmations: 0 });
    await chain.mine();
    await until(async () => expect(await readOrder(app.api, own)).toMatchObject({ confirmations: 1 }));
    await chain.mine(5);
    const done = await untilStatus(app.api, own, 'completed');
    expect(done).toMatchObject({ income_tx: { hash: txid }, received_amount: '1.5' });
    expect(page.events.map(({ status }) => status)).toContain('payment_detected');
    page.stop();
    const entries = (await sandboxEntries(app.api)).filter(({ order_id }) => order_id === own.id);
    expect(entries).toMatchObject([{ direction: 'out', payment_system: 'SBERRUB', amount: own.outcomeAmount }]);
    expect(await chain.balance(address)).toBe(150_000_000n);
  });

  it('roubles paid at the bank come out as Litecoin, mined once, with the network’s fee in the books', async () => {
    const { address } = newLitecoinKey();
    const before = await chain.balance(paying.address);
    const own = await payoutTo(address, '5000');
    const done = await mineUntilCompleted(own);
    expect(await chain.balance(address)).toBe(minor(own.outcomeAmount));
    const fee = before - (await chain.balance(paying.address)) - minor(own.outcomeAmount);
    expect(fee).toBeGreaterThan(0n);
    expect(done['outcome_tx']).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const fees = await product.database.db.many(
      as<{ asset: string; amount: string }>(),
      sql`
      select e.asset, e.amount::text from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where t.order_id = ${own.id} and (e.account_kind, e.account_of) = ('expense', 'network')`,
    );
    expect(fees).toEqual([{ asset: 'LTC', amount: String(fee) }]);
  });

  it('several payouts and a killed process pay every address once', async () => {
    const targets = Array.from({ length: 3 }, () => newLitecoinKey().address);
    const orders = await Promise.all(targets.map((address) => payoutTo(address, '4000')));
    await until(async () => {
      const { count } = await product.database.db.one(as<{ count: number }>(), sql`select count(*)::int as count from utxo.payouts`);
      expect(count).toBeGreaterThan(1);
    });
    await jobs.kill();
    jobs = await startJobs();
    for (const own of orders) await mineUntilCompleted(own);
    for (const [index, address] of targets.entries()) expect(await chain.balance(address)).toBe(minor(orders[index]?.outcomeAmount));
  });

  it('afterwards the books agree, and every response kept the contract', async () => {
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
