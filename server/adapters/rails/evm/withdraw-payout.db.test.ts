import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { sql } from '#server/platform/db/db.ts';
import { CONFIRMATIONS, createEvmWorld, type EvmWorld, newAddress, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { as } from '#tests/make/rows.ts';
import { endExcluded } from './payout-store.ts';

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

const rowOf = ({ reference }: PayOutRequest) =>
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

it('only a recorded payout is ended, once; one that was executed meanwhile stays executed', async () => {
  const [request, executed] = [await signedPayout(), payOutRequest(world.usdt, 7_000n)];
  expect([await endExcluded(world.db, request.reference, 'sent'), await endExcluded(world.db, request.reference, 'not_sent')]).toEqual([
    true,
    false,
  ]);
  expect(await rowOf(request)).toMatchObject({ state: 'failed', reason: 'paid_by_a_person' });
  await world.db.run(sql`
    insert into evm.payouts (reference, rail, payment_system_code, destination, amount, required_confirmations, state, created_at,
      chain_id, sender, nonce, raw_tx, tx_hash, max_fee)
    values (${executed.reference}, 'evm', 'ETH', '0x', 1, 1, 'executed', now(), 1, '0x', 1, '0x', '0x', 1)`);
  expect(await endExcluded(world.db, executed.reference, 'not_sent')).toBe(false);
  expect(await rowOf(executed)).toMatchObject({ state: 'executed', reason: null });
  expect(await endExcluded(world.db, crypto.randomUUID(), 'not_sent')).toBe(false);
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
