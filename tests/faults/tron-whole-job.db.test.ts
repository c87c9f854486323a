import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAmount } from '#core/money/amount.ts';
import { readPayoutKey } from '#server/adapters/rails/tron/address.ts';
import { sql } from '#server/platform/db/db.ts';
import type { Resource } from '#tests/make/call-api.ts';
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
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';
import { startTronNode, type TronStandIn } from '#tests/make/tron-node.ts';
import { newTronAddress, newTronXpub } from '#tests/make/tron-world.ts';

const DECIMALS = { scale: 6, precision: 6 };
const PAYOUT_KEY = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');

let product: Product;
let app: ProductProcess;
let jobs: ProductProcess;
let node: TronStandIn;
let token: string;
let systems: ReadonlyMap<string, Resource>;
let shop: Readonly<Record<string, string>>;
const paying = readPayoutKey(PAYOUT_KEY).address;

const minor = (text: unknown): bigint => {
  const parsed = parseAmount(String(text), DECIMALS);
  if (!parsed.ok) throw new Error(`no amount: ${String(text)}`);
  return parsed.minor;
};

const startJobs = () => product.start({ ...shop, ROLE: 'jobs', TRON_PAYOUT_KEY: PAYOUT_KEY, OWNER_EMAIL: '', OWNER_PASSWORD: '' });

/** Mines a block each time the order is not there yet. */
const mineUntil = (own: GuestOrder, status: string): Promise<Readonly<Record<string, unknown>>> =>
  until(async () => {
    const attributes = await readOrder(app.api, own);
    if (attributes['status'] === status) return attributes;
    node.mine();
    throw new Error(`order ${own.id} is ${String(attributes['status'])}`);
  });

/** An order of roubles against Tether, paid at the bank. */
async function payoutTo(address: string, amount: string): Promise<GuestOrder> {
  const form = await fillForm(app.api, { from: 'SBERRUB', to: 'USDTTRC20', side: 'income', amount }, systems);
  const own = orderOf(await sendForm(app.api, { ...form, outcome_requisites: { address } }));
  await pay(app.api, own);
  return own;
}

describe('the whole process with a TRON node', () => {
  beforeAll(async () => {
    [product, node] = await Promise.all([createProduct(), startTronNode()]);
    token = node.deployToken();
    node.activate(paying, 1_000_000_000_000n);
    node.give(token, paying, 1_000_000_000_000n);
    node.mine(5);
    shop = { TRON_API_URL: node.url, TRON_XPUB: newTronXpub(), TRON_TOKENS: `USDTTRC20=${token}` };
    // Two processes, each with its own secrets only: the web process cannot pay
    jobs = await startJobs();
    app = await product.start({ ...shop, ROLE: 'web' });
    systems = await readSystems(app.api);
  });
  afterAll(async () => {
    await product?.close();
    await node?.close();
  });

  it('a payment of Tether is seen in its first block, final in a solid one, and exchanged', async () => {
    const own = await order(app.api, { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '50' }, systems);
    const { fields, amount, qr_payload: qr } = await requisitesOf(app.api, own);
    const address = (fields as readonly { readonly value: string }[])[0]?.value ?? '';
    expect([amount, qr]).toEqual(['50', address]);
    const hash = node.send({ to: address, amount: minor(50), contract: token });
    node.mine();
    expect(await untilStatus(app.api, own, 'payment_detected')).toMatchObject({ income_tx: { hash }, confirmations: 1 });
    expect(await mineUntil(own, 'completed')).toMatchObject({ income_tx: { hash }, received_amount: '50' });
    expect(node.balance(address, token)).toBe(minor(50));
  });

  it('roubles paid at the bank come out as Tether, with the network’s fee in the books', async () => {
    const address = newTronAddress();
    const before = node.balance(paying);
    const own = await payoutTo(address, '5000');
    const done = await mineUntil(own, 'completed');
    expect(node.balance(address, token)).toBe(minor(own.outcomeAmount));
    expect(done['outcome_tx']).toMatchObject({ hash: node.sentBy(paying).at(-1)?.txId });
    const fees = await product.database.db.many(
      as<{ asset: string; amount: string }>(),
      sql`
      select e.asset, e.amount::text from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where t.order_id = ${own.id} and (e.account_kind, e.account_of) = ('expense', 'network')`,
    );
    expect(fees).toEqual([{ asset: 'TRX', amount: String(before - node.balance(paying)) }]);
  });

  it('several payouts and a killed process pay every address once', async () => {
    const targets = Array.from({ length: 3 }, newTronAddress);
    const orders = await Promise.all(targets.map((address) => payoutTo(address, '4000')));
    await until(async () => {
      const { count } = await product.database.db.one(as<{ count: number }>(), sql`select count(*)::int as count from tron.payouts`);
      expect(count).toBeGreaterThan(1);
    });
    await jobs.kill();
    jobs = await startJobs();
    for (const own of orders) await mineUntil(own, 'completed');
    for (const [index, address] of targets.entries()) expect(node.balance(address, token)).toBe(minor(orders[index]?.outcomeAmount));
  });

  it('afterwards the books agree, and every response kept the contract', async () => {
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
