import { as } from '#tests/make/rows.ts';
import { encodeAbiParameters, getAddress, keccak256, parseTransaction, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { privateKeyToAddress } from 'viem/accounts';
import type { PayOutRequest, PayoutAnswer, Rail } from '#server/adapters/rails/port.ts';
import { createEvmWorld, CONFIRMATIONS, type EvmWorld, newAccountKey, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';

const ETHER = 10n ** 18n;

let world: EvmWorld;
let rail: Rail;
beforeAll(async () => {
  world = await createEvmWorld();
  rail = world.newRail();
});
afterAll(() => world.close());

const destinationOf = (request: PayOutRequest) => getAddress(request.destination['wallet'] ?? '');
const gotCoin = (request: PayOutRequest) => world.chain.balance(destinationOf(request));
const gotToken = (request: PayOutRequest) => world.chain.balance(destinationOf(request), world.token);
const account = () => privateKeyToAddress(world.payoutKey);

async function hashOf(answer: PayoutAnswer | Promise<PayoutAnswer>): Promise<string> {
  const known = await answer;
  if (known.outcome !== 'accepted' || known.txHash === null) throw new Error(`not accepted: ${JSON.stringify(known)}`);
  return known.txHash;
}

describe('a payout', () => {
  it('is accepted, confirmed and executed, with the fee that was really paid', async () => {
    const request = payOutRequest(world.eth, ETHER);
    const before = await world.chain.balance(account());
    const txHash = await hashOf(rail.payOut(request));
    expect(await rail.askPayout(request)).toMatchObject({
      outcome: 'accepted',
      confirmations: 0,
      requiredConfirmations: CONFIRMATIONS,
      txHash,
    });
    await world.chain.mine();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'accepted', confirmations: 1 });
    await world.chain.mine(CONFIRMATIONS - 1);
    const paid = before - ETHER - (await world.chain.balance(account()));
    expect(await rail.askPayout(request)).toEqual({
      outcome: 'executed',
      externalId: txHash,
      txHash,
      amount: ETHER,
      networkFee: { wallet: 'ETH', amount: paid },
    });
    expect(await gotCoin(request)).toBe(ETHER);
  });

  it('in a token is mined once although two processes order it ten times concurrently, and again later', async () => {
    const request = payOutRequest(world.usdt, 40_000_000n);
    const rails = [rail, world.newRail()];
    const hashes = await Promise.all(Array.from({ length: 10 }, (_, index) => hashOf((rails[index % 2] ?? rail).payOut(request))));
    expect(new Set(hashes).size).toBe(1);
    await world.chain.mine(CONFIRMATIONS);
    expect((await world.newRail().payOut(request)).outcome).toBe('executed');
    await world.chain.mine(2);
    expect(await gotToken(request)).toBe(40_000_000n);
    const { count } = await world.db.one(
      as<{ count: string }>(),
      sql`select count(*) from evm.payouts where reference = ${request.reference}`,
    );
    expect(count).toBe('1');
  });

  it('gets nonces without gaps across two processes', async () => {
    const requests = Array.from({ length: 20 }, (_, index) =>
      index % 3 ? payOutRequest(world.usdt, 1_000n) : payOutRequest(world.eth, 1_000n),
    );
    const rails = [rail, world.newRail()];
    await Promise.all(requests.map((request, index) => (rails[index % 2] ?? rail).payOut(request)));
    await world.chain.mine(CONFIRMATIONS);
    const answers = await Promise.all(requests.map((request) => rail.askPayout(request)));
    expect(answers.map(({ outcome }) => outcome)).toEqual(requests.map(() => 'executed'));
    const rows = await world.db.many(as<{ nonce: string }>(), sql`select nonce from evm.payouts where nonce is not null order by nonce`);
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual(rows.map((_, index) => index));
  });

  it('is reported by polling, each change once, and again if a report could not be stored', async () => {
    const request = payOutRequest(world.usdt, 2_000n);
    await rail.payOut(request);
    const recorded = recordRailEvents();
    await rail.poll(recorded.events);
    for (let block = 0; block < CONFIRMATIONS; block += 1) {
      await world.chain.mine();
      recorded.failNext(block === 1 ? 1 : 0);
      await rail.poll(recorded.events);
      await rail.poll(recorded.events);
    }
    const reported = recorded.payouts
      .filter(({ reference }) => reference === request.reference)
      .map(({ answer }) => (answer.outcome === 'accepted' ? `accepted ${answer.confirmations}` : answer.outcome));
    expect(reported).toEqual(['accepted 0', 'accepted 1', 'accepted 2', 'executed']);
  });
});

