import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '#core/ledger/account.ts';
import type { Refusal } from '#core/refusal.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { accountBalance } from './store.ts';

class Refused extends Error {
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super('refused');
    this.refusals = refusals;
  }
}

const PLACES = 100;
const GUESTS = 300;
const BRANDS = ['SBERRUB', 'SBPRUB'] as const;
const OUTCOME = 891_000n;

let world: World;
beforeAll(async () => {
  world = await createWorld({ reserve: OUTCOME * BigInt(PLACES) });
});
afterAll(async () => await world.close());

describe('two payment systems on one wallet', () => {
  it('share its reserve: 300 concurrent orders get exactly what is free', async () => {
    const codeOf = (guest: number) => BRANDS[guest % BRANDS.length] ?? 'SBERRUB';
    const forms = Array.from({ length: GUESTS }, async (_, i) => await world.form({ payment_system_to_id: codeOf(i) }));
    const attempts = (await Promise.all(forms)).map(async (form) => {
      const creation = world.deps.db.tx(async (tx) => {
        const made = await createOrder(world.deps, tx, form, { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' });
        if (!made.ok) throw new Refused(made.refusals);
        return made.value.order;
      });
      return await creation.catch((reason: unknown) => reason);
    });
    const outcomes = await Promise.all(attempts);
    const refused = outcomes.filter((outcome) => outcome instanceof Refused);
    expect(new Set(refused.flatMap(({ refusals }) => refusals.map(({ code }) => code)))).toEqual(new Set(['reserve_exceeded']));
    expect(outcomes.filter((outcome) => outcome instanceof Error && !(outcome instanceof Refused))).toEqual([]);
    const made = await world.deps.db.many(
      as<{ code: string; n: number }>(),
      sql`select outcome_code as code, count(*)::int as n from orders group by 1 order by 1`,
    );
    expect(made.map(({ code }) => code)).toEqual(BRANDS);
    expect(made.reduce((sum, { n }) => sum + n, 0)).toBe(PLACES);
    const reserve = await world.deps.db.one(AnyRow, sql`select posted::text, held::text from reserves where wallet = 'SBERRUB'`);
    expect(reserve).toEqual({ posted: String(OUTCOME * BigInt(PLACES)), held: String(OUTCOME * BigInt(PLACES)) });
    expect(await world.audit()).toEqual([]);
  });

  it('are paid from it: orders of both reduce the same treasury', async () => {
    const rows = await world.deps.db.many(
      as<{ id: string }>(),
      sql`select distinct on (outcome_code) id from orders order by outcome_code, id`,
    );
    const before = await accountBalance(world.deps.db, account('treasury', 'SBERRUB'));
    for (const { id } of rows) {
      await world.drain();
      await world.deposit(await world.read(id));
      await world.drain();
      expect((await world.read(id)).status).toBe('completed');
    }
    expect(await accountBalance(world.deps.db, account('treasury', 'SBERRUB'))).toBe(before - OUTCOME * 2n);
    expect(await world.audit()).toEqual([]);
  });
});
