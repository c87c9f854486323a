import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { PurseAttributes } from '#contract/account/payouts.ts';
import type { ReceiptAttributes } from '#contract/public/receipts.ts';
import { account, transfer } from '#core/ledger/account.ts';
import { HOUR_MS, toRfc3339 } from '#core/time.ts';
import { NEW_WALLET_PROMISE_MS, PAYOUT_AFTER_DELAY_MS, PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { post } from '#server/ledger/post.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS, WORK } from '#tests/make/registries.ts';
import { findLateWork } from '#server/work/lane.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import type { OfficeWithdrawalPage } from '#contract/office/money/withdrawals.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';
import { officeWithdrawalRoutes } from './office-routes.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { channelsNotified } from '#tests/make/channels-notified.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { stopToken } from './cancel-withdrawal.ts';
import { receiptCodeOf } from '#server/receipts/receipt-text.ts';
import { receiptRoutes } from '#server/receipts/routes.ts';
import { releaseHeld } from './jobs.ts';
import { confirmationToken } from './request-withdrawal.ts';
import { withdrawalRoutes } from './routes.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  const approvals = officeApprovalRoutes(world.deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
  const offices = [...officeWithdrawalRoutes(world.deps), ...approvals, ...receiptRoutes(world.deps)];
  office = await createOffice(world, [...withdrawalRoutes(world.deps), ...orderRoutes(world.deps), ...offices]);
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await office.close();
  await world.close();
});

/** A customer with a fresh second factor and a balance in cents. */
async function earner(cents: bigint): Promise<Person> {
  const person = await office.person('customer', 'earner');
  office.prove(person);
  await world.deps.db.tx(async (tx) => {
    const wallet = await findOrCreateCustomerWallet(world.deps, tx, { ownerId: person.id, purse: 'reward' });
    const into = transfer('opening', account('expense', 'reward'), account('reward', person.id), {
      wallet,
      asset: PURSE_ASSET,
      amount: cents,
    });
    await post(world.deps, tx, [into], { orderId: null, actor: 'system', actorId: null });
  });
  return person;
}

const requestPayout = async (person: Person, change: object = {}, headers: Readonly<Record<string, string>> = {}) => {
  const attributes = { purse: 'reward', amount: '3', payment_system_id: 'SBERRUB', requisites: { account: 'my-account' } };
  return await person.send<OrderAttributes>('POST', '/api/v1/payouts', { ...attributes, ...change }, headers);
};
const linkOf = (id: string): string => `/api/v1/orders/${id}/confirm/${confirmationToken(world.deps, id)}`;
const available = async (person: Person) =>
  (await person.send<PurseAttributes>('GET', '/api/v1/purses')).rows.map(({ id, attributes }) => [id, attributes.available_amount]);
const TOKEN_MESSAGE = 'The code used is either already activated or invalid.';

