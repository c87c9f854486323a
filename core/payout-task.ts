/** What people are asked to pay (domain 5, "By hand"): it waits, somebody has it in hand, and he says what became of it. */
export const TASK_STATES = ['waiting', 'taken', 'sent', 'failed'] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const TASK_ACTIONS = ['take', 'take_over', 'reveal', 'give_back', 'mark_sent', 'mark_failed', 'add_proof'] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** What one person may do with a task; `isHis`: he has, or had, it in hand. Two people never have one at a time (R68). */
export function taskActions(state: TaskState, isHis: boolean, hasProof: boolean): TaskAction[] {
  if (state === 'waiting') return ['take'];
  if (state === 'taken')
    return isHis ? ['reveal', 'mark_sent', 'mark_failed', 'give_back', ...(hasProof ? [] : (['add_proof'] as const))] : ['take_over'];
  return state === 'sent' && isHis && !hasProof ? ['add_proof'] : [];
}
