import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, transfer } from '#core/ledger/account.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { post } from './post.ts';
import { accountBalance } from './store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

const FX = account('fx', 'RUB');
const spend = async (tx: Tx, amount: bigint): Promise<void> => {
  const spent = transfer('opening', FX, account('expense', 'test'), { wallet: 'SBERRUB', asset: 'RUB', amount });
  await post(world.deps, tx, [spent], { orderId: null, actor: 'system', actorId: null });
};

describe('an account shared by all orders', () => {
  it('is not blocked by an open transaction, and sums the postings of both', async () => {
    const { db } = world.deps;
    await db.tx(async (tx) => {
      await spend(tx, 5n);
      await db.tx(async (other) => {
        await other.run(sql`set local lock_timeout = '2s'`);
        await spend(other, 7n);
        await spend(other, 1n);
      });
      expect(await accountBalance(db, FX)).toBe(8n);
      await spend(tx, 2n);
    });
    expect(await accountBalance(db, FX)).toBe(15n);
  });

  it('ignores rolled back savepoints and transactions', async () => {
    const { db } = world.deps;
    const before = await accountBalance(db, FX);
    await db.tx(async (tx) => {
      await spend(tx, 3n);
      await tx.run(sql`savepoint half`);
      await spend(tx, 100n);
      await tx.run(sql`rollback to savepoint half`);
    });
    const broken = db.tx(async (tx) => {
      await spend(tx, 1_000n);
      throw new Error('undone');
    });
    await expect(broken).rejects.toThrow('undone');
    expect(await accountBalance(db, FX)).toBe(before + 3n);
  });
});
