import { describe } from 'vitest';
import { createMoneroWorld } from '#tests/make/monero-world.ts';
import { hasMonerod } from '#tests/make/monerod.ts';
import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';

const AMOUNT = 20_000_000_000n;
const DESTINATIONS = 12;

/** The rail suite on a local Monero chain. */
const makeHarness = async (): Promise<RailHarness> => {
  const world = await createMoneroWorld();
  await world.fund(14, 1_000_000_000_000n);
  const unused: string[] = [];
  for (let index = 0; index < DESTINATIONS; index += 1) unused.push(await world.newAddress());
  return {
    rail: world.newRail(),
    twin: world.newRail({ nodeUrl: world.chain.nodeUrl, walletUrl: world.receiving.url, payoutUrl: world.paying.url }),
    paymentSystem: world.xmr,
    destination: () => ({ wallet: unused.pop() ?? '' }),
    amount: AMOUNT,
    async pay(offer, amount) {
      await world.chain.send(offer.fields[0]?.value ?? '', amount);
    },
    // A block of this chain takes a quarter of a second
    advance: () => world.chain.mine(5),
    executions: async (request) => (await world.paidTo(request.destination['wallet'] ?? '')).length,
    cut: async () => Object.values(world.wires).forEach((wire) => wire.cut()),
    heal: async () => Object.values(world.wires).forEach((wire) => wire.heal()),
    close: () => world.close(),
  };
};

describe.skipIf(!hasMonerod)('on a real monerod (left out where it is not installed: apt install monero)', () => {
  describeRail('monero', makeHarness);
});
