import { describe, expect, it } from 'vitest';
import { imbalances } from '#core/ledger/account.ts';
import type { Actor } from '#core/lifecycle/state-machine.ts';
import { HOUR_MS } from '#core/time.ts';
import { fraction } from '#core/money/fraction.ts';
import { beginWithdrawal, decideWithdrawal, type WithdrawalCause, type WithdrawalPayloads } from './decide.ts';
import {
  isWithdrawalFinal,
  WITHDRAWAL_LIFECYCLE,
  WITHDRAWAL_MOVES,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
  type WithdrawalStep,
} from './lifecycle.ts';
import { delayUntil, outcomeOf, purseAmountFor, type Withdrawal } from './withdrawal.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const ACTORS: readonly Actor[] = ['customer', 'system', 'provider', 'operator', 'second_operator'];
const STEPS = WITHDRAWAL_LIFECYCLE.names.filter((name): name is WithdrawalStep => name !== 'request');
const REQUESTED = beginWithdrawal(
  {
    id: 'w1',
    userId: 'u1',
    locale: 'ru',
    purse: 'reward',
    purseWallet: 'purse1',
    purseAmount: 300n,
    outcomeCode: 'SBERRUB',
    outcomeWallet: 'SBERRUB',
    outcomeAsset: 'RUB',
    outcomeAmount: 27_000n,
    purseHoldId: 'hold1',
    holdId: 'hold2',
  },
  NOW,
);
const inState = (status: WithdrawalStatus): Withdrawal => ({ ...REQUESTED, status });
const NOTE = { note: 'because' };
const NO_NOTE = { note: null };
const SENT = { txHash: null, fee: null, note: null };
/** A valid payload of each move. */
const PAYLOADS: { readonly [M in WithdrawalStep]: WithdrawalPayloads[M] } = {
  confirm: { outcomeAmount: REQUESTED.outcomeAmount, heldUntil: null },
  release: { outcomeAmount: REQUESTED.outcomeAmount, ...NOTE },
  stop: NOTE,
  hold: NOTE,
  let_go: NOTE,
  expire: {},
  cancel: {},
  claim_payout: {},
  complete: SENT,
  fail_payout: SENT,
  retry_payout: NOTE,
  return_to_purse: NOTE,
};
/** A cause of any move by any actor, legal or not. */
const causeOf = (move: WithdrawalStep, by: Actor, now: number): WithdrawalCause =>
  ({ move, by, now, ...PAYLOADS[move] }) as WithdrawalCause;
/** A withdrawal whose state satisfies the conditions of a move: held for its wallet, or stopped by staff. */
const readyFor = (status: WithdrawalStatus, move: WithdrawalStep): Withdrawal => ({
  ...inState(status),
  heldUntil: move === 'release' || move === 'stop' ? NOW : null,
  isStopped: move === 'let_go',
});
/** When the table allows a move: the link works until its deadline, then only the deadline ends it. */
const timeOf = (move: WithdrawalStep): number => (move === 'expire' ? (REQUESTED.expiresAt ?? 0) : NOW + 1);

describe('the lifecycle of a withdrawal', () => {
  it('reaches every state from the start, and leads out of every state that is not final', () => {
    const reached = new Set<WithdrawalStatus>([REQUESTED.status]);
    for (let size = 0; size !== reached.size; ) {
      size = reached.size;
      for (const state of reached)
        for (const move of STEPS)
          if (ACTORS.some((by) => WITHDRAWAL_LIFECYCLE.isLegal(move, state, by))) reached.add(WITHDRAWAL_MOVES[move].to);
    }
    expect([...reached].sort()).toEqual([...WITHDRAWAL_STATUSES].sort());
    for (const status of WITHDRAWAL_STATUSES) {
      const hasWayOut = STEPS.some((move) => ACTORS.some((by) => WITHDRAWAL_LIFECYCLE.isLegal(move, status, by)));
      expect(hasWayOut, status).toBe(!isWithdrawalFinal(status));
    }
  });

  it('answers every state x move x actor: a balanced decision exactly where the table has a row, else a conflict', () => {
    for (const status of WITHDRAWAL_STATUSES)
      for (const move of STEPS)
        for (const by of ACTORS) {
          const decided = decideWithdrawal(readyFor(status, move), causeOf(move, by, timeOf(move)));
          if (!WITHDRAWAL_LIFECYCLE.isLegal(move, status, by))
            expect(decided, `${status} ${move} ${by}`).toEqual({ ok: false, refusals: [{ code: 'order_state_conflict' }] });
          else {
            expect(decided.ok, `${status} ${move} ${by}`).toBe(true);
            if (!decided.ok) continue;
            expect([decided.value.withdrawal.status, decided.value.withdrawal.version]).toEqual([WITHDRAWAL_MOVES[move].to, 2]);
            for (const posting of decided.value.postings) expect(imbalances(posting)).toEqual([]);
          }
        }
  });

  it('confirms only in time, expires only after it, and returns to the balance only with a reason', () => {
    const at = (now: number, move: WithdrawalStep, by: Actor) => decideWithdrawal(REQUESTED, causeOf(move, by, now)).ok;
    const end = REQUESTED.expiresAt ?? 0;
    expect([at(end - 1, 'confirm', 'customer'), at(end, 'confirm', 'customer')]).toEqual([true, false]);
    expect([at(end - 1, 'expire', 'system'), at(end, 'expire', 'system')]).toEqual([false, true]);
    const back = decideWithdrawal(inState('payout_failed'), { move: 'return_to_purse', by: 'operator', now: NOW, note: ' ' });
    expect(back).toEqual({ ok: false, refusals: [{ code: 'required', field: 'note' }] });
  });
});

