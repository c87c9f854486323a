import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { officeSubmitChange } from '#contract/office/catalogue/changes.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { Document } from './draft.ts';

export interface Saved {
  readonly entity: 'payment_system' | 'direction';
  readonly key: string;
  readonly before: Document | null;
  readonly after: Document | null;
}

/** Saves things of the catalogue as one change, once: the key stays until the server has answered. */
export function useSave(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: ({ items, note }: { readonly items: readonly Saved[]; readonly note: string }) => {
      key.current ??= crypto.randomUUID();
      const sent = items.map((item) => ({ ...item, before: item.before && { ...item.before }, after: item.after && { ...item.after } }));
      return api(officeSubmitChange, { body: { items: sent, note }, idempotencyKey: key.current });
    },
    onSuccess: ({ data }) => {
      notifications.show({ message: t(`catalogue_desk.saved.${data.attributes.state}`) });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      for (const name of [keys.catalogue(), keys.changes(), keys.approvals()]) void queries.invalidateQueries({ queryKey: name });
    },
  });
}