describe('the recorded transaction', () => {
  it('is stored before it is sent, and the same one is sent again', async () => {
    const request = payOutRequest(world.eth, 5_000n);
    world.wire.replaceAnswer('eth_sendRawTransaction', null);
    world.wire.loseAnswer('eth_sendRawTransaction');
    expect((await rail.payOut(request)).outcome).toBe('unknown');
    world.wire.heal();
    const row = await world.db.one(
      as<{ raw_tx: `0x${string}`; tx_hash: string; broadcast_at: Date | null }>(),
      sql`select raw_tx, tx_hash, broadcast_at from evm.payouts where reference = ${request.reference}`,
    );
    expect(row.broadcast_at).toBeNull();
    expect(parseTransaction(row.raw_tx)).toMatchObject({ to: destinationOf(request).toLowerCase(), value: 5_000n });
    expect(await hashOf(world.newRail().payOut(request))).toBe(row.tx_hash);
    await world.chain.mine(CONFIRMATIONS);
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed', txHash: row.tx_hash });
    expect(await gotCoin(request)).toBe(5_000n);
  });

  it('is continued by polling after the process that ordered it has stopped', async () => {
    const request = payOutRequest(world.usdt, 6_000n);
    world.wire.cut();
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'unknown' });
    expect(await rail.askPayout(request)).toEqual({ outcome: 'unknown', reason: 'not_signed_yet' });
    world.wire.heal();
    const restarted = world.newRail();
    const recorded = recordRailEvents();
    await restarted.poll(recorded.events);
    await world.chain.mine(CONFIRMATIONS);
    await restarted.poll(recorded.events);
    expect(recorded.payouts.at(-1)).toMatchObject({ reference: request.reference, answer: { outcome: 'executed', amount: 6_000n } });
    expect(await gotToken(request)).toBe(6_000n);
  });

  it('is sent again to a node that lost it', async () => {
    const request = payOutRequest(world.eth, 7_000n);
    const txHash = await hashOf(rail.payOut(request));
    await world.chain.rpc('anvil_dropTransaction', [txHash]);
    await world.chain.mine();
    expect(await hashOf(rail.payOut(request))).toBe(txHash);
    await world.chain.mine(CONFIRMATIONS);
    expect((await rail.askPayout(request)).outcome).toBe('executed');
    expect(await gotCoin(request)).toBe(7_000n);
  });

  it('never fails because of a malformed response of the node', async () => {
    const request = payOutRequest(world.eth, 8_000n);
    await rail.payOut(request);
    await world.chain.mine(CONFIRMATIONS);
    for (const nonsense of ['<html>', {}, { status: '0x0' }, 7]) {
      world.wire.replaceAnswer('eth_getTransactionReceipt', nonsense);
      expect((await rail.askPayout(request)).outcome).toBe('unknown');
    }
    world.wire.heal();
    expect((await rail.askPayout(request)).outcome).toBe('executed');
  });
});

