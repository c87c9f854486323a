/** What people are asked to pay (domain 5, "By hand"): it waits, somebody has it in hand, and he says what became of it. */
export const TASK_STATES = ['waiting', 'taken', 'sent', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What the former holder of a payout said when it was taken over from him; `unknown`: he could not be asked. */
export const FORMER_SAID = ['not_sent', 'sent', 'unknown'] as const;
export type FormerSaid = (typeof FORMER_SAID)[number];

export const TASK_ACTIONS = ['take', 'take_over', 'reveal', 'give_back', 'mark_sent', 'mark_failed', 'mark_not_sent', 'add_proof'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

export interface TaskView {
  readonly state: TaskState;
  /** He has, or had, it in hand. */
  readonly isHis: boolean;
  /** It was taken over from him. */
  readonly wasHis: boolean;
  /** Taken over from somebody who may have sent the money; nobody has said since that he did not. */
  readonly mayBeSent: boolean;
  readonly hasProof: boolean;
}

function actionsInHand({ mayBeSent, hasProof }: TaskView): TaskAction[] {
  const proof: TaskAction[] = hasProof ? [] : ['add_proof'];
  if (mayBeSent) return ['mark_sent', 'mark_not_sent', ...proof];
  return ['reveal', 'mark_sent', 'mark_failed', 'give_back', ...proof];
}

/**
 * What one person may do with a task. Two people never have one at a time (R68); from whom it was taken over may still say that he has
 * sent it, also after somebody else has said that nothing was.
 */
export function taskActions(task: TaskView): TaskAction[] {
  const { state, isHis, wasHis, hasProof } = task;
  if (state === 'taken' && isHis) return actionsInHand(task);
  if (state === 'sent') return isHis && !hasProof ? ['add_proof'] : [];
  const late: TaskAction[] = wasHis ? ['mark_sent'] : [];
  if (state === 'failed') return late;
  return [state === 'waiting' ? 'take' : 'take_over', ...late];
}
