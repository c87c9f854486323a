import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { receiveRequest } from '#tests/make/evm-world.ts';
import { coins, hasLitecoind } from '#tests/make/litecoind.ts';
import { type RecordedEvents, recordRailEvents } from '#tests/make/rail-suite.ts';
import { BLOCKS_PER_POLL, createUtxoWorld, LTC_CONFIRMATIONS, newLitecoinXpub, type UtxoWorld } from '#tests/make/utxo-world.ts';

let world: UtxoWorld;
let rail: Rail;
let recorded: RecordedEvents;

const AMOUNT = 1_000_000n;
const RBF_SEQUENCE = 0xfffffffd;

async function offeredAddress(system = world.ltc): Promise<string> {
  const answer = await rail.receive(receiveRequest(system, AMOUNT));
  if (answer.outcome !== 'offered') throw new Error(`no offer: ${answer.reason}`);
  return answer.offer.reference;
}

/** Reports about an address as short texts, in order. */
const reportsOf = (address: string) =>
  recorded.deposits
    .filter(({ reference }) => reference === address)
    .map(({ state, confirmations, amount }) => `${state} ${confirmations} ${amount}`);

const poll = (from = rail) => from.poll(recorded.events);

/** Two transactions of the wallet that spend the same coin: one to the address, one back to the wallet with a higher fee. */
async function doubleSpend(address: string): Promise<{ readonly first: string; readonly second: string }> {
  const { chain } = world;
  const unspent = (await chain.rpc('listunspent')) as { txid: string; vout: number; amount: number }[];
  const coin = unspent.toSorted((a, b) => b.amount - a.amount)[0];
  if (!coin) throw new Error('the wallet is empty');
  const inputs = [{ txid: coin.txid, vout: coin.vout, sequence: RBF_SEQUENCE }];
  const back = String(await chain.rpc('getnewaddress'));
  const sign = async (outputs: readonly unknown[]) => {
    const raw = await chain.rpc('createrawtransaction', [inputs, outputs]);
    return ((await chain.rpc('signrawtransactionwithwallet', [raw])) as { hex: string }).hex;
  };
  const rest = (fee: number) => Number((coin.amount - fee).toFixed(8));
  const first = await sign([{ [address]: coins(AMOUNT) }, { [back]: rest(coins(AMOUNT) + 0.0002) }]);
  return { first, second: await sign([{ [back]: rest(0.01) }]) };
}

const txidOf = async (raw: string) => ((await world.chain.rpc('decoderawtransaction', [raw])) as { txid: string }).txid;

