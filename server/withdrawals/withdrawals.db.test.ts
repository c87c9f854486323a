import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { account, transfer } from '#core/ledger/account.ts';
import { orderSubject } from '#core/payout/payout.ts';
import { HOUR_MS } from '#core/time.ts';
import { PAYOUT_AFTER_DELAY_MS, PURSE_ASSET, type Purse, type Withdrawal } from '#core/withdrawal/withdrawal.ts';
import { readWalletUse } from '#server/payouts/gate/wallet-use.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { post } from '#server/ledger/post.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { applyPayoutAnswer } from '#server/payouts/machine/apply-payout-answer.ts';
import { pollPayout } from '#server/payouts/machine/execute-payout.ts';
import { findPayoutsToPoll } from '#server/payouts/store.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { cancelWithdrawal, cancelByEmailLink, stopToken } from './cancel-withdrawal.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { expireWithdrawals, retryForgottenWithdrawals, payWithdrawal, releaseHeld } from './jobs.ts';
import { quoteWithdrawal } from './price-withdrawal.ts';
import { requestWithdrawal, type WithdrawalRequest } from './request-withdrawal.ts';
import { applyOperatorAction } from './apply-operator-action.ts';
import { findWithdrawal, measureMinutes } from './store.ts';
import { WITHDRAWAL_SUBJECT } from './subject.ts';

/** 3 dollars at 90 roubles, in kopecks. */
const PAID = 27_000n;

let world: World;
let operatorId: string;
beforeAll(async () => {
  world = await createWorld();
  operatorId = await createCustomer();
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await world.close());

async function setRate(roublesPerDollar: string): Promise<void> {
  await world.prices(roublesPerDollar);
  await world.pass(1_000);
}

async function createCustomer(): Promise<string> {
  const id = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${id}, ${`${id}@example.org`}, 'customer')`);
  return id;
}

/** Requisites saved for more than a day: no hold (R33). */
async function addSavedWallet(userId: string, hoursAgo = 25): Promise<void> {
  const clock = { now: () => world.deps.clock.now() - hoursAgo * HOUR_MS };
  const wallet = { userId, code: 'SBERRUB', side: 'outcome', values: { account: 'my-account' }, masked: { account: 'm•••t' } } as const;
  await world.deps.db.tx(async (tx) => await saveWallet({ ...world.deps, clock }, tx, wallet));
}

async function earner(
  cents: bigint,
  { keeps: hasSavedWallet = true, purse = 'reward' }: { keeps?: boolean; purse?: Purse } = {},
): Promise<string> {
  const userId = await createCustomer();
  await world.deps.db.tx(async (tx) => {
    const wallet = await findOrCreateCustomerWallet(world.deps, tx, { ownerId: userId, purse });
    const sum = { wallet, asset: PURSE_ASSET, amount: cents };
    const accrual = transfer('opening', account('expense', purse), account(purse, userId), sum);
    await post(world.deps, tx, [accrual], { orderId: null, actor: 'system', actorId: null });
  });
  if (hasSavedWallet) await addSavedWallet(userId);
  return userId;
}

class Refused extends Error {}

/** Rolls back on a refusal, as every caller does. Returns the refusal code. */
async function requestAs(userId: string, change: Partial<WithdrawalRequest> = {}) {
  const withdrawalRequest: WithdrawalRequest = {
    userId,
    hasVerifiedEmail: true,
    locale: 'ru',
    purse: 'reward',
    amount: 300n,
    paymentSystemCode: 'SBERRUB',
    country: null,
    requisites: { account: 'my-account' },
    noMemo: false,
    hasFreshFactor: true,
    ...change,
  };
  const requested = world.deps.db.tx(async (tx) => {
    const result = await requestWithdrawal(world.deps, tx, withdrawalRequest);
    if (!result.ok) throw new Refused(result.refusals[0]?.code);
    return result.value;
  });
  return await requested.catch((error: unknown) => {
    if (error instanceof Refused) return error.message;
    throw error;
  });
}
async function requested(userId: string, change: Partial<WithdrawalRequest> = {}): Promise<{ withdrawal: Withdrawal; token: string }> {
  const made = await requestAs(userId, change);
  if (typeof made === 'string') throw new Error(`refused: ${made}`);
  return made;
}
const confirm = async (id: string, token: string) =>
  await world.deps.db.tx(async (tx) => await confirmWithdrawal(world.deps, tx, { id, token }));
const statusOf = async (id: string) => (await findWithdrawal(world.deps.db, id))?.status;
const owed = async (userId: string): Promise<bigint> => -(await accountBalance(world.deps.db, account('reward', userId)));
const treasury = async (): Promise<bigint> => await accountBalance(world.deps.db, account('treasury', 'SBERRUB'));
const callCounts = async (id: string): Promise<number[]> => {
  const rows = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where withdrawal_id = ${id}`);
  return rows.flatMap((row) => world.rail.executed.get(row.id)?.calls ?? []);
};