describe('requesting a withdrawal', () => {
  it('50 concurrent requests for a balance of 3 dollars create one withdrawal, visible to its customer only (R15)', async () => {
    const anna = await earner(300n);
    const boris = await office.person('customer', 'boris');
    const answers = await Promise.all(Array.from({ length: 50 }, async () => await requestPayout(anna)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(({ status, error }) => `${status} ${error.code}`))).toEqual(
      new Set(['422 not_allowed_amount']),
    );
    const short = answers.find(({ status }) => status === 422);
    expect(short?.error.detail).toBe('Your balance is lower. Enter less or wait for new earnings.');
    const { id, attributes } = (await anna.send<OrderAttributes>('GET', `/api/v1/orders/${made[0]?.one.id}`)).one;
    expect(attributes).toMatchObject({
      status: 'awaiting_confirmation',
      income_amount: '3',
      outcome_amount: '270',
      rate_type: 'floating',
      payment_system_from_id: 'reward',
      payment_system_to_id: 'SBERRUB',
      allowed_actions: ['cancel'],
      withdrawal: { purse: 'reward', held_until: null },
    });
    expect(await available(anna)).toEqual([
      ['referral', '0'],
      ['reward', '0'],
    ]);
    for (const foreign of [boris, office.guest]) {
      expect((await foreign.send('GET', `/api/v1/orders/${id}`)).status).toBe(404);
      expect((await foreign.send('DELETE', `/api/v1/orders/${id}`)).status).toBe(404);
      expect((await foreign.send('GET', `/api/v1/orders/${id}/events`)).status).toBe(404);
    }
    const listed = async (query: string) => (await anna.send('GET', `/api/v1/orders?${query}`)).rows.map((row) => row.id);
    const own = await Promise.all(['', 'kind=withdrawal', 'kind=exchange', 'status_group=done', `q=${id.slice(0, 6)}`].map(listed));
    expect(own).toEqual([[id], [id], [], [], [id]]);
  });

  it('is pushed to the office at once', async () => {
    const anna = await earner(300n);
    expect(await channelsNotified(world, async () => await requestPayout(anna))).toContain('withdrawals_changed');
  });

  it('is refused for a low or invalid amount, another’s wallet, a closed system, without second factor or verified e-mail', async () => {
    const anna = await earner(1_000n);
    const [boris, stale] = [await earner(1_000n), await office.person('customer', 'stale')];
    const refused = async (person: Person, change: object) => {
      const { status, error } = await requestPayout(person, change);
      return [status, error.code];
    };
    expect(await refused(anna, { amount: '2.99' })).toEqual([422, 'payout_below_minimum']);
    expect(await refused(anna, { amount: '0' })).toEqual([422, 'payout_below_minimum']);
    for (const amount of ['-3', 'three', '3e2', '', '3.001']) expect(await refused(anna, { amount })).toEqual([422, 'invalid_format']);
    for (const user_wallet_id of ['00000000-0000-4000-8000-000000000000', 'x'])
      expect(await refused(anna, { user_wallet_id })).toEqual([404, 'not_found']);
    expect(await refused(anna, { payment_system_id: 'USDTTRC20' })).toEqual([422, 'direction_unavailable']);
    expect(await refused(anna, { requisites: {} })).toEqual([422, 'required']);
    expect(await refused(stale, {})).toEqual([403, 'fresh_factor_required']);
    expect((await requestPayout(office.guest)).status).toBe(401);
    expect(await available(boris)).toContainEqual(['reward', '10']);
    const quote = await anna.send('POST', '/api/v1/payouts/quote', { purse: 'reward', payment_system_id: 'SBERRUB' });
    expect(quote.one.attributes).toMatchObject({ amount: '10', outcome_amount: '900', min_amount: '3' });
  });
});