describe('a withdrawal to a new wallet', () => {
  const held = { ...inState('payout_pending'), heldUntil: NOW + HOUR_MS };
  const can = (withdrawal: Withdrawal, move: WithdrawalStep, by: Actor, now = NOW) =>
    decideWithdrawal(withdrawal, causeOf(move, by, now)).ok;

  it('is delayed for a day from when the wallet is known: nothing is debited before, and it can be cancelled', () => {
    expect([delayUntil(undefined, NOW), delayUntil(NOW - HOUR_MS, NOW), delayUntil(NOW - 24 * HOUR_MS, NOW)]).toEqual([
      NOW + 24 * HOUR_MS,
      NOW + 23 * HOUR_MS,
      null,
    ]);
    const { outcomeAmount } = REQUESTED;
    const confirmed = decideWithdrawal(REQUESTED, { move: 'confirm', by: 'customer', now: NOW, heldUntil: NOW + HOUR_MS, outcomeAmount });
    expect(confirmed).toMatchObject({ ok: true, value: { purseHold: 'keep', reserveHold: 'keep', postings: [] } });
    expect([can(held, 'claim_payout', 'system'), can(held, 'fail_payout', 'operator')]).toEqual([false, false]);
    expect([can(held, 'release', 'system'), can(held, 'release', 'system', NOW + HOUR_MS), can(held, 'release', 'operator')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(decideWithdrawal(held, { move: 'stop', by: 'customer', now: NOW, ...NO_NOTE })).toMatchObject({
      ok: true,
      value: { purseHold: 'void', reserveHold: 'void', postings: [] },
    });
    expect(can({ ...held, heldUntil: null }, 'stop', 'customer')).toBe(false);
  });

  it('pays the outcome at the price of its release, and waits while staff have stopped it', () => {
    const released = decideWithdrawal(held, { move: 'release', by: 'system', now: NOW + HOUR_MS, outcomeAmount: 26_000n, ...NO_NOTE });
    expect(released).toMatchObject({
      ok: true,
      value: { purseHold: 'post', reserveHold: 'reopen', withdrawal: { outcomeAmount: 26_000n } },
    });
    const stopped = { ...held, isStopped: true };
    expect([can(stopped, 'release', 'operator'), can(stopped, 'let_go', 'operator'), can(stopped, 'stop', 'customer')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(can({ ...inState('payout_pending'), isStopped: true }, 'claim_payout', 'system')).toBe(false);
  });
});

describe('the outcome of a balance', () => {
  const rouble = { scale: 2, precision: 0, networkFee: 0n };
  it('is rounded down to the displayed precision, less the network fee, and never below zero', () => {
    expect(outcomeOf(300n, rouble, fraction(1n, 90n))).toBe(27_000n);
    expect(outcomeOf(301n, rouble, fraction(1n, 90n))).toBe(27_000n);
    expect(outcomeOf(300n, { ...rouble, networkFee: 5_050n }, fraction(1n, 90n))).toBe(21_900n);
    expect(outcomeOf(300n, { ...rouble, networkFee: 27_000n }, fraction(1n, 90n))).toBe(0n);
    expect(outcomeOf(300n, { scale: 6, precision: 2, networkFee: 0n }, fraction(1n, 1n))).toBe(3_000_000n);
    const least = purseAmountFor(27_001n, { ...rouble, networkFee: 5_050n }, fraction(1n, 90n));
    expect([outcomeOf(least, { ...rouble, networkFee: 5_050n }, fraction(1n, 90n)) >= 27_001n, least]).toEqual([true, 358n]);
  });
});