async function confirmed(cents = 300n): Promise<{ id: string; userId: string }> {
  const userId = await earner(cents);
  const { withdrawal, token } = await requested(userId);
  expect((await confirm(withdrawal.id, token)).ok).toBe(true);
  return { id: withdrawal.id, userId };
}

describe('withdrawn earnings', () => {
  it('are reserved on request, leave the balance on confirmation, once, and are paid', async () => {
    const userId = await earner(500n);
    const before = await treasury();
    const { withdrawal, token } = await requested(userId);
    expect(withdrawal).toMatchObject({ status: 'awaiting_confirmation', outcomeAmount: PAID });
    expect(await owed(userId)).toBe(500n);
    expect(await requestAs(userId)).toBe('not_allowed_amount');
    expect(await confirm(withdrawal.id, `${token}x`)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    expect(await confirm('no-such', token)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    const pressed = await Promise.all(Array.from({ length: 8 }, async () => await confirm(withdrawal.id, token)));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await owed(userId)).toBe(200n);
    await world.drain();
    expect(await statusOf(withdrawal.id)).toBe('completed');
    expect(await callCounts(withdrawal.id)).toEqual([1]);
    const seen = { wallet: 'SBERRUB', since: { hour: new Date(0), day: new Date(0) } };
    for (const to of [{ kind: 'withdrawal', id: withdrawal.id } as const, orderSubject((await world.order()).id)])
      expect((await readWalletUse(world.deps, world.deps.db, { ...seen, to })).destination).toEqual({ amount: PAID, count: 1 });
    expect(before - (await treasury())).toBe(PAID);
    expect(await accountBalance(world.deps.db, account('withdrawal', withdrawal.id))).toBe(0n);
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    const change = async (by: number) =>
      await world.database.adminDb.run(sql`update withdrawals set purse_amount = purse_amount + ${by} where status = 'completed'`);
    await change(1);
    expect(await world.audit()).toMatchObject([{ equation: 'what has left purses = withdrawals that were confirmed and not returned' }]);
    await change(-1);
  });

  it('50 concurrent requests for a balance of 3 dollars: one is reserved, confirmed and paid (R15)', async () => {
    const userId = await earner(300n);
    const outcomes = await Promise.all(Array.from({ length: 50 }, async () => await requestAs(userId)));
    const made = outcomes.filter((one) => typeof one !== 'string');
    expect(made).toHaveLength(1);
    expect(new Set(outcomes.filter((one) => typeof one === 'string'))).toEqual(new Set(['not_allowed_amount']));
    for (const { withdrawal, token } of made) {
      await confirm(withdrawal.id, token);
      await Promise.all(Array.from({ length: 8 }, async () => await payWithdrawal(world.deps, withdrawal.id)));
      await world.drain();
      expect(await callCounts(withdrawal.id)).toEqual([1]);
    }
    expect(await owed(userId)).toBe(0n);
  });

  it('are refused without a verified e-mail or requisites, below 3 dollars, beyond the reserve, to a system without earnings', async () => {
    const userId = await earner(10_000_000n);
    expect(await requestAs(userId, { hasVerifiedEmail: false })).toBe('email_not_verified');
    expect(await requestAs(userId, { amount: 299n })).toBe('payout_below_minimum');
    expect(await requestAs(userId, { amount: -300n })).toBe('payout_below_minimum');
    expect(await requestAs(userId, { paymentSystemCode: 'USDTTRC20', requisites: { address: 'a' } })).toBe('direction_unavailable');
    expect(await requestAs(userId, { requisites: {} })).toBe('required');
    expect(await requestAs(userId, { purse: 'referral' })).toBe('not_allowed_amount');
    expect(await requestAs(userId, { amount: 1_200_000n })).toBe('amount_above_maximum');
    await world.deps.db.run(sql`update payment_systems set reserve_buffer = 99999000 where code = 'SBERRUB'`);
    expect(await requestAs(userId)).toBe('has_no_reserves');
    await world.deps.db.run(sql`update payment_systems set reserve_buffer = 0 where code = 'SBERRUB'`);
    expect(await owed(userId)).toBe(10_000_000n);
  });
});

describe('a withdrawal that is not confirmed', () => {
  it('voids its reservations when it expires, and its link is refused', async () => {
    const userId = await earner(300n);
    const { withdrawal, token } = await requested(userId);
    await expireWithdrawals(world.deps);
    expect(await statusOf(withdrawal.id)).toBe('awaiting_confirmation');
    await world.pass(25 * HOUR_MS);
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false });
    const expireTwice = async () => void (await Promise.all([1, 2].map(() => expireWithdrawals(world.deps))));
    expect((await statementsOf(expireTwice))[0]).not.toContain('for update');
    expect(await statusOf(withdrawal.id)).toBe('expired');
    expect(typeof (await requestAs(userId))).not.toBe('string');
  });

  it('is cancelled by its customer only', async () => {
    const userId = await earner(300n);
    const { withdrawal, token } = await requested(userId);
    const cancel = async (by: string) =>
      await world.deps.db.tx(async (tx) => await cancelWithdrawal(world.deps, tx, { id: withdrawal.id, userId: by }));
    expect(await cancel(operatorId)).toMatchObject({ ok: false, refusals: [{ code: 'not_found' }] });
    expect(await cancel(userId)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    expect(await cancel(userId)).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
    expect(await confirm(withdrawal.id, token)).toMatchObject({ ok: false });
  });
});