describe.skipIf(!hasLitecoind)('deposits on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    // Several coins in the wallet
    await world.chain.mine(20);
    rail = world.newRail();
  }, 60_000);
  afterAll(async () => await world?.close());
  beforeEach(() => {
    recorded = recordRailEvents();
  });

  it('are seen in the mempool, counted by block and final with enough confirmations', async () => {
    const address = await offeredAddress();
    expect(address).toMatch(/^rltc1q/);
    await world.chain.send(address, AMOUNT);
    await poll();
    await world.chain.mine();
    await poll();
    await poll();
    await world.chain.mine(3);
    await poll();
    expect(reportsOf(address)).toEqual([`seen 0 ${AMOUNT}`, `seen 1 ${AMOUNT}`, `final ${LTC_CONFIRMATIONS} ${AMOUNT}`]);
  });

  it('count each output of one transaction once, and dust not at all', async () => {
    const [first, second] = [await offeredAddress(), await offeredAddress()];
    await world.chain.rpc('sendmany', ['', { [first]: coins(20_000n), [second]: coins(30_000n) }]);
    const third = await offeredAddress();
    await world.chain.send(third, 5_459n);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(reportsOf(first)).toEqual(['final 2 20000']);
    expect(reportsOf(second)).toEqual(['final 2 30000']);
    expect(reportsOf(third)).toEqual([]);
  });

  it('that are replaced count no longer, and the replacement counts', async () => {
    const address = await offeredAddress();
    const txid = await world.chain.send(address, AMOUNT);
    await poll();
    await world.chain.rpc('bumpfee', [txid]);
    await poll();
    const states = recorded.deposits.filter(({ reference }) => reference === address).map(({ txHash, state }) => [txHash === txid, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        [true, 'reverted'],
        [false, 'seen'],
      ]),
    );
    expect(states).toHaveLength(3);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(recorded.finalOf(address)).toMatchObject([{ amount: AMOUNT }]);
    expect(recorded.finalOf(address)[0]?.txHash).not.toBe(txid);
  });

  it('that are spent elsewhere before they are mined count no longer', async () => {
    const address = await offeredAddress();
    const { first, second } = await doubleSpend(address);
    await world.chain.rpc('sendrawtransaction', [first]);
    await poll();
    await world.chain.rpc('sendrawtransaction', [second]);
    await world.chain.mine(3);
    await poll();
    await poll();
    expect(reportsOf(address)).toEqual([`seen 0 ${AMOUNT}`, 'reverted 0 1000000']);
  });

  it('stay while a restarted node has not read its mempool yet', async () => {
    const address = await offeredAddress();
    await world.chain.send(address, AMOUNT);
    await poll();
    world.wire.replaceAnswer('getrawmempool', []);
    world.wire.replaceAnswer('getmempoolinfo', { loaded: false });
    await poll();
    await poll();
    world.wire.heal();
    await poll();
    expect(reportsOf(address)).toEqual([`seen 0 ${AMOUNT}`]);
    await world.chain.mine(LTC_CONFIRMATIONS);
  });

  it('that a reorganisation returns to the mempool count no longer, and count again once mined', async () => {
    const address = await offeredAddress();
    await world.chain.send(address, AMOUNT);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    const height = await world.chain.height();
    await world.chain.rpc('invalidateblock', [await world.chain.rpc('getblockhash', [height - 1])]);
    // The wallet's own new address: the same coinbase would make the same block again.
    const elsewhere = await world.chain.rpc('getnewaddress');
    await world.chain.rpc('generateblock', [elsewhere, []]);
    await world.chain.rpc('generateblock', [elsewhere, []]);
    await world.chain.rpc('generateblock', [elsewhere, []]);
    await poll();
    await poll();
    expect(reportsOf(address)).toEqual([`final 2 ${AMOUNT}`, `reverted 0 ${AMOUNT}`, `seen 0 ${AMOUNT}`]);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    expect(reportsOf(address).at(-1)).toBe(`final 2 ${AMOUNT}`);
    expect(recorded.finalOf(address)).toHaveLength(1);
    expect(world.lines.map(({ event }) => event)).toContain('utxo_chain_reorganised');
  });

  it('that a reorganisation replaces by another spending count no longer for good', async () => {
    const address = await offeredAddress();
    const { first, second } = await doubleSpend(address);
    await world.chain.rpc('sendrawtransaction', [first]);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    const height = await world.chain.height();
    await world.chain.rpc('invalidateblock', [await world.chain.rpc('getblockhash', [height - 1])]);
    await world.chain.rpc('sendrawtransaction', [second]);
    await world.chain.mine(LTC_CONFIRMATIONS + 2);
    await poll();
    await poll();
    expect(reportsOf(address)).toEqual([`final 2 ${AMOUNT}`, `reverted 0 ${AMOUNT}`]);
    expect(await txidOf(first)).toBe(recorded.deposits.find(({ reference }) => reference === address)?.txHash);
  });

  it('of a larger amount need more confirmations, and mined coins those until they can be spent', async () => {
    const address = await offeredAddress({ ...world.ltc, railSettings: { confirmations_by_amount: '0.05:4' } });
    await world.chain.send(address, 4_999_999n);
    await world.chain.send(address, 5_000_000n);
    await world.chain.mine(LTC_CONFIRMATIONS);
    await poll();
    const finals = () => recorded.finalOf(address).map(({ amount }) => amount);
    expect(finals()).toEqual([4_999_999n]);
    await world.chain.mine(2);
    await poll();
    expect(finals()).toEqual([4_999_999n, 5_000_000n]);
    expect(recorded.deposits.at(-1)).toMatchObject({ confirmations: 4, requiredConfirmations: 4 });
    const mined = await offeredAddress();
    await world.chain.rpc('generatetoaddress', [1, mined]);
    await world.chain.mine(98);
    for (let round = 0; round < 3; round += 1) await poll();
    expect(recorded.deposits.at(-1)).toMatchObject({ reference: mined, state: 'seen', requiredConfirmations: 100, confirmations: 99 });
    await world.chain.mine();
    await poll();
    expect(recorded.finalOf(mined)).toHaveLength(1);
  });

  it('of a backlog are counted at the block read last, as in the statement', async () => {
    const address = await offeredAddress();
    await poll();
    await world.chain.mine(BLOCKS_PER_POLL - 1);
    await world.chain.send(address, AMOUNT);
    await world.chain.mine(10);
    const inStatement = async () => {
      const statement = await rail.statement(0);
      return statement.outcome === 'listed' && statement.lines.some(({ reference }) => reference === recorded.deposits[0]?.externalId);
    };
    await poll();
    expect([reportsOf(address), await inStatement()]).toEqual([[`seen 1 ${AMOUNT}`], false]);
    await poll();
    expect([reportsOf(address).at(-1), await inStatement()]).toEqual([`final 2 ${AMOUNT}`, true]);
  });

  it('are found by a new process after an outage, by the blocks since the last one read', async () => {
    const address = await offeredAddress();
    world.wire.cut();
    await world.chain.send(address, AMOUNT);
    await world.chain.mine(5);
    await poll();
    expect(reportsOf(address)).toEqual([]);
    world.wire.heal();
    await poll(world.newRail());
    expect(reportsOf(address)).toEqual([`final 2 ${AMOUNT}`]);
  });

  it('are reported again if the order side could not store the report', async () => {
    const address = await offeredAddress();
    await world.chain.send(address, AMOUNT);
    recorded.failNext(1);
    await poll();
    expect(reportsOf(address)).toEqual([]);
    await poll();
    expect(reportsOf(address)).toEqual([`seen 0 ${AMOUNT}`]);
  });

  it('need a key of the network, the coin’s own chain and eight decimals', async () => {
    const request = receiveRequest(world.ltc, AMOUNT);
    const answerOf = (settings: Parameters<UtxoWorld['newRail']>[0]) => world.newRail(settings).receive(request);
    expect(await answerOf({ xpub: null })).toEqual({ outcome: 'unavailable', reason: 'no_deposit_key' });
    expect(await answerOf({ developmentOnly: false })).toEqual({ outcome: 'unavailable', reason: 'other_chain' });
    world.wire.replaceAnswer('getblockhash', '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206');
    expect(await answerOf({})).toEqual({ outcome: 'unavailable', reason: 'other_chain' });
    world.wire.heal();
    const wrong = receiveRequest({ ...world.ltc, scale: 6 }, AMOUNT);
    expect(await rail.receive(wrong)).toEqual({ outcome: 'unavailable', reason: 'other_decimals' });
    const malformed = { ...world.ltc, railSettings: { confirmations_by_amount: '10' } };
    expect(await rail.check?.(malformed)).toEqual({ ok: false, problem: 'bad_confirmations' });
    expect(await answerOf({ rpcUrl: world.wire.url })).toMatchObject({ outcome: 'later' });
    expect((await answerOf({ xpub: newLitecoinXpub() })).outcome).toBe('offered');
  });
});
