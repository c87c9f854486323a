import { useQuery } from '@tanstack/react-query';
import { type ChangeItemDocument, officeRollBackChange, officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { officePreviewChange } from '#contract/office/catalogue/rate-desk.ts';
import { useAction } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';

/** A change that is about to be made: items of a screen, or the roll-back of an applied one. */
export type PlannedChange = { readonly items: readonly ChangeItemDocument[] } | { readonly rollsBack: string };

/** Effects of the change. Read once per plan: prices move meanwhile, and the server calculates again when it is submitted. */
export function usePreview(planned: PlannedChange) {
  const api = useApi();
  return useQuery({
    queryKey: ['change_preview', planned],
    queryFn: ({ signal }) =>
      api(officePreviewChange, {
        body: 'items' in planned ? { items: [...planned.items] } : { rolls_back: planned.rollsBack },
        signal,
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

export interface ChangeOrder {
  readonly note: string;
  /** Null: at once. */
  readonly applyAt: string | null;
}

/** Submits the change, or the roll-back. */
export const useSubmitChange = (planned: PlannedChange, onDone: (state: string) => void) =>
  useAction(
    async ({ note, applyAt }: ChangeOrder, call) =>
      'rollsBack' in planned
        ? await call(officeRollBackChange, { params: { id: planned.rollsBack }, body: { note } })
        : await call(officeSubmitChange, { body: { items: [...planned.items], note, apply_at: applyAt } }),
    { after: [keys.changes(), keys.approvals()], onDone: ({ data }) => onDone(data.attributes.state) },
  );
