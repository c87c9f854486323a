import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/db.ts';
import { payOutRequest } from '#tests/make/evm-world.ts';
import { hasLitecoind } from '#tests/make/litecoind.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { createUtxoWorld, newLitecoinAddress, type UtxoWorld } from '#tests/make/utxo-world.ts';

let world: UtxoWorld;

describe.skipIf(!hasLitecoind)('a payout with a fault, on a real litecoind (left out where it is not installed)', () => {
  beforeAll(async () => {
    world = await createUtxoWorld();
    await world.fund(5, 10_000_000n);
  });
  afterAll(async () => await world?.close());

  it('does not stop the others, and its error is logged once', async () => {
    const orders = [1_000_000n, 1_100_000n, 1_200_000n].map((amount) => payOutRequest(world.ltc, amount, newLitecoinAddress()));
    const references = orders.map(({ reference }) => reference);
    world.wire.cut();
    for (const order of orders) expect((await world.newRail().payOut(order)).outcome).toBe('unknown');
    world.wire.heal();
    await world.db.run(sql`
      update utxo.payouts set payment_system_code = 'FAULT', created_at = created_at - interval '1 hour'
      where reference = any(${references.slice(0, 2)}::text[])`);
    const rail = world.newRail({
      isPaused: async ({ code }) => {
        if (code === 'FAULT') throw new Error('a fault of one payout');
        return false;
      },
    });
    const recorded = recordRailEvents();
    for (let round = 0; round < 3; round += 1) await rail.poll(recorded.events);
    expect(recorded.payouts.map(({ reference, answer }) => [reference, answer.outcome])).toEqual([[references[2], 'accepted']]);
    const faults = world.lines.filter(({ event }) => event === 'utxo_payout_fault').map(({ fields }) => fields['reference']);
    expect(faults).toEqual(['several payouts', ...references.slice(0, 2)]);
  });
});
