import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { account, transfer } from '#core/ledger/account.ts';
import { HOUR_MS } from '#core/time.ts';
import { PURSE_ASSET, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { openPurse } from '#server/ledger/open-purse.ts';
import { post } from '#server/ledger/post.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { askPayout } from '#server/payouts/machine/execute-payout.ts';
import { findSilentPayouts } from '#server/payouts/store.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { expireWithdrawals, payForgotten, payWithdrawal } from './jobs.ts';
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
import { resolveFailed } from './resolve-failed.ts';
import { findWithdrawal } from './store.ts';
import { WITHDRAWAL_SUBJECT } from './subject.ts';

/** 3 dollars at 90 roubles, in kopecks. */
const PAID = 27_000n;

let world: World;
let operatorId: string;
beforeAll(async () => {
  world = await createWorld();
  operatorId = await person();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await world.close());

async function person(): Promise<string> {
  const id = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${id}, ${`${id}@example.org`}, 'customer')`);
  return id;
}

/** Somebody whose rewards come to so many cents. */
async function earner(cents: bigint): Promise<string> {
  const userId = await person();
  await world.deps.db.tx(async (tx) => {
    const wallet = await openPurse(world.deps, tx, { ownerId: userId, purse: 'reward' });
    const accrual = transfer('accrual', account('expense', 'reward'), account('reward', userId), {
      wallet,
      asset: PURSE_ASSET,
      amount: cents,
    });
    await post(world.deps, tx, [accrual], { orderId: null, actor: 'system', actorId: null });
  });
  return userId;
}

class Refused extends Error {}

/** As every caller does: a refusal rolls back. Gives the code of a refusal. */
async function ask(userId: string, change: Partial<WithdrawalRequest> = {}) {
  const request: WithdrawalRequest = {
    userId,
    hasVerifiedEmail: true,
    locale: 'ru',
    purse: 'reward',
    amount: 300n,
    paymentSystemCode: 'SBERRUB',
    requisites: { account: 'my-account' },
    noMemo: false,
    ...change,
  };
  const asking = world.deps.db.tx(async (tx) => {
    const asked = await requestWithdrawal(world.deps, tx, request);
    if (!asked.ok) throw new Refused(asked.refusals[0]?.code);
    return asked.value;
  });
  return await asking.catch((error: unknown) => {
    if (error instanceof Refused) return error.message;
    throw error;
  });
}
async function asked(userId: string, change: Partial<WithdrawalRequest> = {}): Promise<{ withdrawal: Withdrawal; token: string }> {
  const made = await ask(userId, change);
  if (typeof made === 'string') throw new Error(`refused: ${made}`);
  return made;
}
const confirm = async (id: string, token: string) =>
  await world.deps.db.tx(async (tx) => await confirmWithdrawal(world.deps, tx, { id, token }));
const statusOf = async (id: string) => (await findWithdrawal(world.deps.db, id))?.status;
const owed = async (userId: string): Promise<bigint> => -(await accountBalance(world.deps.db, account('reward', userId)));
const treasury = async (): Promise<bigint> => await accountBalance(world.deps.db, account('treasury', 'SBERRUB'));
const callsOf = async (id: string): Promise<number[]> => {
  const rows = await world.deps.db.many(z.object({ id: z.string() }), sql`select id from payouts where withdrawal_id = ${id}`);
  return rows.flatMap((row) => world.rail.executed.get(row.id)?.calls ?? []);
};

/** Confirmed, and on its way into the machine. */
async function confirmed(cents = 300n): Promise<{ id: string; userId: string }> {
  const userId = await earner(cents);
  const { withdrawal, token } = await asked(userId);
  expect((await confirm(withdrawal.id, token)).ok).toBe(true);
  return { id: withdrawal.id, userId };
}

describe('earnings taken out', () => {
  it('are promised when asked for, leave the purse by the link of the mail, once, and are paid', async () => {
    const userId = await earner(500n);
    const before = await treasury();
    const { withdrawal, token } = await asked(userId);
    expect(withdrawal).toMatchObject({ status: 'awaiting_confirmation', outcomeAmount: PAID });
    expect(await owed(userId)).toBe(500n);
    expect(await ask(userId)).toBe('not_allowed_amount');
    expect(await confirm(withdrawal.id, `${token}x`)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    expect(await confirm('no-such', token)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    const pressed = await Promise.all(Array.from({ length: 8 }, async () => await confirm(withdrawal.id, token)));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await owed(userId)).toBe(200n);
    await world.drain();
    expect(await statusOf(withdrawal.id)).toBe('completed');
    expect(await callsOf(withdrawal.id)).toEqual([1]);
    expect(before - (await treasury())).toBe(PAID);
    expect(await accountBalance(world.deps.db, account('withdrawal', withdrawal.id))).toBe(0n);
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
  });

  it('50 at once against a balance of exactly 3 dollars: one is promised, confirmed and paid (R15)', async () => {
    const userId = await earner(300n);
    const outcomes = await Promise.all(Array.from({ length: 50 }, async () => await ask(userId)));
    const made = outcomes.filter((one) => typeof one !== 'string');
    expect(made).toHaveLength(1);
    expect(new Set(outcomes.filter((one) => typeof one === 'string'))).toEqual(new Set(['not_allowed_amount']));
    for (const { withdrawal, token } of made) {
      await confirm(withdrawal.id, token);
      await Promise.all(Array.from({ length: 8 }, async () => await payWithdrawal(world.deps, withdrawal.id)));
      await world.drain();
      expect(await callsOf(withdrawal.id)).toEqual([1]);
    }
    expect(await owed(userId)).toBe(0n);
  });

  it('are refused without a verified address, below 3 dollars, to what earnings are not paid to, without requisites, beyond the reserve', async () => {
    const userId = await earner(10_000_000n);
    expect(await ask(userId, { hasVerifiedEmail: false })).toBe('email_not_verified');
    expect(await ask(userId, { amount: 299n })).toBe('payout_below_minimum');
    expect(await ask(userId, { amount: -300n })).toBe('payout_below_minimum');
    expect(await ask(userId, { paymentSystemCode: 'USDTTRC20', requisites: { address: 'a' } })).toBe('direction_unavailable');
    expect(await ask(userId, { requisites: {} })).toBe('required');
    expect(await ask(userId, { purse: 'referral' })).toBe('not_allowed_amount');
    expect(await ask(userId, { amount: 1_200_000n })).toBe('amount_above_maximum');
    await world.deps.db.run(sql`update payment_systems set reserve_buffer = 99999000 where code = 'SBERRUB'`);
    expect(await ask(userId)).toBe('has_no_reserves');
    await world.deps.db.run(sql`update payment_systems set reserve_buffer = 0 where code = 'SBERRUB'`);
    expect(await owed(userId)).toBe(10_000_000n);
  });
});

describe('a withdrawal that is not confirmed', () => {
  it('gives its promises back when its time is over, and its link says no', async () => {
    const userId = await earner(300n);
    const { withdrawal, token } = await asked(userId);
    await expireWithdrawals(world.deps);
    expect(await statusOf(withdrawal.id)).toBe('awaiting_confirmation');
    await world.pass(25 * HOUR_MS);
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false });
    await Promise.all([expireWithdrawals(world.deps), expireWithdrawals(world.deps)]);
    expect(await statusOf(withdrawal.id)).toBe('expired');
    expect(typeof (await ask(userId))).not.toBe('string');
  });

  it('is cancelled by its customer and by nobody else', async () => {
    const userId = await earner(300n);
    const { withdrawal, token } = await asked(userId);
    const cancel = async (by: string) =>
      await world.deps.db.tx(async (tx) => await cancelWithdrawal(world.deps, tx, { id: withdrawal.id, userId: by }));
    expect(await cancel(operatorId)).toMatchObject({ ok: false, refusals: [{ code: 'not_found' }] });
    expect(await cancel(userId)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    expect(await cancel(userId)).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false });
  });
});

describe('the machine that pays a withdrawal', () => {
  it('that dies between claim and call asks by reference and pays once; one whose job is lost is found', async () => {
    const { id } = await confirmed();
    expect(await WITHDRAWAL_SUBJECT.claim(world.deps, id, 'payout')).toBeDefined();
    expect(await WITHDRAWAL_SUBJECT.claim(world.deps, id, 'payout')).toBeUndefined();
    const now = world.deps.clock.now() + 1;
    for (const payout of await findSilentPayouts(world.deps.db, { accepted: now, unsure: now }, 50)) await askPayout(world.deps, payout);
    await world.drain();
    expect([await statusOf(id), await callsOf(id)]).toEqual(['completed', [1]]);
    const lost = await confirmed();
    await payForgotten(world.deps, { lostAfterMs: 0 });
    await world.drain();
    expect([await statusOf(lost.id), await callsOf(lost.id)]).toEqual(['completed', [1]]);
  });

  it('that fails leaves it to a person: once more, or back into the purse at the same rate', async () => {
    const failed = async () => {
      const made = await confirmed();
      world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
      await world.drain();
      expect(await statusOf(made.id)).toBe('payout_failed');
      return made;
    };
    const resolve = async (id: string, move: 'retry_payout' | 'return_to_purse', note = 'he called') =>
      await world.deps.db.tx(async (tx) => await resolveFailed(world.deps, tx, { id, move, note, operatorId }));
    const again = await failed();
    expect((await resolve(again.id, 'retry_payout')).ok).toBe(true);
    await world.drain();
    expect([await statusOf(again.id), await callsOf(again.id)]).toEqual(['completed', [1]]);
    const back = await failed();
    expect(await resolve(back.id, 'return_to_purse', ' ')).toMatchObject({ ok: false, refusals: [{ code: 'required' }] });
    expect((await resolve(back.id, 'return_to_purse')).ok).toBe(true);
    expect([await statusOf(back.id), await owed(back.userId)]).toEqual(['cancelled', 300n]);
    expect(await resolve(back.id, 'retry_payout')).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
  });
});
