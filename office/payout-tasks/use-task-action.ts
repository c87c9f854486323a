import {
  officeAddTaskProof,
  officeEndTask,
  officeGiveBackTask,
  officeMarkTaskNotSent,
  officeShowTaskProof,
  officeTakeTask,
} from '#contract/office/money/payout-tasks.ts';
import type { FormerHolderReport } from '#core/payout/payout-task.ts';
import { useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { type Api } from '#office/api/use-api.ts';

/** An operator's action on a payout made by hand. */
export type TaskAction =
  | { readonly kind: 'take' }
  | { readonly kind: 'take_over'; readonly note: string; readonly formerReport: FormerHolderReport }
  | { readonly kind: 'give_back' }
  | { readonly kind: 'not_sent'; readonly note: string }
  | { readonly kind: 'sent'; readonly reference: string; readonly amount: string; readonly note: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly isDestinationWrong: boolean }
  | { readonly kind: 'proof'; readonly file: File; readonly isShown: boolean }
  | { readonly kind: 'show_proof'; readonly isShown: boolean };

export async function sendTaskAction(call: Api, id: string, action: TaskAction): Promise<unknown> {
  const params = { id };
  switch (action.kind) {
    case 'take':
      return await call(officeTakeTask, { params, body: {} });
    case 'take_over':
      return await call(officeTakeTask, { params, body: { take_over_note: action.note, former_said: action.formerReport } });
    case 'not_sent':
      return await call(officeMarkTaskNotSent, { params, body: { note: action.note } });
    case 'give_back':
      return await call(officeGiveBackTask, { params });
    case 'sent':
      return await call(officeEndTask, {
        params,
        body: { outcome: 'sent', reference: action.reference, amount: action.amount, reason: action.note },
      });
    case 'failed':
      return await call(officeEndTask, {
        params,
        body: { outcome: 'failed', reference: '', amount: '', reason: action.reason, is_destination_wrong: action.isDestinationWrong },
      });
    case 'proof':
      return await call(officeAddTaskProof, {
        params,
        body: { is_shown: action.isShown ? 'true' : 'false' },
        files: { proof: action.file },
      });
    case 'show_proof':
      return await call(officeShowTaskProof, { params, body: { is_shown: action.isShown } });
  }
}

/** Acts on one task. */
export const useTaskAction = (id: string, onDone: () => void = () => undefined) =>
  useAction((action: TaskAction, call) => sendTaskAction(call, id, action), { after: [keys.payoutTasks()], onDone });
