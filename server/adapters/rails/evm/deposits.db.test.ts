import { as } from '#tests/make/rows.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { createEvmWorld, CONFIRMATIONS, type EvmWorld, offerOf, receiveRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { HOUR_MS } from '#core/time.ts';
import { readCursor, rewind, saveRange } from './chain-store.ts';
import type { Rail } from '#server/adapters/rails/port.ts';

const ETHER = 10n ** 18n;

let world: EvmWorld;
let rail: Rail;
beforeAll(async () => {
  world = await createEvmWorld();
  rail = world.newRail();
});
afterAll(() => world.close());

const statesOf = (recorded: ReturnType<typeof recordRailEvents>, reference: string) =>
  recorded.deposits
    .filter((deposit) => deposit.reference === reference)
    .map((deposit) => `${deposit.state} ${deposit.confirmations}/${deposit.requiredConfirmations}`);

describe('an order paid on the chain', () => {
  it('is seen, confirmed and final: in coin', async () => {
    const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
    expect(offer.qrPayload).toBe(`ethereum:${offer.address}@${world.chain.chainId}?value=${ETHER}`);
    const hash = await world.chain.send(world.payer, { to: offer.address, amount: ETHER });
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toEqual([]);
    for (let block = 0; block < CONFIRMATIONS + 2; block += 1) {
      await world.chain.mine();
      await rail.poll(recorded.events);
      await rail.poll(recorded.events);
    }
    expect(statesOf(recorded, offer.reference)).toEqual(['seen 1/3', 'seen 2/3', 'final 3/3']);
    expect(recorded.deposits[0]).toMatchObject({
      rail: 'evm',
      amount: ETHER,
      paymentSystemCode: 'ETH',
      txHash: hash,
      externalId: `${hash}:eth`,
    });
  });

  it('is seen, confirmed and final: in a token', async () => {
    const offer = await offerOf(rail, receiveRequest(world.usdt, 50_000_000n));
    expect(offer.qrPayload).toBe(
      `ethereum:${world.token.toLowerCase()}@${world.chain.chainId}/transfer?address=${offer.address}&uint256=50000000`,
    );
    await world.chain.send(world.payer, { to: offer.address, amount: 50_000_000n, token: world.token });
    const recorded = recordRailEvents();
    for (let block = 0; block < CONFIRMATIONS; block += 1) {
      await world.chain.mine();
      await rail.poll(recorded.events);
    }
    expect(statesOf(recorded, offer.reference)).toEqual(['seen 1/3', 'seen 2/3', 'final 3/3']);
    expect(recorded.deposits.at(-1)).toMatchObject({ amount: 50_000_000n, paymentSystemCode: 'USDTERC20' });
  });

  it('distinguishes two transfers of one transaction', async () => {
    const first = await offerOf(rail, receiveRequest(world.usdt, 1_000n));
    const second = await offerOf(rail, receiveRequest(world.usdt, 1_000n));
    const hash = await world.chain.sendTwice(world.payer, {
      first: first.address,
      second: second.address,
      amount: 1_000n,
      token: world.token,
    });
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    expect(recorded.finalOf(first.reference).map(({ externalId }) => externalId)).toEqual([`${hash}:0`]);
    expect(recorded.finalOf(second.reference).map(({ externalId }) => externalId)).toEqual([`${hash}:1`]);
  });

  it('is first seen at the time of the block if the server was down', async () => {
    const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
    await world.chain.send(world.payer, { to: offer.address, amount: ETHER });
    await world.chain.mine();
    const mined = (await world.chain.rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    const recorded = recordRailEvents();
    await world.newRail({ aheadMs: HOUR_MS }).poll(recorded.events);
    expect(recorded.deposits.find(({ reference }) => reference === offer.reference)?.firstSeenAt).toBe(Number(mined.timestamp) * 1_000);
  });
});

describe('the scan', () => {
  it('resumes where another process stopped, in bounded steps, without repeating a report', async () => {
    const offers = await Promise.all(Array.from({ length: 6 }, () => offerOf(rail, receiveRequest(world.usdt, 7_000n))));
    for (const { address } of offers) {
      await world.chain.send(world.payer, { to: address, amount: 7_000n, token: world.token });
      await world.chain.mine(3);
    }
    const before = await world.db.one(as<{ scanned_to: string }>(), sql`select scanned_to from evm.chains`);
    const restarted = world.newRail({ maxBlocksPerPoll: 4 });
    const recorded = recordRailEvents();
    await restarted.poll(recorded.events);
    const after = await world.db.one(as<{ scanned_to: string }>(), sql`select scanned_to from evm.chains`);
    expect(Number(after.scanned_to) - Number(before.scanned_to)).toBe(4);
    for (let round = 0; round < 6; round += 1) await restarted.poll(recorded.events);
    for (const { reference } of offers) expect(recorded.finalOf(reference)).toHaveLength(1);
    const reported = recorded.deposits.map(({ externalId, confirmations }) => `${externalId} ${confirmations}`);
    expect(new Set(reported).size).toBe(reported.length);
  });

  it('loses and duplicates nothing with several concurrent processes', async () => {
    const offers = await Promise.all(Array.from({ length: 5 }, () => offerOf(rail, receiveRequest(world.eth, 9_000n))));
    for (const { address } of offers) await world.chain.send(world.payer, { to: address, amount: 9_000n });
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    const rails = [world.newRail(), world.newRail(), world.newRail()];
    for (let round = 0; round < 3; round += 1) await Promise.all(rails.map((one) => one.poll(recorded.events)));
    for (const { reference } of offers) expect(recorded.finalOf(reference)).toHaveLength(1);
    const { count } = await world.db.one(as<{ count: string }>(), sql`select count(*) from evm.transfers where amount = 9000`);
    expect(count).toBe('5');
  });

  it('waits while the node is down, logs it once, and resumes', async () => {
    const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
    await world.chain.send(world.payer, { to: offer.address, amount: ETHER });
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    const logged = world.lines.length;
    world.wire.cut();
    for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
    world.wire.heal();
    expect(recorded.deposits).toEqual([]);
    await rail.poll(recorded.events);
    expect(recorded.finalOf(offer.reference)).toHaveLength(1);
    expect(world.lines.slice(logged).map(({ event }) => event)).toEqual(['evm_node_trouble', 'evm_node_back']);
  });

  it.each([
    ['eth_getBlockByNumber', '<html>'],
    ['eth_getBlockByNumber', { number: '0x1' }],
    ['eth_getLogs', [{ address: '0x12' }]],
    ['eth_getTransactionReceipt', null],
  ])('saves nothing when the node answers %s with a malformed response', async (method, nonsense) => {
    const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
    await world.chain.send(world.payer, { to: offer.address, amount: ETHER });
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    const cursor = () => world.db.one(as<object>(), sql`select * from evm.chains`);
    const before = await cursor();
    world.wire.replaceAnswer(method, nonsense);
    await rail.poll(recorded.events);
    world.wire.heal();
    expect(await cursor()).toEqual(before);
    expect(recorded.deposits).toEqual([]);
    await rail.poll(recorded.events);
    expect(recorded.finalOf(offer.reference)).toHaveLength(1);
  });

  it('ignores a transaction that failed', async () => {
    const offer = await offerOf(rail, receiveRequest(world.usdt, 5n));
    const poor = await world.chain.wallet(ETHER);
    const nonce = Number(await world.chain.rpc('eth_getTransactionCount', [poor.address, 'latest']));
    const data = `0xa9059cbb${offer.address.slice(2).toLowerCase().padStart(64, '0')}${'5'.padStart(64, '0')}` as const;
    const raw = await poor.signTransaction({
      to: world.token,
      data,
      gas: 100_000n,
      nonce,
      chainId: world.chain.chainId,
      type: 'legacy',
      gasPrice: 10n ** 10n,
    });
    await world.chain.rpc('eth_sendRawTransaction', [raw]);
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toEqual([]);
  });
});

it('ignores coin of a reverted transaction', async () => {
  const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
  await world.chain.rpc('anvil_setCode', [offer.address, '0x60006000fd']);
  const poor = await world.chain.wallet(2n * ETHER);
  const raw = await poor.signTransaction({
    to: offer.address,
    value: ETHER,
    gas: 100_000n,
    nonce: 0,
    chainId: world.chain.chainId,
    type: 'legacy',
    gasPrice: 10n ** 10n,
  });
  const hash = await world.chain.rpc('eth_sendRawTransaction', [raw]);
  await world.chain.mine(CONFIRMATIONS);
  expect(await world.chain.rpc('eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x0' });
  const recorded = recordRailEvents();
  await rail.poll(recorded.events);
  expect(statesOf(recorded, offer.reference)).toEqual([]);
});

it('repeats the report of a final payment until it is stored', async () => {
  const offer = await offerOf(rail, receiveRequest(world.eth, ETHER));
  await world.chain.send(world.payer, { to: offer.address, amount: ETHER });
  await world.chain.mine(CONFIRMATIONS);
  const recorded = recordRailEvents();
  recorded.failNext(2);
  for (let round = 0; round < 4; round += 1) await rail.poll(recorded.events);
  expect(statesOf(recorded, offer.reference)).toEqual(['final 3/3']);
});

it('does not let a slow process move the cursor back', async () => {
  await world.chain.mine();
  const stale = await readCursor(world.db, world.chain.chainId);
  if (!stale) throw new Error('no cursor');
  await rail.poll(recordRailEvents().events);
  const now = await readCursor(world.db, world.chain.chainId);
  const blocks = [{ number: stale.number + 1, hash: '0xanother' }];
  expect(await saveRange(world.db, stale, { blocks, matched: [], unmatched: [], nonces: [], now: Date.now() })).toBe(false);
  expect(await rewind(world.db, stale, { number: stale.number - 1, hash: '0xanother', now: Date.now() })).toBe(false);
  expect(await readCursor(world.db, world.chain.chainId)).toEqual(now);
});

describe('another asset on an address', () => {
  it('is stored and logged, but is no payment', async () => {
    const wantsToken = await offerOf(rail, receiveRequest(world.usdt, 1_000n));
    const wantsCoin = await offerOf(rail, receiveRequest(world.eth, 1_000n));
    await world.chain.send(world.payer, { to: wantsToken.address, amount: 1_000n });
    await world.chain.send(world.payer, { to: wantsToken.address, amount: 1_000n, token: world.otherToken });
    await world.chain.send(world.payer, { to: wantsCoin.address, amount: 1_000n, token: world.token });
    await world.chain.mine(CONFIRMATIONS);
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    expect(recorded.deposits).toEqual([]);
    const rows = await world.db.many(
      as<{ contract: string | null; amount: string }>(),
      sql`
      select u.contract, u.amount from evm.unmatched_transfers u join evm.deposit_addresses a using (order_id)
      where a.address in (${wantsToken.reference}, ${wantsCoin.reference}) order by u.contract nulls first`,
    );
    const tokens = [world.token.toLowerCase(), world.otherToken.toLowerCase()].toSorted();
    expect(rows).toEqual([null, ...tokens].map((contract) => ({ contract, amount: '1000' })));
    expect(world.lines.filter(({ event }) => event === 'evm_unmatched_transfer')).toHaveLength(3);
  });
});

describe('a chain reorganisation', () => {
  it('reverts a payment whose block was orphaned, and reports it again when it is mined again', async () => {
    const offer = await offerOf(rail, receiveRequest(world.usdt, 3_000n));
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    const hash = await world.chain.send(world.payer, { to: offer.address, amount: 3_000n, token: world.token });
    const raw = await world.chain.rpc('eth_getRawTransactionByHash', [hash]);
    await world.chain.mine();
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toEqual(['seen 1/3']);
    await world.chain.rpc('anvil_reorg', [1, []]);
    await world.chain.mine();
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toEqual(['seen 1/3', 'reverted 0/3']);
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toHaveLength(2);
    if (!(await world.chain.rpc('eth_getTransactionByHash', [hash]))) await world.chain.rpc('eth_sendRawTransaction', [raw]);
    await world.chain.mine();
    await rail.poll(recorded.events);
    await world.chain.mine(2);
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference).slice(2)).toEqual(['seen 1/3', 'final 3/3']);
    expect(new Set(recorded.deposits.map(({ externalId }) => externalId)).size).toBe(1);
  });

  it('waits for a node that lags behind, and reverts nothing', async () => {
    const offer = await offerOf(rail, receiveRequest(world.eth, 4_000n));
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    const old = await world.chain.rpc('eth_getBlockByNumber', ['latest', false]);
    await world.chain.send(world.payer, { to: offer.address, amount: 4_000n });
    await world.chain.mine();
    await rail.poll(recorded.events);
    world.wire.replaceAnswer('eth_getBlockByNumber', old);
    await rail.poll(recorded.events);
    world.wire.heal();
    await world.chain.mine();
    await rail.poll(recorded.events);
    expect(statesOf(recorded, offer.reference)).toEqual(['seen 1/3', 'seen 2/3']);
  });
});