describe('the mailed link', () => {
  it('shows the withdrawal without sign-in but to no other account, and confirms it once', async () => {
    const anna = await earner(300n);
    const boris = await office.person('customer', 'boris');
    const { id } = (await requestPayout(anna)).one;
    const link = linkOf(id);
    for (let times = 0; times < 3; times += 1) {
      const opened = await office.guest.send<OrderAttributes>('GET', link);
      expect(opened.one.attributes).toMatchObject({ status: 'awaiting_confirmation', estimate: { outcome_amount: '270' } });
      expect(opened.one.attributes.withdrawal?.hold_expected_until).not.toBeNull();
    }
    for (const [person, url] of [
      [boris, link],
      [office.guest, `${link}x`],
      [office.guest, `/api/v1/orders/unknown/confirm/${confirmationToken(world.deps, id)}`],
    ] as const) {
      expect((await person.send('GET', url)).status).toBe(422);
      expect((await person.send('PUT', url, {})).error).toMatchObject({ code: 'invalid_token', detail: TOKEN_MESSAGE });
    }
    const guarded = await office.guest.send('PUT', link, { expected_outcome_amount: '2e2' });
    expect(guarded.error).toMatchObject({ code: 'invalid_format', source: { pointer: '/data/attributes/expected_outcome_amount' } });
    const pressed = await Promise.all(Array.from({ length: 50 }, async () => await office.guest.send('PUT', link)));
    expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(pressed.find(({ status }) => status !== 200)?.error).toMatchObject({ code: 'invalid_token', detail: TOKEN_MESSAGE });
    await world.drain();
    const held = (await anna.send<OrderAttributes>('GET', `/api/v1/orders/${id}`)).one.attributes;
    expect(held).toMatchObject({ status: 'payout_pending', rate_type: 'floating', allowed_actions: ['cancel'] });
    expect(Date.parse(held.withdrawal?.held_until ?? '')).toBe(world.deps.clock.now() + 24 * HOUR_MS);
    const stop = async (token: string) => (await office.guest.send('POST', `/api/v1/orders/${id}/stop`, { token })).status;
    expect([await stop('wrong'), await stop(stopToken(world.deps, id)), await stop(stopToken(world.deps, id))]).toEqual([422, 204, 204]);
    expect(await available(anna)).toContainEqual(['reward', '3']);
  });

  it('shows before and after confirmation when a new wallet is paid; a release at the end of the hold is not late', async () => {
    const anna = await earner(300n);
    const { id } = (await requestPayout(anna)).one;
    const late = async () =>
      (await findLateWork(world.deps, world.deps.db, WORK)).some(
        (row) => row.is_late && row.lane === 'withdrawals' && row.subjects.includes(id),
      );
    const promised = toRfc3339(world.deps.clock.now() + NEW_WALLET_PROMISE_MS);
    const promise = { eta_minutes: 25 * 60, withdrawal: { promised_at: promised } };
    expect((await office.guest.send<OrderAttributes>('GET', linkOf(id))).one.attributes).toMatchObject(promise);
    expect((await office.guest.send('PUT', linkOf(id))).status).toBe(200);
    const page = async () => (await anna.send<OrderAttributes>('GET', `/api/v1/orders/${id}`)).one.attributes;
    expect(await page()).toMatchObject(promise);
    await world.pass(24 * HOUR_MS);
    expect(await late()).toBe(false);
    await releaseHeld(world.deps);
    expect([await late(), (await page()).withdrawal]).toEqual([
      false,
      expect.objectContaining({ held_until: null, promised_at: promised }),
    ]);
    await world.pass(PAYOUT_AFTER_DELAY_MS - 1);
    expect(await late()).toBe(false);
    await world.pass(1);
    expect(await late()).toBe(true);
    await world.drain();
    expect(await page()).toMatchObject({ status: 'completed' });
  });

  it('of confirmation and cancellation at once one wins, and the balance is exact', async () => {
    const anna = await earner(900n);
    for (let round = 0; round < 3; round += 1) {
      const { id } = (await requestPayout(anna)).one;
      const [confirmed, cancelled] = await Promise.all([office.guest.send('PUT', linkOf(id)), anna.send('DELETE', `/api/v1/orders/${id}`)]);
      const status = (await anna.send<OrderAttributes>('GET', `/api/v1/orders/${id}`)).one.attributes.status;
      // Confirmed first, it is on hold and can still be cancelled
      expect(status).toBe('cancelled');
      expect([cancelled.status, [200, 422].includes(confirmed.status)]).toEqual([200, true]);
    }
    expect(await available(anna)).toContainEqual(['reward', '9']);
  });
});

