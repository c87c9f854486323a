import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { receiveRequest } from '#tests/make/evm-world.ts';
import { createMoneroWorld, type MoneroWorld, XMR_CONFIRMATIONS } from '#tests/make/monero-world.ts';
import { hasMonerod } from '#tests/make/monerod.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';

const AMOUNT = 20_000_000_000n;

let world: MoneroWorld;
let rail: Rail;

async function newOffer(): Promise<string> {
  const answer = await rail.receive(receiveRequest(world.xmr, AMOUNT));
  if (answer.outcome !== 'offered') throw new Error(answer.reason);
  return answer.offer.reference;
}

/** What one poll reports of an address, as `<state> <confirmations>`. */
async function reportsOf(address: string, by = rail): Promise<readonly string[]> {
  const recorded = recordRailEvents();
  await by.poll(recorded.events);
  return recorded.deposits.filter(({ reference }) => reference === address).map(({ state, confirmations }) => `${state} ${confirmations}`);
}

const addressesOf = async (wallet: MoneroWorld['receiving']): Promise<number> =>
  (await wallet.rpc('get_address', { account_index: 0 })).addresses.length;

describe.skipIf(!hasMonerod)('deposits on a real monerod (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createMoneroWorld();
    rail = world.newRail();
  });
  afterAll(async () => await world?.close());
  afterEach(() => Object.values(world.wires).forEach((wire) => wire.heal()));

  it('an offer names the amount in the link, and its address is the order’s label in the wallet', async () => {
    const request = receiveRequest(world.xmr, AMOUNT);
    const answer = await rail.receive(request);
    if (answer.outcome !== 'offered') throw new Error(answer.reason);
    expect(answer.offer.qrPayload).toBe(`monero:${answer.offer.reference}?tx_amount=0.02`);
    const { addresses } = await world.receiving.rpc('get_address', { account_index: 0 });
    expect(addresses).toContainEqual(expect.objectContaining({ address: answer.offer.reference, label: request.orderId }));
  });

  it('an address that was created and not recorded is not lost, and one that a person created is not taken', async () => {
    const request = receiveRequest(world.xmr, AMOUNT);
    const before = await addressesOf(world.receiving);
    world.wires.receiving.before('label_address', () => world.wires.receiving.cut());
    expect((await rail.receive(request)).outcome).toBe('later');
    world.wires.receiving.heal();
    const own = await world.receiving.rpc('create_address', { account_index: 0, label: 'of a person' });
    const offers = [await rail.receive(request), await rail.receive(receiveRequest(world.xmr, AMOUNT))];
    const given = offers.map((answer) => (answer.outcome === 'offered' ? answer.offer.reference : answer.reason));
    expect(given).not.toContain(own.address);
    expect(new Set(given).size).toBe(2);
    expect(await addressesOf(world.receiving)).toBe(before + 3);
  });

  it('a wallet that was killed gives no address twice, and finds what is paid to those it forgot', async () => {
    await world.receiving.rpc('store');
    const earlier = await newOffer();
    const known = await addressesOf(world.receiving);
    await world.receiving.restart();
    expect(await addressesOf(world.receiving)).toBe(known - 1);
    const later = await newOffer();
    expect(later).not.toBe(earlier);
    await world.chain.send(earlier, AMOUNT);
    expect(await reportsOf(earlier)).toEqual(['seen 0']);
    const { count } = await world.db.one(
      as<{ count: number }>(),
      sql`select count(distinct subaddress_index)::int as count from monero.deposit_addresses`,
    );
    expect(await addressesOf(world.receiving)).toBeGreaterThanOrEqual(count);
  });

  it('a payment with a lock of the sender is final only after it', async () => {
    const address = await newOffer();
    await world.chain.send(address, AMOUNT, (await world.chain.height()) + XMR_CONFIRMATIONS + 3);
    expect(await reportsOf(address)).toEqual(['seen 0']);
    await world.chain.mine(XMR_CONFIRMATIONS + 2);
    expect(await reportsOf(address)).toEqual(['seen 9']);
    expect(await reportsOf(address)).toEqual([]);
    await world.chain.mine(2);
    expect(await reportsOf(address)).toEqual(['final 10']);
  });

  it('a reorganisation takes back what it removes, also after it was final, and counts it when it is mined again', async () => {
    const address = await newOffer();
    const id = await world.chain.send(address, AMOUNT);
    const [transaction] = (await world.chain.post('get_transactions', { txs_hashes: [id] })).txs;
    await world.chain.mine(XMR_CONFIRMATIONS);
    expect(await reportsOf(address)).toEqual(['final 10']);
    await world.chain.pop(XMR_CONFIRMATIONS);
    await world.chain.flush();
    // A shorter chain: the wallet keeps what it has read
    expect(await reportsOf(address)).toEqual([]);
    expect((await rail.statement(0)).outcome).toBe('unavailable');
    await world.chain.mine(XMR_CONFIRMATIONS + 1);
    expect(await reportsOf(address)).toEqual(['reverted 0']);
    expect(await reportsOf(address)).toEqual([]);
    await world.chain.post('send_raw_transaction', { tx_as_hex: transaction.as_hex });
    expect(await reportsOf(address)).toEqual(['seen 0']);
    await world.chain.mine(XMR_CONFIRMATIONS);
    expect(await reportsOf(address)).toEqual(['final 10']);
    expect(await rail.statement(0)).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ reference: expect.stringContaining(id), amount: AMOUNT })]),
    });
  });

  it('a conflict in the mempool takes a payment back', async () => {
    const address = await newOffer();
    const id = await world.chain.send(address, AMOUNT);
    expect(await reportsOf(address)).toEqual(['seen 0']);
    const conflicting = await world.receiving.rpc('get_transfers', { pool: true, account_index: 0 });
    for (const transfer of conflicting.pool) transfer.double_spend_seen = true;
    world.wires.receiving.answerItself('get_transfers', { jsonrpc: '2.0', id: '0', result: conflicting });
    // The wallet alone is not believed
    expect(await reportsOf(address)).toEqual([]);
    const located = await world.chain.post('get_transactions', { txs_hashes: [id], prune: true });
    located.txs[0].double_spend_seen = true;
    world.wires.node.answerItself('get_transactions', located);
    expect(await reportsOf(address)).toEqual(['reverted 0']);
    world.wires.node.heal();
    world.wires.receiving.heal();
    expect(await reportsOf(address)).toEqual(['seen 0']);
  });

  it('a payment that the node no longer has in its block is not final', async () => {
    const address = await newOffer();
    const id = await world.chain.send(address, AMOUNT);
    await world.chain.mine();
    const located = await world.chain.post('get_transactions', { txs_hashes: [id], prune: true });
    located.txs[0].in_pool = true;
    world.wires.node.answerItself('get_transactions', located);
    await world.chain.mine(10);
    expect(await reportsOf(address)).not.toContain('final 10');
    world.wires.node.heal();
    await expect.poll(async () => await reportsOf(address)).toContain('final 10');
  });

  it('a wallet that lacks a payment which the node has reverts nothing', async () => {
    const address = await newOffer();
    await world.chain.send(address, AMOUNT);
    await world.chain.mine();
    expect(await reportsOf(address)).toEqual(['seen 1']);
    world.wires.receiving.answerItself('get_transfers', { jsonrpc: '2.0', id: '0', result: {} });
    expect(await reportsOf(address)).toEqual([]);
    expect(world.lines).toContainEqual(expect.objectContaining({ event: 'monero_wallet_lacks_deposits' }));
  });

  it('money on an address of no order is an oddity, change of the wallet is none', async () => {
    const { address } = await world.receiving.rpc('create_address', { account_index: 0, label: 'of a person' });
    await world.chain.send(address, AMOUNT);
    await world.chain.send(world.receiving.address, AMOUNT);
    await world.chain.mine();
    await world.receiving.rpc('refresh');
    const statement = await rail.statement(0);
    expect(statement.outcome === 'listed' && statement.oddities).toEqual([
      { subject: expect.stringMatching(/^[0-9a-f]{64}:\d+$/), detail: `${AMOUNT} received on an address of no order` },
    ]);
  });

  it('a node that is away stops nothing for good, and is logged once', async () => {
    const address = await newOffer();
    await world.chain.send(address, AMOUNT);
    world.wires.node.cut();
    const before = world.lines.length;
    for (let round = 0; round < 3; round += 1) expect(await reportsOf(address)).toEqual([]);
    expect(world.lines.slice(before).map(({ event }) => event)).toEqual(['monero_node_trouble']);
    expect((await rail.receive(receiveRequest(world.xmr, AMOUNT))).outcome).toBe('later');
    world.wires.node.heal();
    expect(await reportsOf(address)).toEqual(['seen 0']);
  });
});
