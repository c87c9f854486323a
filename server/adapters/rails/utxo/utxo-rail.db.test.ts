import { describe } from 'vitest';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';
import { createUtxoWorld, newLitecoinAddress } from '#tests/make/utxo-world.ts';

const AMOUNT = 1_000_000n;

/** The rail suite on a local Litecoin chain. */
const makeHarness = async (): Promise<RailHarness> => {
  const world = await createUtxoWorld();
  await world.fund(12, 3_000_000n);
  return {
    rail: world.newRail(),
    twin: world.newRail(),
    paymentSystem: world.ltc,
    destination: () => ({ wallet: newLitecoinAddress() }),
    amount: AMOUNT,
    async pay(offer, amount) {
      await world.chain.send(offer.fields[0]?.value ?? '', amount);
    },
    advance: () => world.chain.mine(),
    executions: async (request) => Number((await world.chain.balance(request.destination['wallet'] ?? '')) / AMOUNT),
    cut: async () => world.wire.cut(),
    heal: async () => world.wire.heal(),
    close: () => world.close(),
  };
};

describe.skipIf(!hasLitecoind)('on a real litecoind (left out where it is not installed: apt install litecoind)', () => {
  describeRail('litecoin', makeHarness);
});
