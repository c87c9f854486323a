import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { officeCancelReserveRequest } from '#contract/office-reserve-requests.ts';
import { keys } from '#office/api/keys.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useWords } from '#office/words/Words.tsx';

export interface CancelRequestProps {
  readonly id: string;
  readonly email: string;
  readonly onClose: () => void;
}

/** Ends a request that waits, with why. */
export function CancelRequest({ id, email, onClose }: CancelRequestProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  const ending = useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      return api(officeCancelReserveRequest, { params: { id }, body: { note }, idempotencyKey: key.current });
    },
    onSuccess: onClose,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.reserveRequests() });
    },
  });
  return (
    <section className="sheet" aria-label={t('office_requests.end')}>
      <DeedForm
        what={t('office_requests.end_what', { email })}
        submit={t('office_requests.end')}
        note={{ label: t('office_requests.end_note'), isRequired: true }}
        isBusy={ending.isPending}
        error={ending.error}
        onSubmit={(note) => ending.mutate(note)}
        onCancel={onClose}
      />
    </section>
  );
}
