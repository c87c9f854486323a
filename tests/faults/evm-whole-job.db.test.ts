import { as } from '#tests/make/rows.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '#server/platform/db/db.ts';
import { type Address, getAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAmount } from '#core/money/amount.ts';
import { startChain, type TestChain, type Wallet } from '#tests/make/anvil.ts';
import type { Resource } from '#tests/make/call-api.ts';
import { sandboxEntries } from '#tests/make/compare-books.ts';
import {
  fillForm,
  type GuestOrder,
  order,
  orderOf,
  pay,
  readSystems,
  requisitesOf,
  sendForm,
  untilStatus,
  type OrderInput,
} from '#tests/make/customer.ts';
import { newAddress } from '#tests/make/evm-world.ts';
import { follow } from '#tests/make/event-stream.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';

const ETHER = 10n ** 18n;
const TOKEN_SCALE = 6;
const BLOCK_MS = 200;

let product: Product;
let app: ProductProcess;
let chain: TestChain;
let token: Address;
let payer: Wallet;
let paying: Wallet;
let systems: ReadonlyMap<string, Resource>;
let isMining = true;
let mining: Promise<void>;

const minor = (text: unknown, scale: number): bigint => {
  const parsed = parseAmount(String(text), { scale, precision: scale });
  if (!parsed.ok) throw new Error(`no amount: ${String(text)}`);
  return parsed.minor;
};

async function mineContinuously(): Promise<void> {
  while (isMining) {
    await chain.mine();
    await sleep(BLOCK_MS);
  }
}

beforeAll(async () => {
  [product, chain] = await Promise.all([createProduct(), startChain()]);
  payer = await chain.wallet(1_000n * ETHER);
  paying = await chain.wallet(1_000n * ETHER);
  token = await chain.deployToken(payer, { decimals: TOKEN_SCALE });
  await chain.send(payer, { to: paying.address, amount: 10n ** 13n, token });
  mining = mineContinuously();
  // Two processes, each with its own secrets only: the web process cannot pay
  const shop = { EVM_RPC_URL: chain.rpcUrl, EVM_TOKENS: `USDTERC20=${token}` };
  await product.start({ ...shop, ROLE: 'jobs', EVM_PAYOUT_KEY: paying.privateKey, OWNER_EMAIL: '', OWNER_PASSWORD: '' });
  app = await product.start({ ...shop, ROLE: 'web' });
  systems = await readSystems(app.api);
});
afterAll(async () => {
  await product.close();
  isMining = false;
  await mining;
  await chain.stop();
});

/** The order's payment address, from the fields a customer copies. */
async function addressOf(own: GuestOrder): Promise<{ address: Address; amount: string; qr: string }> {
  const { fields, amount, qr_payload } = await requisitesOf(app.api, own);
  const [line] = fields as readonly { readonly value: string }[];
  return { address: getAddress(line?.value ?? ''), amount: String(amount), qr: String(qr_payload) };
}

/** An order paid to this wallet on the chain. */
async function orderTo(address: Address, wish: OrderInput): Promise<GuestOrder> {
  const form = await fillForm(app.api, wish, systems);
  return orderOf(await sendForm(app.api, { ...form, outcome_requisites: { address } }));
}

const feePostings = (orderId: string) =>
  product.database.db.many(
    as<{ account: string; asset: string; amount: string }>(),
    sql`
    select e.account_kind || ':' || e.account_of as account, e.asset, e.amount::text from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.order_id = ${orderId} and (e.account_kind, e.account_of) = ('expense', 'network')`,
  );

