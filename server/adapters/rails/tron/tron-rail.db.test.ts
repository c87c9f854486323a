import { describeRail, type RailHarness } from '#tests/make/rail-suite.ts';
import { createTronWorld, newTronAddress } from '#tests/make/tron-world.ts';

/** The rail suite on a local network, for the coin and for a token. */
const harnessFor = (asset: 'coin' | 'token') => async (): Promise<RailHarness> => {
  const world = await createTronWorld();
  const token = asset === 'token' ? { contract: world.token } : {};
  return {
    rail: world.newRail(),
    twin: world.newRail({ apiUrl: world.node.otherUrl }),
    paymentSystem: asset === 'token' ? world.usdt : world.trx,
    destination: () => ({ wallet: newTronAddress() }),
    amount: 25_000_000n,
    async pay(offer, amount) {
      world.node.send({ to: offer.fields[0]?.value ?? '', amount, ...token });
    },
    advance: async () => world.node.mine(),
    async executions(request) {
      const received = world.node.balance(request.destination['wallet'] ?? '', asset === 'token' ? world.token : undefined);
      return Number(received / request.amount);
    },
    cut: async () => world.node.cut(),
    heal: async () => world.node.heal(),
    close: () => world.close(),
  };
};

describeRail('tron', harnessFor('coin'));
describeRail('tron', harnessFor('token'));