describe('a payout that an operator ends', () => {
  it('is never sent by the rail when the node responds again', async () => {
    const request = payOutRequest(world.usdt, 9_000n);
    world.wire.cut();
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'unknown' });
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    world.wire.heal();
    const recorded = recordRailEvents();
    await world.newRail().poll(recorded.events);
    await world.chain.mine(CONFIRMATIONS);
    expect(await gotToken(request)).toBe(0n);
    expect(recorded.payouts.filter(({ reference }) => reference === request.reference)).toEqual([]);
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'failed' });
  });

  it('is never made if its order arrives after the end', async () => {
    const request = payOutRequest(world.usdt, 9_200n);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    const ended = { outcome: 'failed', reason: 'ended_by_a_person' };
    expect([await rail.payOut(request), await rail.askPayout(request)]).toEqual([ended, ended]);
    await world.chain.mine(CONFIRMATIONS);
    expect(await gotToken(request)).toBe(0n);
  });

  it('is unknown if the operator has paid it, until the operator ends it as not sent', async () => {
    const request = payOutRequest(world.usdt, 9_100n);
    world.wire.cut();
    expect(await rail.payOut(request)).toMatchObject({ outcome: 'unknown' });
    for (let time = 0; time < 2; time += 1) expect(await rail.withdrawPayout?.(request.reference, 'sent')).toBe(true);
    world.wire.heal();
    const paidOtherwise = { outcome: 'unknown', reason: 'paid_by_a_person' };
    expect([await rail.askPayout(request), await rail.payOut(request)]).toEqual([paidOtherwise, paidOtherwise]);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    expect(await rail.askPayout(request)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
    await world.chain.mine(CONFIRMATIONS);
    expect(await gotToken(request)).toBe(0n);
  });

  it('is not cancelled once it is signed: anyone who has seen the transaction may get it mined', async () => {
    const request = payOutRequest(world.eth, 9_500n);
    world.wire.replaceAnswer('eth_sendRawTransaction', null);
    world.wire.loseAnswer('eth_sendRawTransaction');
    expect((await rail.payOut(request)).outcome).toBe('unknown');
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    world.wire.heal();
    await rail.payOut(request);
    await world.chain.mine(CONFIRMATIONS);
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed' });
    expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
  });
});

