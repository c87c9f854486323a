import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { EarningDeedAttributes } from '#contract/office/money/earnings.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Answer = Promise<{ readonly data: { readonly attributes: EarningDeedAttributes } }>;

/** A deed that is done once: its key stays until the server has answered. Says whether it is done or waits for a second person. */
export function useEarningDeed<Input>(deed: (input: Input, idempotencyKey: string) => Answer, onDone: () => void) {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (input: Input) => {
      key.current ??= crypto.randomUUID();
      return (await deed(input, key.current)).data.attributes;
    },
    onSuccess: ({ state }) => {
      notifications.show({ message: t(`office_earnings.said.${state}`) });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.earnings() });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}
