import type { CallError } from '#contract/call-errors.ts';
import { tidyAmount } from '#core/money/tidy-amount.ts';
import type { System } from '#web/catalogue/systems.ts';
import type { WithdrawalInput } from './withdrawal-input.ts';

/** A refused submission: its errors and its input. */
export interface RefusedSubmission {
  readonly input: WithdrawalInput;
  readonly errors: readonly CallError[];
}

export interface WithdrawState {
  readonly system: System;
  readonly input: WithdrawalInput;
  readonly refusedSubmission: RefusedSubmission;
  readonly state: 'idle' | 'sending' | 'unanswered';
}

export type WithdrawEvent =
  | { readonly kind: 'changed'; readonly part: Partial<WithdrawalInput> }
  /** `walletId`: the saved wallet proposed for the system. */
  | { readonly kind: 'system'; readonly system: System; readonly walletId: string }
  | { readonly kind: 'restored'; readonly system: System; readonly input: WithdrawalInput }
  /** The form's own check. */
  | { readonly kind: 'invalid'; readonly refusedSubmission: RefusedSubmission }
  | { readonly kind: 'sending' }
  | { readonly kind: 'refused'; readonly refusedSubmission: RefusedSubmission }
  | { readonly kind: 'unanswered'; readonly refusedSubmission: RefusedSubmission };

function changedInput(previous: WithdrawalInput, part: Partial<WithdrawalInput>): WithdrawalInput {
  // The confirmation applies only to the requisites it was given for
  const keepsConfirmation = part.confirmsLookalike !== undefined || (part.values === undefined && part.walletId === undefined);
  const amount = part.amount === undefined ? {} : { amount: tidyAmount(part.amount) };
  return { ...previous, ...(keepsConfirmation ? {} : { confirmsLookalike: false }), ...part, ...amount };
}

/** The withdrawal form after an event. */
export function withdrawReducer(before: WithdrawState, event: WithdrawEvent): WithdrawState {
  if (event.kind === 'changed') return { ...before, input: changedInput(before.input, event.part) };
  if (event.kind === 'restored') return { ...before, system: event.system, input: event.input };
  if (event.kind === 'sending') return { ...before, state: 'sending' };
  if (event.kind === 'invalid') return { ...before, refusedSubmission: event.refusedSubmission };
  if (event.kind === 'refused') return { ...before, refusedSubmission: event.refusedSubmission, state: 'idle' };
  if (event.kind === 'unanswered') return { ...before, refusedSubmission: event.refusedSubmission, state: 'unanswered' };
  const { system, walletId } = event;
  return {
    ...before,
    system,
    refusedSubmission: { input: before.input, errors: [] },
    input: changedInput(before.input, { values: {}, walletId, noMemo: false }),
  };
}