describe('what a withdrawal pays', () => {
  afterEach(async () => await setRate('90'));

  it('is the amount at the rate of its confirmation, up or down (decision 0052)', async () => {
    const userId = await earner(600n);
    const [less, more] = [await requested(userId), await requested(userId)];
    await setRate('80');
    const pressed = await world.deps.db.tx(
      async (tx) => await confirmWithdrawal(world.deps, tx, { id: less.withdrawal.id, token: less.token, expected: PAID }),
    );
    expect(pressed).toMatchObject({ ok: false, refusals: [{ code: 'rate_changed' }] });
    expect(await confirm(less.withdrawal.id, less.token)).toMatchObject({ ok: true, value: { outcomeAmount: 24_000n } });
    await setRate('100');
    expect(await confirm(more.withdrawal.id, more.token)).toMatchObject({ ok: true, value: { outcomeAmount: 30_000n } });
    const before = await treasury();
    await world.drain();
    expect(before - (await treasury())).toBe(54_000n);
  });

  it('is zero while the earnings behind it are reversed: it is neither confirmed nor released', async () => {
    const takeBack = async (userId: string, amount: bigint) =>
      await world.deps.db.tx(async (tx) => {
        const wallet = await findOrCreateCustomerWallet(world.deps, tx, { ownerId: userId, purse: 'reward' });
        const back = transfer('opening', account('reward', userId), account('expense', 'reward'), {
          wallet,
          asset: PURSE_ASSET,
          amount,
        });
        await post(world.deps, tx, [back], { orderId: null, actor: 'system', actorId: null });
      });
    const [anna, boris] = [await earner(600n), await earner(300n, { keeps: false })];
    const [one, other, held] = [await requested(anna), await requested(anna), await requested(boris)];
    const later = await requested(await earner(300n, { keeps: false }));
    expect((await confirm(held.withdrawal.id, held.token)).ok).toBe(true);
    await world.pass(1_000);
    expect((await confirm(later.withdrawal.id, later.token)).ok).toBe(true);
    await takeBack(anna, 200n);
    await takeBack(boris, 1n);
    const short = { ok: false, refusals: [{ code: 'order_state_conflict', message: 'purse_short' }] };
    expect(await confirm(one.withdrawal.id, one.token)).toMatchObject(short);
    await world.deps.db.tx(async (tx) => await cancelWithdrawal(world.deps, tx, { id: one.withdrawal.id, userId: anna }));
    expect((await confirm(other.withdrawal.id, other.token)).ok).toBe(true);
    await world.pass(24 * HOUR_MS);
    await setRate('90');
    for (let turn = 0; turn < 40; turn += 1) await releaseHeld(world.deps, { batch: 1 });
    await world.drain();
    expect(await statusOf(later.withdrawal.id)).toBe('completed');
    expect([await statusOf(other.withdrawal.id), await owed(anna)]).toEqual(['completed', 100n]);
    expect([await statusOf(held.withdrawal.id), await owed(boris)]).toEqual(['payout_pending', 299n]);
  });

  it('is quoted for any amount before the request, with its limits', async () => {
    const userId = await earner(650n);
    const quote = async (amount: string | undefined) =>
      await quoteWithdrawal(world.deps, { userId, purse: 'reward', amount, code: 'SBERRUB', country: null });
    expect(await quote(undefined)).toMatchObject({
      value: { amount: '6.5', outcome_amount: '585', min_amount: '3', available_amount: '6.5', rate: '90' },
    });
    expect(await quote('nonsense')).toMatchObject({ value: { amount: '0', outcome_amount: '0' } });
    await requested(userId);
    expect(await quote('3')).toMatchObject({ value: { outcome_amount: '270', available_amount: '3.5' } });
  });

  it('shows the median time once enough were paid', async () => {
    const { id } = (await requested(await earner(300n))).withdrawal;
    const copies = sql`delete from withdrawals where outcome_code = 'USDTTRC20'`;
    const measured = async (paid: number) => {
      // As if paid 7.5 minutes after they became payable
      await world.database.adminDb.run(sql`insert into withdrawals select (jsonb_populate_record(w,
          jsonb_build_object('id', 'copy-' || n, 'status', 'completed', 'outcome_code', 'USDTTRC20',
          'purse_hold_id', null, 'hold_id', null, 'promised_at', w.status_changed_at + interval '1 day' - interval '450 seconds'))).*
        from withdrawals w, generate_series(1, ${paid}) n where w.id = ${id}`);
      const minutes = await measureMinutes(world.deps.db, { code: 'USDTTRC20', since: world.deps.clock.now() - HOUR_MS });
      await world.database.adminDb.run(copies);
      return minutes;
    };
    expect([await measured(9), await measured(10)]).toEqual([null, 8]);
  });
});

