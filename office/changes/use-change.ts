import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type ChangeItemDocument, officeRollBackChange, officeSubmitChange } from '#contract/office-changes.ts';
import { officePreviewChange } from '#contract/office-rate-desk.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';

/** A change that is about to be made: items of a screen, or the roll-back of an applied one. */
export type Planned = { readonly items: readonly ChangeItemDocument[] } | { readonly rollsBack: string };

/** What it would do. Asked once for each plan: prices move on under it, and pressing asks again on the server. */
export function usePreview(planned: Planned) {
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

export interface Told {
  readonly note: string;
  /** Null: at once. */
  readonly applyAt: string | null;
}

/** Makes it; the same press repeated after a lost connection is made once. */
export function useMaking(planned: Planned, onDone: (state: string) => void) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async ({ note, applyAt }: Told) => {
      key.current ??= crypto.randomUUID();
      const idempotencyKey = key.current;
      if ('rollsBack' in planned)
        return await api(officeRollBackChange, { params: { id: planned.rollsBack }, body: { note }, idempotencyKey });
      return await api(officeSubmitChange, { body: { items: [...planned.items], note, apply_at: applyAt }, idempotencyKey });
    },
    onSuccess: ({ data }) => onDone(data.attributes.state),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.changes() });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}