describe('the office', () => {
  const read = async (person: Person, id: string) =>
    (await person.send<OfficeWithdrawalPage>('GET', `/api/office/v1/withdrawals/${id}`)).one.attributes;
  const move = async (person: Person, id: string, name: string, note = 'he called') => {
    const { version } = await read(person, id);
    return (await person.send('POST', `/api/office/v1/withdrawals/${id}/moves`, { move: name, note, version })).status;
  };

  it('sees a withdrawal on hold, stops it, and releases it early only with two operators', async () => {
    const [cashier, treasurer, support] = [
      await office.person('cashier'),
      await office.person('treasurer'),
      await office.person('support'),
    ];
    const anna = await earner(300n);
    const { id } = (await requestPayout(anna)).one;
    expect((await office.guest.send('PUT', linkOf(id))).status).toBe(200);
    const held = await cashier.send<OfficeWithdrawalPage>('GET', '/api/office/v1/withdrawals?list=held');
    expect([held.rows.map((row) => row.id), held.meta['held']]).toEqual([[id], 1]);
    expect((await anna.send('GET', '/api/office/v1/withdrawals')).status).toBe(403);
    expect((await read(support, id)).deeds).toEqual([]);
    expect([await move(cashier, id, 'release', ' '), await move(cashier, id, 'retry_payout')]).toEqual([422, 409]);
    expect([await move(cashier, id, 'hold'), await move(cashier, id, 'release'), await move(cashier, id, 'let_go')]).toEqual([
      200, 409, 200,
    ]);
    expect([await move(cashier, id, 'release'), (await read(cashier, id)).open_approvals]).toEqual([200, 1]);
    const [proposal] = (await treasurer.send('GET', `/api/office/v1/approvals?subject=${id}`)).rows;
    const approve = async (person: Person) =>
      (await person.send('POST', `/api/office/v1/approvals/${proposal?.id}/approve`, { hash: proposal?.attributes['hash'] })).status;
    expect(await approve(cashier)).not.toBe(200);
    // Earnings were reversed after the request: the approver gets the reason, and the list shows it
    const shift = async (kind: 'accrual' | 'taken_back') =>
      await world.deps.db.tx(async (tx) => {
        const wallet = await findOrCreateCustomerWallet(world.deps, tx, { ownerId: anna.id, purse: 'reward' });
        const sides = [account('expense', 'reward'), account('reward', anna.id)] as const;
        const [from, to] = kind === 'accrual' ? sides : sides.toReversed();
        if (from === undefined || to === undefined) return;
        const cents = transfer('opening', from, to, { wallet, asset: PURSE_ASSET, amount: 1n });
        await post(world.deps, tx, [cents], { orderId: null, actor: 'system', actorId: null });
      });
    await shift('taken_back');
    const refused = await treasurer.send('POST', `/api/office/v1/approvals/${proposal?.id}/approve`, {
      hash: proposal?.attributes['hash'],
    });
    expect(refused.error).toMatchObject({ code: 'order_state_conflict', detail: expect.stringContaining('doesn’t cover it') });
    expect((await read(cashier, id)).is_uncovered).toBe(true);
    await shift('accrual');
    expect((await read(cashier, id)).is_uncovered).toBe(false);
    expect(await approve(treasurer)).toBe(200);
    await world.drain();
    const paid = await read(cashier, id);
    expect(paid.timeline.find(({ move }) => move === 'release')).toMatchObject({
      actor: 'operator',
      note: expect.stringMatching(/./),
      early: { held_until: held.rows[0]?.attributes.held_until, approved_by: expect.stringMatching(/treasurer/) },
    });
    expect([paid.status, paid.payouts.map(({ state }) => state), paid.timeline.at(-1)?.move]).toEqual([
      'completed',
      ['executed'],
      'complete',
    ]);
    // The receipt is for its customer only; the code on it verifies it for anyone
    const { receipt_url: receipt } = (await anna.send<OrderAttributes>('GET', `/api/v1/orders/${id}`)).one.attributes;
    const statusFor = async (person: Pick<Person, 'send'>) => (await person.send('GET', receipt ?? '')).status;
    expect([await statusFor(anna), await statusFor(treasurer), await statusFor(office.guest)]).toEqual([200, 404, 404]);
    const check = async (code: string) => await office.guest.send<ReceiptAttributes>('GET', `/api/v1/receipts/${id}?code=${code}`);
    expect((await check(receiptCodeOf(world.deps, id))).one.attributes).toMatchObject({
      income_amount: '3',
      income_currency_iso_code: 'USD',
      outcome_amount: paid.outcome_amount,
    });
    expect((await check(receiptCodeOf(world.deps, 'another'))).status).toBe(404);
  });

  it('has a failed withdrawal in its queue until it is paid, and ends an unknown payout with evidence', async () => {
    const cashier = await office.person('cashier');
    const anna = await earner(300n);
    const { id } = (await requestPayout(anna)).one;
    expect((await office.guest.send('PUT', linkOf(id))).status).toBe(200);
    await world.pass(24 * HOUR_MS);
    await releaseHeld(world.deps);
    world.rail.script.push({ outcome: 'unknown', reason: 'no answer' });
    await world.drain();
    const [payout] = (await read(cashier, id)).payouts;
    const end = async (change: object) => {
      const attributes = { outcome: 'not_sent', reference: 'case 7', note: 'they say so', amount: '270' };
      const url = `/api/office/v1/withdrawals/${id}/payouts/${payout?.id}/end`;
      return (await cashier.send('POST', url, { ...attributes, ...change })).status;
    };
    await world.pass(HOUR_MS);
    expect([await end({ amount: '271' }), await end({ reference: ' ' }), await end({}), await end({})]).toEqual([422, 422, 200, 409]);
    const calls = async () => {
      await watchAllWork(world.deps);
      return await listOpenSubjects(world.deps.db, 'withdrawal_late');
    };
    expect(await calls()).toEqual([id]);
    expect(await move(cashier, id, 'return_to_purse')).toBe(200);
    expect([await calls(), (await read(cashier, id)).status]).toEqual([[], 'cancelled']);
    expect(await available(anna)).toContainEqual(['reward', '3']);
  });
});