describe('a withdrawal to a new wallet', () => {
  afterEach(async () => await setRate('90'));

  it('needs a fresh second factor, is held for a day, and then pays at the rate of that moment (R33)', async () => {
    const userId = await earner(300n, { keeps: false });
    expect(await requestAs(userId, { hasFreshFactor: false })).toBe('fresh_factor_required');
    const { withdrawal, token } = await requested(userId);
    const confirmed = await confirm(withdrawal.id, token);
    const inADay = world.deps.clock.now() + 24 * HOUR_MS;
    expect(confirmed).toMatchObject({
      ok: true,
      value: { status: 'payout_pending', heldUntil: inADay, promisedAt: inADay + PAYOUT_AFTER_DELAY_MS },
    });
    const retried = retryForgottenWithdrawals(world.deps, { lostAfterMs: 0 });
    await Promise.all([payWithdrawal(world.deps, withdrawal.id), retried, releaseHeld(world.deps)]);
    expect([await statusOf(withdrawal.id), await owed(userId), await callCounts(withdrawal.id)]).toEqual(['payout_pending', 300n, []]);
    await world.pass(24 * HOUR_MS);
    await setRate('80');
    await Promise.all(Array.from({ length: 4 }, async () => await releaseHeld(world.deps)));
    await world.drain();
    expect([await statusOf(withdrawal.id), await owed(userId), await callCounts(withdrawal.id)]).toEqual(['completed', 0n, [1]]);
    expect((await findWithdrawal(world.deps.db, withdrawal.id))?.outcomeAmount).toBe(24_000n);
  });

  it('returns to the balance by the "this was not me" link or its customer, never after it was sent', async () => {
    const userId = await earner(300n, { keeps: false });
    const { withdrawal, token } = await requested(userId);
    expect((await confirm(withdrawal.id, token)).ok).toBe(true);
    const stop = async (by: string) =>
      await world.deps.db.tx(async (tx) => await cancelByEmailLink(world.deps, tx, { id: withdrawal.id, token: by }));
    expect(await stop('wrong')).toMatchObject({ ok: false, refusals: [{ code: 'invalid_token' }] });
    await world.pass(24 * HOUR_MS);
    const right = stopToken(world.deps, withdrawal.id);
    const [, stopped] = await Promise.all([releaseHeld(world.deps), stop(right)]);
    await world.drain();
    const isBack = stopped.ok;
    expect([await statusOf(withdrawal.id), await owed(userId)]).toEqual(isBack ? ['cancelled', 300n] : ['completed', 0n]);
    expect(await stop(right)).toMatchObject(isBack ? { ok: true } : { ok: false, refusals: [{ code: 'order_state_conflict' }] });
  });
});

