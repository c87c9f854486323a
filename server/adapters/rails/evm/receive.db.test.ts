import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rail } from '#server/adapters/rails/port.ts';
import { createEvmWorld, type EvmWorld, evmPaymentSystem, newAccountKey, offerOf, receiveRequest } from '#tests/make/evm-world.ts';

const ETHER = 10n ** 18n;

let world: EvmWorld;
let rail: Rail;
beforeAll(async () => {
  world = await createEvmWorld();
  rail = world.newRail();
});
afterAll(() => world.close());

describe('requisites', () => {
  it('are refused if the catalogue and the chain disagree', async () => {
    const { token, chain } = world;
    const { chainId } = chain;
    const wrong = [
      evmPaymentSystem({ code: 'A', scale: 18, contract: token, chainId }),
      evmPaymentSystem({ code: 'B', scale: 6, contract: token, chainId: chainId + 1 }),
      evmPaymentSystem({ code: 'C', scale: 8, chainId }),
      { ...evmPaymentSystem({ code: 'D', scale: 6 }), railSettings: { contract: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' } },
      evmPaymentSystem({ code: 'E', scale: 6, contract: world.payer.address, chainId }),
      evmPaymentSystem({ code: 'F', scale: 18 }),
    ];
    const answers = await Promise.all(wrong.map((paymentSystem) => rail.receive(receiveRequest(paymentSystem, 10n))));
    expect(answers).toEqual(
      ['other_decimals', 'other_chain', 'other_decimals', 'bad_rail_settings', 'other_decimals', 'no_chain'].map((reason) => ({
        outcome: 'unavailable',
        reason,
      })),
    );
  });

  it('wait for the first response of the node, and need no node once issued', async () => {
    const request = receiveRequest(world.eth, ETHER);
    const offer = await offerOf(rail, request);
    world.wire.cut();
    const fresh = world.newRail();
    const answers = [await fresh.receive(request), await fresh.receive(receiveRequest(world.eth, ETHER))];
    world.wire.heal();
    expect(answers[0]).toMatchObject({ outcome: 'offered', offer: { reference: offer.reference } });
    expect(answers[1]?.outcome).toBe('later');
  });

  it('are never those of another order, even after the key has changed', async () => {
    const other = world.newRail({ xpub: newAccountKey().publicExtendedKey });
    const offers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => offerOf(index % 2 ? rail : other, receiveRequest(world.eth, ETHER))),
    );
    expect(new Set(offers.map(({ address }) => address)).size).toBe(30);
    const { doubled } = await world.db.one(
      as<{ doubled: string }>(),
      sql`select count(*) - count(distinct derivation_index) as doubled from evm.deposit_addresses`,
    );
    expect(doubled).toBe('0');
  });

  it('are unavailable without a key', async () => {
    const keyless = world.newRail({ xpub: null });
    expect(keyless.capabilities.receives).toBe(false);
    expect(await keyless.receive(receiveRequest(world.eth, ETHER))).toEqual({ outcome: 'unavailable', reason: 'no_deposit_key' });
  });
});
