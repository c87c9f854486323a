import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordRailEvents, type RecordedEvents } from '#tests/make/rail-suite.ts';
import { receiveRequest } from '#tests/make/evm-world.ts';
import { createTronWorld, newTronAddress, type TronWorld } from '#tests/make/tron-world.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Rail } from '#server/adapters/rails/port.ts';

let world: TronWorld;
let rail: Rail;
let recorded: RecordedEvents;
beforeAll(async () => {
  world = await createTronWorld();
});
beforeEach(() => {
  rail = world.newRail();
  recorded = recordRailEvents();
});
afterAll(async () => await world?.close());

const poll = () => rail.poll(recorded.events);

async function addressFor(system: PaymentSystem): Promise<string> {
  const answer = await rail.receive(receiveRequest(system, 5_000_000n));
  if (answer.outcome !== 'offered') throw new Error(answer.reason);
  return answer.offer.reference;
}

const reports = (address: string) =>
  recorded.deposits.filter(({ reference }) => reference === address).map(({ state, confirmations }) => [state, confirmations]);

async function oddities(): Promise<readonly string[]> {
  const statement = await rail.statement(0);
  return statement.outcome === 'listed' ? statement.oddities.map(({ detail }) => detail) : [];
}

describe('a deposit', () => {
  it('is seen in its first block, counted, and final when the block is solid, at the time of the block', async () => {
    const address = await addressFor(world.usdt);
    const txHash = world.node.send({ to: address, amount: 5_000_000n, contract: world.token });
    for (let block = 0; block < 5; block += 1) {
      world.node.mine();
      await poll();
    }
    expect(reports(address)).toEqual([
      ['seen', 1],
      ['seen', 2],
      ['seen', 3],
      ['final', 20],
    ]);
    expect(recorded.finalOf(address)).toMatchObject([{ amount: 5_000_000n, txHash, requiredConfirmations: 20 }]);
  });

  it('waits for more than a solid block where the payment system asks for it', async () => {
    const address = await addressFor({ ...world.trx, requiredConfirmations: 25 });
    world.node.send({ to: address, amount: 5_000_000n });
    for (const blocks of [12, 12]) {
      world.node.mine(blocks);
      await poll();
    }
    expect(reports(address)).toEqual([
      ['seen', 12],
      ['seen', 24],
    ]);
    world.node.mine();
    await poll();
    expect(reports(address).at(-1)).toEqual(['final', 25]);
  });

  it('whose block is replaced is taken back once the solid blocks have passed it, and counts again when it returns', async () => {
    const address = await addressFor(world.usdt);
    const payment = { to: address, amount: 5_000_000n, contract: world.token };
    world.node.send(payment);
    world.node.mine();
    await poll();
    world.node.reorganise(1);
    await poll();
    expect(reports(address)).toEqual([['seen', 1], ...(reports(address).length > 1 ? [['seen', 2]] : [])]);
    world.node.mine(4);
    await poll();
    expect(reports(address).at(-1)).toEqual(['reverted', 0]);
    world.node.send(payment);
    world.node.mine(5);
    await poll();
    expect(recorded.finalOf(address)).toHaveLength(1);
  });

  it('is not made by a failed transaction, another token, the coin, or a transfer of nothing', async () => {
    const address = await addressFor(world.usdt);
    const before = await oddities();
    world.node.send({ to: address, amount: 5_000_000n, contract: world.otherToken });
    world.node.send({ to: address, amount: 7n });
    world.node.send({ to: address, amount: 0n, contract: world.token });
    const failing = await addressFor(world.usdt);
    world.node.revertTransfersTo(failing);
    world.node.send({ to: failing, amount: 5_000_000n, contract: world.token });
    world.node.mine(6);
    await poll();
    await poll();
    expect([...reports(address), ...reports(failing)]).toEqual([]);
    const added = (await oddities()).filter((detail) => !before.includes(detail)).map((detail) => detail.replace(/order-\d+/, 'ours'));
    expect(added.toSorted()).toEqual([
      `5000000 of ${world.otherToken} on the address of order ours`,
      '7 of the coin on the address of order ours',
    ]);
  });

  it('made while no process ran is found, in steps of a limited number of blocks', async () => {
    const address = await addressFor(world.trx);
    world.node.send({ to: address, amount: 5_000_000n });
    world.node.mine(90);
    await poll();
    expect(reports(address)).toEqual([['final', 20]]);
    const scans = 90 / 20;
    for (let scan = 0; scan < scans; scan += 1) await poll();
    expect(recorded.deposits).toHaveLength(1);
  });
});

describe('a node', () => {
  it('that lacks results of a block is asked again: the payment is not missed', async () => {
    const address = await addressFor(world.usdt);
    await poll();
    world.node.send({ to: address, amount: 5_000_000n, contract: world.token });
    world.node.mine(5);
    for (const path of ['wallet', 'walletsolidity']) world.node.replaceAnswer(`${path}/gettransactioninfobyblocknum`, []);
    await poll();
    expect(reports(address)).toEqual([]);
    world.node.heal();
    await poll();
    expect(recorded.finalOf(address)).toHaveLength(1);
  });

  it('of another network is refused, and nothing is offered by it', async () => {
    await poll();
    const other = await createTronWorld();
    const stranger = world.newRail({ apiUrl: other.node.url });
    await stranger.poll(recorded.events);
    expect(world.lines.at(-1)).toMatchObject({
      event: 'tron_node_trouble',
      fields: { reason: 'the node is on another network than before' },
    });
    expect((await stranger.receive(receiveRequest(world.trx, 5n))).outcome).toBe('later');
    expect((await stranger.statement(0)).outcome).toBe('unavailable');
    await other.close();
  });

  it.each([
    ['another number of decimals', () => ({ ...world.usdt, scale: 8 }), 'other_decimals'],
    ['a contract that is none', () => ({ ...world.usdt, railSettings: { contract: newTronAddress() } }), 'other_decimals'],
    ['no contract', () => ({ ...world.usdt, railSettings: {} }), 'bad_rail_settings'],
    ['a malformed contract', () => ({ ...world.usdt, railSettings: { contract: 'TR7' } }), 'bad_rail_settings'],
    ['a contract of the coin', () => ({ ...world.trx, railSettings: { contract: world.token } }), 'bad_rail_settings'],
  ])('a payment system with %s is not offered', async (_, system, problem) => {
    expect(await rail.check?.(system())).toEqual({ ok: false, problem });
    expect(await rail.receive(receiveRequest(system(), 5n))).toEqual({ outcome: 'unavailable', reason: problem });
  });

  it('of a test network serves no shop with real money', async () => {
    expect(await world.newRail({ developmentOnly: false }).check?.(world.usdt)).toEqual({ ok: false, problem: 'other_chain' });
    expect(await rail.check?.(world.usdt)).toEqual({ ok: true });
  });
});
