/** States of a payout that a person pays (domain 5, "By hand"): waiting, taken by an operator, then reported as sent or failed. */
export const TASK_STATES = ['waiting', 'taken', 'sent', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What the former holder of a payout reports when another operator takes it over. `unknown`: the former holder cannot be reached. */
export const FORMER_HOLDER_REPORTS = ['not_sent', 'sent', 'unknown'] as const;
export type FormerHolderReport = (typeof FORMER_HOLDER_REPORTS)[number];

export const TASK_ACTIONS = ['take', 'take_over', 'reveal', 'give_back', 'mark_sent', 'mark_failed', 'mark_not_sent', 'add_proof'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

export interface TaskFacts {
  readonly state: TaskState;
  /** Whether the operator has taken the task. */
  readonly isHolder: boolean;
  /** Whether the task was taken over from this operator. */
  readonly isFormerHolder: boolean;
  /** Whether it was taken over from a holder who may have sent the money and has not denied it since. */
  readonly mayBeSent: boolean;
  readonly hasProof: boolean;
}

function holderActions({ mayBeSent, hasProof }: TaskFacts): TaskAction[] {
  const proof: TaskAction[] = hasProof ? [] : ['add_proof'];
  if (mayBeSent) return ['mark_sent', 'mark_not_sent', ...proof];
  return ['reveal', 'mark_sent', 'mark_failed', 'give_back', ...proof];
}

/** Actions of an operator on a task. It has one holder at a time (R68). A former holder may still report that the money was sent. */
export function taskActions(task: TaskFacts): TaskAction[] {
  const { state, isHolder, isFormerHolder, hasProof } = task;
  if (state === 'taken' && isHolder) return holderActions(task);
  if (state === 'sent') return isHolder && !hasProof ? ['add_proof'] : [];
  const lateActions: TaskAction[] = isFormerHolder ? ['mark_sent'] : [];
  if (state === 'failed') return lateActions;
  return [state === 'waiting' ? 'take' : 'take_over', ...lateActions];
}
