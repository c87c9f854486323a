import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  officeAddTaskProof,
  officeEndTask,
  officeGiveBackTask,
  officeMarkTaskNotSent,
  officeShowTaskProof,
  officeTakeTask,
} from '#contract/office-payout-tasks.ts';
import type { FormerSaid } from '#core/payout-task.ts';
import { keys } from '#office/api/keys.ts';
import { type Api, useApi } from '#office/api/use-api.ts';

/** What one person does with a payout. */
export type TaskDeed =
  | { readonly deed: 'take' }
  | { readonly deed: 'take_over'; readonly note: string; readonly formerSaid: FormerSaid }
  | { readonly deed: 'give_back' }
  | { readonly deed: 'not_sent'; readonly note: string }
  | { readonly deed: 'sent'; readonly reference: string; readonly amount: string; readonly note: string }
  | { readonly deed: 'failed'; readonly reason: string; readonly isDestinationWrong: boolean }
  | { readonly deed: 'proof'; readonly file: File; readonly isShown: boolean }
  | { readonly deed: 'show_proof'; readonly isShown: boolean };

async function run(api: Api, id: string, deed: TaskDeed): Promise<unknown> {
  const params = { id };
  switch (deed.deed) {
    case 'take':
      return await api(officeTakeTask, { params, body: {} });
    case 'take_over':
      return await api(officeTakeTask, { params, body: { take_over_note: deed.note, former_said: deed.formerSaid } });
    case 'not_sent':
      return await api(officeMarkTaskNotSent, { params, body: { note: deed.note } });
    case 'give_back':
      return await api(officeGiveBackTask, { params });
    case 'sent':
      return await api(officeEndTask, {
        params,
        body: { outcome: 'sent', reference: deed.reference, amount: deed.amount, reason: deed.note },
      });
    case 'failed':
      return await api(officeEndTask, {
        params,
        body: { outcome: 'failed', reference: '', amount: '', reason: deed.reason, is_destination_wrong: deed.isDestinationWrong },
      });
    case 'proof':
      return await api(officeAddTaskProof, { params, body: { is_shown: deed.isShown ? 'true' : 'false' }, files: { proof: deed.file } });
    case 'show_proof':
      return await api(officeShowTaskProof, { params, body: { is_shown: deed.isShown } });
  }
}

/** A deed and the list read again after it, whatever came of it. */
export function useTaskDeed(id: string, onDone: () => void = () => undefined) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (deed: TaskDeed) => await run(api, id, deed),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.payoutTasks() }),
  });
}
