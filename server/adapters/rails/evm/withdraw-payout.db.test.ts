import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { connectTo, CONFIRMATIONS, createEvmWorld, type EvmWorld, newAddress, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { readCursor, rewind } from './chain-store.ts';
import { endExcluded, findPayout, type RecordedPayout } from './payout-store.ts';
import { findUsedNonce, type ReadNonce } from './used-nonces.ts';

let world: EvmWorld;
let rail: Rail;
beforeEach(async () => {
  await world?.close();
  world = await createEvmWorld();
  rail = world.newRail();
});
afterAll(async () => await world?.close());

/** A signed payout whose transaction no node has got. */
async function signedPayout(): Promise<PayOutRequest> {
  const request = payOutRequest(world.usdt, 9_000n);
  world.wire.answerItself('eth_sendRawTransaction', `0x${'0'.repeat(64)}`);
  expect((await rail.payOut(request)).outcome).toBe('accepted');
  world.wire.heal();
  return request;
}

/** Uses the payout's nonce for another transaction, as someone with the key would. */
async function useNonce(): Promise<void> {
  await world.chain.send({ ...privateKeyToAccount(world.payoutKey), privateKey: world.payoutKey }, { to: newAddress(), amount: 1n });
  await world.chain.mine();
}

const rowOf = ({ reference }: Pick<PayOutRequest, 'reference'>) =>
  world.db.one(
    as<{ state: string; reason: string | null; reported: string | null; nonce: string }>(),
    sql`select state, reason, reported, nonce from evm.payouts where reference = ${reference}`,
  );

it('a signed payout can be ended once another transaction has used its nonce for good, and is never sent again', async () => {
  const request = await signedPayout();
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
  await useNonce();
  await world.chain.mine(CONFIRMATIONS - 1);
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
  expect(await rowOf(request)).toMatchObject({ state: 'recorded', reported: null });
  await world.chain.mine();
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
  const { nonce, ...ended } = await rowOf(request);
  expect(ended).toEqual({ state: 'failed', reason: 'ended_by_a_person', reported: 'failed' });
  let sent = 0;
  world.wire.answerItself('eth_sendRawTransaction', () => (sent += 1));
  const recorded = recordRailEvents();
  await world.newRail({ aheadMs: 60_000 }).poll(recorded.events);
  expect(await rail.payOut(request)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
  expect([sent, recorded.payouts]).toEqual([0, []]);
  world.wire.heal();
  // The next payout does not use the nonce again
  const next = payOutRequest(world.usdt, 8_000n);
  expect((await rail.payOut(next)).outcome).toBe('accepted');
  expect(Number((await rowOf(next)).nonce)).toBe(Number(nonce) + 1);
});

it('one that a person has paid is unknown after its end, and can be ended again as not sent', async () => {
  const request = await signedPayout();
  await useNonce();
  await world.chain.mine(CONFIRMATIONS);
  for (let time = 0; time < 2; time += 1) expect(await rail.withdrawPayout?.(request.reference, 'sent')).toBe(true);
  expect(await rail.askPayout(request)).toEqual({ outcome: 'unknown', reason: 'paid_by_a_person' });
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
  expect(await rail.askPayout(request)).toEqual({ outcome: 'failed', reason: 'ended_by_a_person' });
});

/** The payout's row and what used its nonce for good. */
async function excludedPayout(): Promise<{ readonly row: RecordedPayout; readonly exclusion: ReadNonce }> {
  const request = await signedPayout();
  await useNonce();
  await world.chain.mine(CONFIRMATIONS);
  await world.newRail({ payoutKey: null }).poll(recordRailEvents().events);
  const row = await findPayout(world.db, request.reference);
  const exclusion = row?.state === 'recorded' ? await findUsedNonce(world.db, row.signed) : undefined;
  if (row?.state !== 'recorded' || !exclusion) throw new Error('the payout is not excluded');
  return { row, exclusion };
}

it('only a recorded payout is ended, once; one that was executed meanwhile stays executed', async () => {
  const { row, exclusion } = await excludedPayout();
  const end = (outcome: 'sent' | 'not_sent') => endExcluded(world.db, row, { outcome, exclusion });
  await world.db.run(sql`update evm.payouts set state = 'executed' where reference = ${row.reference}`);
  expect(await end('not_sent')).toBe(false);
  expect(await rowOf(row)).toMatchObject({ state: 'executed', reason: null });
  await world.db.run(sql`update evm.payouts set state = 'recorded' where reference = ${row.reference}`);
  expect([await end('sent'), await end('not_sent')]).toEqual([true, false]);
  expect(await rowOf(row)).toMatchObject({ state: 'failed', reason: 'paid_by_a_person' });
  expect(await endExcluded(world.db, { ...row, reference: crypto.randomUUID() }, { outcome: 'not_sent', exclusion })).toBe(false);
});

it('a payout is not ended by a transaction that a reorganisation is discarding', async () => {
  const { row, exclusion } = await excludedPayout();
  const cursor = await readCursor(world.db, row.signed.chainId);
  if (!cursor) throw new Error('no block was read');
  await rewind(world.db, cursor, { number: exclusion.blockNumber - 1, hash: 'common', now: Date.now() });
  expect(await endExcluded(world.db, row, { outcome: 'not_sent', exclusion })).toBe(false);
  expect(await rowOf(row)).toMatchObject({ state: 'recorded' });
});

it.each([
  ['the answering node', 'wire'],
  ['the second node', 'second'],
] as const)('a payout that was mined is not ended because %s has no receipt of it', async (_, lagging) => {
  const second = await connectTo(world.chain.rpcUrl);
  const careful = world.newRail({ secondRpcUrl: second.url });
  const request = payOutRequest(world.usdt, 9_000n);
  expect((await careful.payOut(request)).outcome).toBe('accepted');
  await world.chain.mine(CONFIRMATIONS + 1);
  ({ wire: world.wire, second })[lagging].replaceAnswer('eth_getTransactionReceipt', null);
  expect(await careful.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
  world.wire.heal();
  await careful.poll(recordRailEvents().events);
  expect(await careful.askPayout(request)).toMatchObject({ outcome: 'executed' });
  await second.close();
});

it('a payout is ended only if both nodes show what used its nonce, in the same block', async () => {
  const second = await connectTo(world.chain.rpcUrl);
  const careful = world.newRail({ secondRpcUrl: second.url });
  const request = await signedPayout();
  await useNonce();
  await world.chain.mine(CONFIRMATIONS);
  const end = () => careful.withdrawPayout?.(request.reference, 'not_sent');
  for (const node of [world.wire, second]) {
    node.replaceAnswer('eth_getTransactionReceipt', null);
    expect(await end()).toBe(false);
    node.heal();
  }
  second.replaceAnswer('eth_getTransactionCount', '0x0');
  expect(await end()).toBe(false);
  second.replaceAnswer('eth_chainId', '0x1');
  expect(await end()).toBe(false);
  second.cut();
  expect(await end()).toBe(false);
  second.heal();
  expect(await end()).toBe(true);
  await second.close();
});

it('a node that knows no requests by block hash is enough', async () => {
  const request = await signedPayout();
  await useNonce();
  await world.chain.mine(CONFIRMATIONS);
  world.wire.refuse('eth_getTransactionCount', -32_602);
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
});

it('a payout fails by a receipt of the chain that was read, not by one of an abandoned branch', async () => {
  const request = payOutRequest(world.eth, 5n);
  expect((await rail.payOut(request)).outcome).toBe('accepted');
  await world.chain.mine(CONFIRMATIONS);
  const { tx_hash: txHash } = await world.db.one(
    as<{ tx_hash: string }>(),
    sql`select tx_hash from evm.payouts where reference = ${request.reference}`,
  );
  const receipt = (await world.chain.rpc('eth_getTransactionReceipt', [txHash])) as object;
  world.wire.replaceAnswer('eth_getTransactionReceipt', { ...receipt, status: '0x0', blockHash: `0x${'ab'.repeat(32)}` });
  const recorded = recordRailEvents();
  await rail.poll(recorded.events);
  expect((await rail.askPayout(request)).outcome).toBe('accepted');
  world.wire.heal();
  await world.chain.mine();
  await rail.poll(recorded.events);
  expect(recorded.payouts.map(({ answer }) => answer.outcome)).toEqual(['accepted', 'executed']);
});

it('a failure needs the second node', async () => {
  const second = await connectTo(world.chain.rpcUrl);
  const careful = world.newRail({ secondRpcUrl: second.url });
  const request = payOutRequest(world.eth, 5n);
  expect((await careful.payOut(request)).outcome).toBe('accepted');
  await world.chain.mine(CONFIRMATIONS);
  const { tx_hash: txHash } = await world.db.one(
    as<{ tx_hash: string }>(),
    sql`select tx_hash from evm.payouts where reference = ${request.reference}`,
  );
  const receipt = (await world.chain.rpc('eth_getTransactionReceipt', [txHash])) as object;
  world.wire.replaceAnswer('eth_getTransactionReceipt', { ...receipt, status: '0x0' });
  expect((await careful.askPayout(request)).outcome).toBe('accepted');
  world.wire.heal();
  expect((await careful.askPayout(request)).outcome).toBe('executed');
  await second.close();
});

it('a node that does not answer ends nothing', async () => {
  const request = await signedPayout();
  await useNonce();
  await world.chain.mine(CONFIRMATIONS);
  world.wire.cut();
  expect(await rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(false);
  world.wire.heal();
  expect(await rowOf(request)).toMatchObject({ state: 'recorded' });
});

it('an unsigned payout whose money was written off is cancelled; a signed one is not', async () => {
  const request = payOutRequest(world.usdt, 6_000n);
  world.wire.cut();
  expect((await rail.payOut(request)).outcome).toBe('unknown');
  expect(await rail.cancelPayout?.(request.reference)).toBe(true);
  world.wire.heal();
  await world.newRail().poll(recordRailEvents().events);
  expect(await rail.payOut(request)).toMatchObject({ outcome: 'failed' });
  const signed = await signedPayout();
  expect(await rail.cancelPayout?.(signed.reference)).toBe(false);
  expect(await rail.askPayout(signed)).toMatchObject({ outcome: 'accepted' });
});
