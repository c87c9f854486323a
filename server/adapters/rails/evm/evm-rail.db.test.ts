import { getAddress } from 'viem';
import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';
import { createEvmWorld, newAddress } from '#tests/make/evm-world.ts';

/** The rail suite on a local chain, for the coin and for a token. */
const harnessFor = (asset: 'coin' | 'token') => async (): Promise<RailHarness> => {
  const world = await createEvmWorld();
  const token = asset === 'token' ? { token: world.token } : {};
  return {
    rail: world.newRail(),
    twin: world.newRail(),
    paymentSystem: asset === 'token' ? world.usdt : world.eth,
    destination: () => ({ wallet: newAddress() }),
    amount: asset === 'token' ? 25_000_000n : 10n ** 17n,
    async pay(offer, amount) {
      await world.chain.send(world.payer, { to: getAddress(offer.fields[0]?.value ?? ''), amount, ...token });
    },
    advance: () => world.chain.mine(),
    async executions(request) {
      const got = await world.chain.balance(getAddress(request.destination['wallet'] ?? ''), asset === 'token' ? world.token : undefined);
      return Number(got / request.amount);
    },
    cut: async () => world.wire.cut(),
    heal: async () => world.wire.heal(),
    close: () => world.close(),
  };
};

describeRail('evm', harnessFor('coin'));
describeRail('evm', harnessFor('token'));