describe('an impossible payout', () => {
  it('is refused for good if the account has too little money, even if more arrives later', async () => {
    const tooMuch = payOutRequest(world.eth, 1_000_000n * ETHER);
    const poor = { outcome: 'failed', reason: 'insufficient_funds' };
    expect(await rail.payOut(tooMuch)).toEqual(poor);
    await world.chain.rpc('anvil_setBalance', [account(), `0x${(2_000_000n * ETHER).toString(16)}`]);
    expect(await rail.payOut(tooMuch)).toEqual(poor);
    expect(await rail.askPayout(tooMuch)).toEqual(poor);
    expect(await rail.payOut(payOutRequest(world.usdt, 10n ** 20n))).toEqual(poor);
    await world.chain.mine(CONFIRMATIONS);
    expect(await gotCoin(tooMuch)).toBe(0n);
  });

  it('counts outstanding transactions that are not mined yet', async () => {
    const balance = await world.chain.balance(account(), world.token);
    const share = (balance * 2n) / 3n;
    const requests = [payOutRequest(world.usdt, share), payOutRequest(world.usdt, share), payOutRequest(world.usdt, share)];
    const answers = await Promise.all(requests.map((request) => rail.payOut(request)));
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'failed', 'failed']);
    await world.chain.mine(CONFIRMATIONS);
    expect(await world.chain.balance(account(), world.token)).toBe(balance - share);
  });

  it('is refused for an impossible address', async () => {
    const bad = ['', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', zeroAddress, world.token, '0x8ba1f109551bD432803012645Ac136ddd64DBA72a'];
    for (const to of bad)
      expect(await rail.payOut(payOutRequest(world.usdt, 1n, to))).toEqual({ outcome: 'failed', reason: 'bad_destination' });
  });

  it('never reuses a reference for other terms', async () => {
    const request = payOutRequest(world.eth, 100n);
    await rail.payOut(request);
    expect(await rail.payOut({ ...request, amount: 101n })).toEqual({ outcome: 'unknown', reason: 'reference_means_another_payout' });
  });

  it('fails only once a failed transaction is confirmed', async () => {
    const request = payOutRequest(world.usdt, 10_000n);
    await world.chain.mine(CONFIRMATIONS);
    const balance = await world.chain.balance(account());
    // Estimated while the transfer would succeed; the tokens are removed before it is mined.
    await rail.payOut(request);
    const raw = await world.db.one(as<{ nonce: string }>(), sql`select nonce from evm.payouts where reference = ${request.reference}`);
    expect(Number(raw.nonce)).toBeGreaterThan(0);
    await drainTokens();
    await world.chain.mine();
    expect(await rail.askPayout(request)).toMatchObject({ outcome: 'accepted', confirmations: 1 });
    await world.chain.mine(CONFIRMATIONS - 1);
    const burnt = balance - (await world.chain.balance(account()));
    expect(burnt).toBeGreaterThan(0n);
    const reverted = { outcome: 'failed', reason: 'transaction_reverted', networkFee: { wallet: 'ETH', amount: burnt } };
    expect(await rail.askPayout(request)).toEqual(reverted);
    expect(await rail.payOut(request)).toEqual(reverted);
  });

  it('is never signed on another chain or with other decimals, on any path', async () => {
    const signed = async (reference: string) =>
      (
        await world.db.one(
          as<{ signed: boolean }>(),
          sql`select raw_tx is not null as signed from evm.payouts where reference = ${reference}`,
        )
      ).signed;
    for (const [method, result, reason] of [
      ['eth_chainId', '0x1', 'other_chain'],
      ['eth_call', `0x${'0'.repeat(62)}12`, 'other_decimals'],
    ] as const) {
      const process = world.newRail();
      const request = payOutRequest(world.usdt, 1_000n);
      world.wire.cut();
      expect((await process.payOut(request)).outcome).toBe('unknown');
      world.wire.heal();
      // Another node responds at the old address
      world.wire.replaceAnswer(method, result);
      const recorded = recordRailEvents();
      await process.poll(recorded.events);
      world.wire.heal();
      expect(await signed(request.reference)).toBe(false);
      expect(await process.askPayout(request)).toEqual({ outcome: 'failed', reason });
    }
  });

  it('checks the chain again after every lost connection', async () => {
    const process = world.newRail();
    await process.payOut(payOutRequest(world.eth, 1n));
    world.wire.cut();
    const request = payOutRequest(world.eth, 2n);
    expect((await process.payOut(request)).outcome).toBe('unknown');
    world.wire.heal();
    world.wire.replaceAnswer('eth_chainId', '0x1');
    expect(await process.payOut(request)).toEqual({ outcome: 'failed', reason: 'other_chain' });
    world.wire.heal();
  });

  it('is not signed in demo mode on a chain with real money', async () => {
    const onMainnet = { ...world.eth, railSettings: { chain_id: '1' } };
    world.wire.replaceAnswer('eth_chainId', '0x1');
    const answer = await world.newRail().payOut(payOutRequest(onMainnet, 1n));
    world.wire.heal();
    expect(answer).toEqual({ outcome: 'failed', reason: 'demo_on_a_real_chain' });
  });

  it('needs a key', async () => {
    const keyless = world.newRail({ payoutKey: null });
    expect(keyless.capabilities.paysOut).toBe(false);
    expect(await keyless.payOut(payOutRequest(world.eth, 1n))).toEqual({ outcome: 'failed', reason: 'no_payout_key' });
  });
});

/** Empties the paying account's token balance by writing the contract's storage (slot 0 of `token.sol` holds the balances). */
async function drainTokens(): Promise<void> {
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [account(), 0n]));
  await world.chain.rpc('anvil_setStorageAt', [world.token, slot, `0x${'0'.repeat(64)}`]);
}

describe('settings', () => {
  it('refuses malformed keys without repeating them', () => {
    expect(() => world.newRail({ xpub: newAccountKey().privateExtendedKey })).toThrow('EVM_XPUB is an extended private key');
    expect(() => world.newRail({ xpub: 'xpub123' })).toThrow();
    expect(() => world.newRail({ payoutKey: '0x1234' })).toThrow(/^EVM_PAYOUT_KEY is not a private key of 64 hexadecimal digits$/);
  });

  it('links to the explorer when there is one', () => {
    expect(rail.capabilities.transactionUrl(world.eth, '0xab')).toBeNull();
    expect(world.newRail({ explorerUrl: 'https://scan.example/' }).capabilities.transactionUrl(world.eth, '0xab')).toBe(
      'https://scan.example/tx/0xab',
    );
  });
});
