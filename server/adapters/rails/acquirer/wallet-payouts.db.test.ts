import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PayOutRequest } from '#server/adapters/rails/port.ts';
import { createPayeer } from '#tests/make/payeer-dialect.ts';
import { recordRailEvents } from '#tests/make/rail-suite.ts';
import { createWalletWorld, type WalletDialect, type WalletWorld } from '#tests/make/wallet-world.ts';
import { watchAcquirers } from './health.ts';
import { insertRefund } from './refund-store.ts';

/** A provider: its words for refusals, and what its transfer calls contain. */
interface Provider {
  readonly makeDialect: (now: () => number) => WalletDialect;
  readonly transferCall: string;
  readonly refusals: { readonly destination: string; readonly certain: string; readonly noFunds: string };
}

const PAYEER: Provider = {
  makeDialect: createPayeer,
  transferCall: 'action=transfer',
  refusals: { destination: 'toError', certain: 'curOutError', noFunds: 'balanceError' },
};

describe.each([['payeer', PAYEER]] as const)('payouts by %s', (_name, { makeDialect, transferCall, refusals }) => {
  let world: WalletWorld;
  let before = 0;
  beforeAll(async () => {
    world = await createWalletWorld(makeDialect);
  });
  afterAll(async () => await world.close());
  beforeEach(() => {
    world.standIn.mood = 'well';
    Object.assign(world.wallet, { refusal: null, next: { state: 'done', isHidden: false } });
    Object.assign(world.gate, { isPaused: false, beforeClaim: async () => undefined });
    before = world.calls(transferCall);
  });

  const calls = () => world.calls(transferCall) - before;
  const payOut = async (request: PayOutRequest) => await world.rail.payOut(request);
  const ask = async (request: PayOutRequest) => await world.twin.askPayout(request);
  const executions = ({ reference }: PayOutRequest) => world.wallet.executions(reference);
  const isExecuted = (request: PayOutRequest) => ({ outcome: 'executed', amount: request.amount });
  /** The connection ends as the transfer is sent; `mood`: whether it is executed all the same. */
  async function loseAnswer(request: PayOutRequest, mood: 'away' | 'late'): Promise<void> {
    world.gate.beforeClaim = async () => void (world.standIn.mood = mood);
    expect((await payOut(request)).outcome).toBe('unknown');
    world.gate.beforeClaim = async () => undefined;
    world.standIn.mood = 'well';
  }

  it('an executed transfer whose answer is lost is found by our reference and not called for again', async () => {
    const request = world.request();
    await loseAnswer(request, 'late');
    expect(await ask(request)).toMatchObject(isExecuted(request));
    world.pass(3600);
    expect(await payOut(request)).toMatchObject(isExecuted(request));
    expect([calls(), executions(request)]).toEqual([1, 1]);
  });

  it('a transfer that never arrived is not called for again: an operator ends it', async () => {
    const request = world.request();
    await loseAnswer(request, 'away');
    world.pass(86_400);
    const answers = await Promise.all([ask(request), payOut(request), ask(request)]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
    expect([calls(), executions(request)]).toEqual([1, 0]);
    expect(await world.rail.withdrawPayout?.(request.reference, 'not_sent')).toBe(true);
    expect((await ask(request)).outcome).toBe('failed');
  });

  it('a refund that an earlier description started is not paid a second time', async () => {
    const request = world.request();
    const { reference, amount } = request;
    const refund = { reference, orderId: 'order', externalId: 'paid', amount, reason: null, now: 0 };
    await world.database.db.tx(async (tx) => await insertRefund(tx, world.rail.name, refund));
    expect((await payOut(request)).outcome).toBe('unknown');
    expect((await ask(request)).outcome).toBe('unknown');
    expect(calls()).toBe(0);
  });

  it('a transfer that is listed late is not called for a second time', async () => {
    const request = world.request();
    world.wallet.next.isHidden = true;
    await loseAnswer(request, 'late');
    world.pass(600);
    expect((await ask(request)).outcome).toBe('unknown');
    for (const transfer of world.wallet.transfers) transfer.isHidden = false;
    world.pass(3600);
    expect(await ask(request)).toMatchObject(isExecuted(request));
    expect([calls(), executions(request)]).toEqual([1, 1]);
  });

  it('a transfer that the provider has confirmed is never called for again, listed or not', async () => {
    const request = world.request();
    world.wallet.next.isHidden = true;
    expect((await payOut(request)).outcome).toBe('accepted');
    world.pass(86_400);
    expect(['unknown', 'accepted']).toContain((await ask(request)).outcome);
    expect(calls()).toBe(1);
  });

  it('a transfer under way is accepted until it ends', async () => {
    const [paid, refused] = [world.request(), world.request()];
    world.wallet.next.state = 'under_way';
    for (const request of [paid, refused]) expect((await payOut(request)).outcome).toBe('accepted');
    for (const transfer of world.wallet.transfers.filter((one) => one.state === 'under_way'))
      transfer.state = transfer.reference === paid.reference ? 'done' : 'refused';
    expect(await ask(paid)).toMatchObject(isExecuted(paid));
    expect((await ask(refused)).outcome).toBe('failed');
    expect((await payOut(refused)).outcome).toBe('failed');
    expect(calls()).toBe(2);
  });

  it('a refusal is a failure only if it is certain, and blames the destination if that is the cause', async () => {
    const [wrongDestination, certain] = [world.request(), world.request()];
    world.wallet.refusal = refusals.destination;
    expect(await payOut(wrongDestination)).toMatchObject({ outcome: 'failed', cause: 'destination', reason: refusals.destination });
    world.wallet.refusal = refusals.certain;
    expect(await payOut(certain)).toEqual({ outcome: 'failed', reason: refusals.certain });
    world.wallet.refusal = null;
    for (const request of [wrongDestination, certain]) {
      expect((await payOut(request)).outcome).toBe('failed');
      expect((await ask(request)).outcome).toBe('failed');
    }
    expect(calls()).toBe(2);
  });

  it('a refusal for lack of money is unknown, and the payout is not called for again', async () => {
    const request = world.request();
    world.wallet.refusal = refusals.noFunds;
    expect(await payOut(request)).toEqual({ outcome: 'unknown', reason: refusals.noFunds });
    world.wallet.refusal = null;
    world.pass(86_400);
    expect((await ask(request)).outcome).toBe('unknown');
    expect([calls(), executions(request)]).toEqual([1, 0]);
  });

  it('nothing is called for that the balance does not cover, or while the balance is unknown', async () => {
    const request = world.request();
    const available = world.wallet.balances.get('USD') ?? 0n;
    world.wallet.balances.set('USD', request.amount - 1n);
    expect(await payOut(request)).toEqual({ outcome: 'unknown', reason: 'no_funds' });
    world.standIn.mood = 'away';
    expect((await ask(request)).outcome).toBe('unknown');
    expect(calls()).toBe(0);
    world.standIn.mood = 'well';
    world.wallet.balances.set('USD', available);
    expect(await ask(request)).toMatchObject(isExecuted(request));
  });

  it('a transfer with another amount or destination, or listed twice, is left to an operator', async () => {
    for (const change of [{ minor: 1n }, { to: 'P7777777' }, { currency: 'RUB' }, 'twice'] as const) {
      const request = world.request();
      await loseAnswer(request, 'late');
      const listed = world.wallet.transfers.find(({ reference }) => reference === request.reference);
      if (change === 'twice') world.wallet.transfer({ ...request, to: '', currency: 'USD', minor: request.amount });
      else Object.assign(listed ?? {}, change);
      const before = calls();
      world.pass(3600);
      expect(await ask(request)).toEqual({
        outcome: 'unknown',
        reason: change === 'twice' ? 'listed twice' : 'executed with other terms',
      });
      expect(calls()).toBe(before);
    }
  });

  it('while payouts are paused nothing is called for, also not a second time, and what was executed is still found', async () => {
    const [waiting, lost, executed] = [world.request(), world.request(), world.request()];
    await loseAnswer(lost, 'away');
    await loseAnswer(executed, 'late');
    world.gate.isPaused = true;
    world.pass(3600);
    const paused = { outcome: 'unknown', reason: 'payouts_paused' };
    expect([await payOut(waiting), await ask(waiting)]).toEqual([paused, paused]);
    expect((await ask(lost)).outcome).toBe('unknown');
    expect(await ask(executed)).toMatchObject(isExecuted(executed));
    expect(calls()).toBe(2);
  });

  it('a pause that starts while a payout is about to be called for stops it', async () => {
    const request = world.request();
    world.gate.beforeClaim = async () => void (world.gate.isPaused = true);
    expect(await payOut(request)).toEqual({ outcome: 'unknown', reason: 'payouts_paused' });
    expect(calls()).toBe(0);
  });

  it('a payout that an operator ends is never called for; one that was executed after all is found before another is made', async () => {
    const [never, lost] = [world.request(), world.request()];
    expect(await world.rail.withdrawPayout?.(never.reference, 'not_sent')).toBe(true);
    expect((await payOut(never)).outcome).toBe('failed');
    await loseAnswer(lost, 'late');
    expect(await world.rail.withdrawPayout?.(lost.reference, 'not_sent')).toBe(true);
    expect(await ask(lost)).toMatchObject(isExecuted(lost));
    expect(await world.rail.withdrawPayout?.(lost.reference, 'not_sent')).toBe(false);
    expect(calls()).toBe(1);
  });

  it('a payout that an operator ends while it is about to be called for is not called for', async () => {
    const request = world.request();
    world.gate.beforeClaim = async () => void (await world.twin.withdrawPayout?.(request.reference, 'not_sent'));
    expect((await payOut(request)).outcome).toBe('unknown');
    expect(calls()).toBe(0);
    expect((await ask(request)).outcome).toBe('failed');
  });

  it('a payout whose money was taken back is cancelled, or at least not called for again', async () => {
    const [uncalled, called] = [world.request(), world.request()];
    world.gate.isPaused = true;
    await payOut(uncalled);
    world.gate.isPaused = false;
    await loseAnswer(called, 'away');
    expect(await world.rail.cancelPayout?.(uncalled.reference)).toBe(true);
    expect(await world.rail.cancelPayout?.(called.reference)).toBe(false);
    world.pass(86_400);
    expect((await payOut(uncalled)).outcome).toBe('failed');
    expect((await ask(called)).outcome).toBe('unknown');
    expect(calls()).toBe(1);
  });

  it('executed payouts are in the statement while the provider lists them', async () => {
    const request = world.request();
    await payOut(request);
    const lineOf = async () => {
      const statement = await world.twin.statement(0);
      if (statement.outcome !== 'listed') throw new Error(statement.reason);
      return statement.lines.filter(({ reference }) => reference === request.reference);
    };
    expect(await lineOf()).toMatchObject([{ direction: 'out', amount: request.amount }]);
    for (const transfer of world.wallet.transfers) transfer.isHidden = transfer.reference === request.reference;
    expect(await lineOf()).toEqual([]);
  });

  it('a refused key proves nothing: a lost payout is not called for again, and operators see the failure', async () => {
    const lost = world.request();
    await loseAnswer(lost, 'away');
    world.pass(3600);
    const { secrets } = world.standIn.acquirer;
    const { api_pass: key = '' } = secrets;
    Object.assign(secrets, { api_pass: 'revoked' });
    expect(await ask(lost)).toEqual({ outcome: 'unknown', reason: 'unexpected' });
    expect(await payOut(world.request())).toEqual({ outcome: 'unknown', reason: 'unexpected' });
    expect((await world.twin.statement(0)).outcome).toBe('unavailable');
    expect(calls()).toBe(1);
    const [state] = await watchAcquirers(world.database.db, [world.standIn.acquirer])();
    expect(state).toMatchObject({ lastFailure: 'unexpected' });
    Object.assign(secrets, { api_pass: key });
    expect((await ask(lost)).outcome).toBe('unknown');
    expect(calls()).toBe(1);
  });

  it('a payment system can use it if customers must give the destination that it needs', async () => {
    expect(await world.rail.check?.(world.system)).toEqual({ ok: true });
    const problem = { ok: false, problem: 'destination_field' };
    expect(await world.rail.check?.({ ...world.system, outcomeFields: [] })).toEqual(problem);
    const optional = world.system.outcomeFields.map((field) => ({ ...field, required: false }));
    expect(await world.rail.check?.({ ...world.system, outcomeFields: optional })).toEqual(problem);
  });

  it('operators see open payouts and the balance', async () => {
    await loseAnswer(world.request(), 'away');
    world.pass(600);
    await world.rail.poll(recordRailEvents().events);
    const [state] = await watchAcquirers(world.database.db, [world.standIn.acquirer])();
    expect(state).toMatchObject({ paysOut: true, supportsRefunds: false });
    expect(state?.openPayouts).toBeGreaterThan(0);
    const dollars = state?.balances.find(({ currency }) => currency === 'USD');
    expect(Math.round(Number(dollars?.amount) * 100)).toBe(Number(world.wallet.balances.get('USD')));
  });
});
