import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { PayOutRequest, Rail } from '#server/adapters/rails/port.ts';
import { CONFIRMATIONS, createEvmWorld, type EvmWorld, newAddress, payOutRequest } from '#tests/make/evm-world.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';

let world: EvmWorld;
let rail: Rail;
beforeEach(async () => {
  await world?.close();
  world = await createEvmWorld();
  rail = world.newRail();
});
afterAll(async () => await world?.close());

const lostBy = async (poller: Rail) => {
  const recorded = recordRailEvents();
  await poller.poll(recorded.events);
  return recorded.problems.get('payout_lost');
};
const hasLine = async ({ reference }: PayOutRequest) => {
  const statement = await rail.statement(0);
  return statement.outcome === 'listed' && statement.lines.some((line) => line.reference === reference);
};

/** An executed payout that a reorganisation deeper than its confirmations takes out of the chain. */
async function lostPayout(): Promise<PayOutRequest> {
  const request = payOutRequest(world.usdt, 7n);
  await rail.poll(recordRailEvents().events);
  expect((await rail.payOut(request)).outcome).toBe('accepted');
  await world.chain.mine(CONFIRMATIONS);
  expect(await lostBy(rail)).toEqual(new Map());
  expect(await rail.askPayout(request)).toMatchObject({ outcome: 'executed' });
  await world.chain.rpc('anvil_reorg', [CONFIRMATIONS, []]);
  // What the node keeps in its memory is not what this is about
  await world.chain.rpc('anvil_dropAllTransactions');
  await world.chain.mine();
  return request;
}

it('an executed payout that leaves the chain is a problem, is sent again as it was signed, and ends the problem once it is final', async () => {
  const request = await lostPayout();
  expect(await lostBy(rail)).toEqual(new Map([[request.reference, 'its transaction is sent again']]));
  expect(await hasLine(request)).toBe(false);
  await lostBy(world.newRail({ aheadMs: 60_000 }));
  await world.chain.mine(CONFIRMATIONS - 1);
  expect(await lostBy(rail)).toEqual(new Map([[request.reference, 'its transaction is sent again']]));
  await world.chain.mine();
  expect(await lostBy(rail)).toEqual(new Map());
  expect([await hasLine(request), await rail.askPayout(request)]).toMatchObject([true, { outcome: 'executed', amount: 7n }]);
});

it('one whose nonce another transaction used stays a problem, and is not paid again', async () => {
  const request = await lostPayout();
  const account = { ...privateKeyToAccount(world.payoutKey), privateKey: world.payoutKey };
  await world.chain.send(account, { to: newAddress(), amount: 1n });
  await world.chain.mine(CONFIRMATIONS);
  for (const aheadMs of [0, 60_000])
    expect(await lostBy(world.newRail({ aheadMs }))).toEqual(new Map([[request.reference, 'another transaction has used its nonce']]));
  expect(await rail.payOut(request)).toMatchObject({ outcome: 'executed' });
  expect(await hasLine(request)).toBe(false);
});