describe('paying a withdrawal', () => {
  const failed = async () => {
    const made = await confirmed();
    world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
    await world.drain();
    expect(await statusOf(made.id)).toBe('payout_failed');
    return made;
  };
  const resolve = async (id: string, move: 'retry_payout' | 'return_to_purse', note = 'he called') => {
    const version = (await findWithdrawal(world.deps.db, id))?.version ?? 0;
    return await world.deps.db.tx(async (tx) => await applyOperatorAction(world.deps, tx, { id, move, note, version, operatorId }));
  };

  it('after a crash between claim and call the reference is polled and it pays once; a lost job is found', async () => {
    const { id } = await confirmed();
    expect(await WITHDRAWAL_SUBJECT.claim(world.deps, id, 'payout')).toBeDefined();
    expect(await WITHDRAWAL_SUBJECT.claim(world.deps, id, 'payout')).toBeUndefined();
    const now = world.deps.clock.now() + 1;
    for (const payout of await findPayoutsToPoll(world.deps.db, { accepted: now, unconfirmed: now }, 50))
      await pollPayout(world.deps, payout);
    await world.drain();
    expect([await statusOf(id), await callCounts(id)]).toEqual(['completed', [1]]);
    const lost = await confirmed();
    await retryForgottenWithdrawals(world.deps, { lostAfterMs: 0 });
    await world.drain();
    expect([await statusOf(lost.id), await callCounts(lost.id)]).toEqual(['completed', [1]]);
  });

  it('a call is not repeated once an earlier attempt is reported as executed', async () => {
    const { id } = await failed();
    const first = await world.deps.db.one(as<{ id: string }>(), sql`select id from payouts where withdrawal_id = ${id}`);
    await resolve(id, 'retry_payout');
    const second = await WITHDRAWAL_SUBJECT.claim(world.deps, id, 'payout');
    await applyPayoutAnswer(world.deps, first.id, { outcome: 'executed', externalId: 'e', txHash: null, amount: PAID, networkFee: null });
    if (second) await pollPayout(world.deps, second);
    expect([second?.attempt, await statusOf(id), await callCounts(id)]).toEqual([2, 'payout_sent', []]);
  });

  it('an operator reviews referral earnings sent to a referral’s destination (R16)', async () => {
    const [anna, boris] = [await earner(300n, { purse: 'referral' }), await earner(300n, { purse: 'referral' })];
    const order = await world.order({ outcome_requisites: { account: 'my-account' } });
    const referral = world.deps.random.uuid();
    await world.deps.db.run(sql`
      with r as (
        insert into referrals (id, referrer_id, user_id, bound_by, bound_at, is_firm, clicked_at)
        values (${referral}, ${anna}, ${await createCustomer()}, 'order', now(), true, now())
      )
      insert into referral_orders (order_id, referral_id, referrer_id, at) values (${order.id}, ${referral}, ${anna}, now())`);
    const confirmedOnes = await Promise.all(
      [anna, boris].map(async (userId) => {
        const { withdrawal, token } = await requested(userId, { purse: 'referral' });
        expect((await confirm(withdrawal.id, token)).ok).toBe(true);
        return withdrawal.id;
      }),
    );
    await world.drain();
    expect(await Promise.all(confirmedOnes.map(statusOf))).toEqual(['payout_pending', 'completed']);
  });

  it('a failed one is left to an operator: retried, or returned to the balance at the same rate', async () => {
    const again = await failed();
    expect((await resolve(again.id, 'retry_payout')).ok).toBe(true);
    await world.drain();
    expect([await statusOf(again.id), await callCounts(again.id)]).toEqual(['completed', [1]]);
    const back = await failed();
    expect(await resolve(back.id, 'return_to_purse', ' ')).toMatchObject({ ok: false, refusals: [{ code: 'required' }] });
    expect((await resolve(back.id, 'return_to_purse')).ok).toBe(true);
    expect([await statusOf(back.id), await owed(back.userId)]).toEqual(['cancelled', 300n]);
    expect(await resolve(back.id, 'retry_payout')).toMatchObject({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
  });
});