describe('the whole process on a real chain', () => {
  it('a wallet pays an order in the token, and the customer’s bank receives roubles', async () => {
    const own = await order(app.api, { from: 'USDTERC20', to: 'SBERRUB', side: 'income', amount: '250' }, systems);
    const { address, amount, qr } = await addressOf(own);
    expect(amount).toBe('250');
    expect(qr).toBe(`ethereum:${token}@${chain.chainId}/transfer?address=${address}&uint256=250000000`);
    const page = await follow(app.url, own);
    const hash = await chain.send(payer, { to: address, amount: minor(amount, TOKEN_SCALE), token });
    const done = await untilStatus(app.api, own, 'completed');
    expect(done['income_tx']).toMatchObject({ hash });
    expect(done['received_amount']).toBe('250');
    expect(page.events.map(({ status }) => status)).toContain('payment_detected');
    page.stop();
    const entries = (await sandboxEntries(app.api)).filter(({ order_id }) => order_id === own.id);
    expect(entries).toMatchObject([
      { direction: 'out', payment_system: 'SBERRUB', amount: own.outcomeAmount, destination: '2202200000000008' },
    ]);
    expect(await chain.balance(address, token)).toBe(250_000_000n);
  });

  it('two orders have two addresses, and a payment belongs to one of them', async () => {
    const wish: OrderInput = { from: 'ETH', to: 'SBERRUB', side: 'income', amount: '0.05' };
    const [paid, waiting] = [await order(app.api, wish, systems), await order(app.api, wish, systems)];
    const [to, other] = [await addressOf(paid), await addressOf(waiting)];
    expect(to.address).not.toBe(other.address);
    await chain.send(payer, { to: to.address, amount: minor(to.amount, 18) });
    await untilStatus(app.api, paid, 'completed');
    expect(await untilStatus(app.api, waiting, 'awaiting_payment')).toMatchObject({ received_amount: null });
  });

  it.each([
    ['ETH', 18, undefined],
    ['USDTERC20', TOKEN_SCALE, 'token'],
  ] as const)('roubles paid at the bank come out as %s, mined once, with the network’s fee in the books', async (to, scale, kind) => {
    const address = newAddress();
    const own = await orderTo(address, { from: 'SBERRUB', to, side: 'income', amount: '20000' });
    await pay(app.api, own);
    const done = await untilStatus(app.api, own, 'completed');
    const contract = kind === undefined ? undefined : token;
    expect(await chain.balance(address, contract)).toBe(minor(own.outcomeAmount, scale));
    const { hash } = done['outcome_tx'] as { hash: string };
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [hash])) as {
      status: string;
      gasUsed: string;
      effectiveGasPrice: string;
    };
    expect(receipt.status).toBe('0x1');
    const fee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    expect(await feePostings(own.id)).toEqual([{ account: 'expense:network', asset: 'ETH', amount: String(fee) }]);
  });

  it('many payouts are sent with consecutive nonces: every address gets its coin once', async () => {
    const targets = Array.from({ length: 5 }, () => newAddress());
    const orders = await Promise.all(
      targets.map(async (address) => orderTo(address, { from: 'SBERRUB', to: 'ETH', side: 'income', amount: '10000' })),
    );
    await Promise.all(orders.map(async (own) => pay(app.api, own)));
    await Promise.all(orders.map(async (own) => untilStatus(app.api, own, 'completed')));
    const got = await Promise.all(targets.map((address) => chain.balance(address)));
    expect(got).toEqual(orders.map(({ outcomeAmount }) => minor(outcomeAmount, 18)));
  });

  it('a process killed after sending does not pay twice', async () => {
    const address = newAddress();
    const own = await orderTo(address, { from: 'SBERRUB', to: 'ETH', side: 'income', amount: '15000' });
    await pay(app.api, own);
    await until(async () => {
      const { n } = await product.database.db.one(
        as<{ n: number }>(),
        sql`select count(*)::int as n from payouts where order_id = ${own.id} and state in ('claimed', 'accepted')`,
      );
      expect(n).toBe(1);
    });
    await app.kill();
    // Two processes, each with its own secrets only: the web process cannot pay
    const shop = { EVM_RPC_URL: chain.rpcUrl, EVM_TOKENS: `USDTERC20=${token}` };
    await product.start({ ...shop, ROLE: 'jobs', EVM_PAYOUT_KEY: paying.privateKey, OWNER_EMAIL: '', OWNER_PASSWORD: '' });
    app = await product.start({ ...shop, ROLE: 'web' });
    await untilStatus(app.api, own, 'completed');
    expect(await chain.balance(address)).toBe(minor(own.outcomeAmount, 18));
  });

  it('afterwards the books agree, and every response kept the contract', async () => {
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
