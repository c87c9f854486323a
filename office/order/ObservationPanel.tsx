import { Button, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officeRecordObservation } from '#contract/office-observations.ts';
import type { OfficeOrderAttributes } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';
import type { Lease } from './use-lease.ts';

interface Seen {
  readonly amount: string;
  readonly reference: string;
  readonly note: string;
}

const NOTHING: Seen = { amount: '', reference: '', note: '' };

/** Says once what was seen: the key stays until the server has answered. */
function useObserve(id: string, version: number) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (seen: Seen) => {
      key.current ??= crypto.randomUUID();
      return api(officeRecordObservation, { params: { id }, body: { version, ...seen }, idempotencyKey: key.current });
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.order(id) });
      void queries.invalidateQueries({ queryKey: keys.lists() });
    },
  });
}

export interface ObservationPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
  readonly lease: Lease;
}

/** What an operator saw on the account: an amount, its reference and his words; never a state. */
export function ObservationPanel({ id, order, lease }: ObservationPanelProps) {
  const { t } = useWords();
  const [seen, setSeen] = useState(NOTHING);
  const observe = useObserve(id, order.version);
  if (!order.may_observe) return null;
  const isOthers = order.lease !== null && !order.lease.is_mine && !lease.isMine;
  const change = (part: Partial<Seen>) => setSeen((before) => ({ ...before, ...part }));
  const say = async () => {
    if (!lease.isMine && !(await lease.claim())) return;
    observe.mutate(seen, {
      onSuccess: (answer) => {
        setSeen(NOTHING);
        notifications.show({
          message: t(answer.meta['state'] === 'proposed' ? 'office.observation.proposed' : 'office.observation.recorded'),
        });
      },
    });
  };
  return (
    <section className="sheet" aria-labelledby="observation-title">
      <h2 id="observation-title">{t('office.observation.title')}</h2>
      <form
        className="confirm"
        onSubmit={(event) => {
          event.preventDefault();
          void say();
        }}
      >
        <TextInput
          label={t('office.observation.amount', { currency: order.income.currency_iso_code })}
          required
          inputMode="decimal"
          value={seen.amount}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <TextInput
          label={t('office.observation.reference')}
          required
          maxLength={200}
          value={seen.reference}
          onChange={(event) => change({ reference: event.currentTarget.value })}
        />
        <Textarea
          label={t('office.observation.note')}
          required
          autosize
          minRows={2}
          maxLength={2000}
          value={seen.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        {observe.isError ? (
          <p className="problem" role="alert">
            {problemWords(observe.error, t)}
          </p>
        ) : null}
        <div className="row">
          <Button type="submit" size="sm" loading={observe.isPending} disabled={isOthers}>
            {t('office.observation.say')}
          </Button>
        </div>
      </form>
    </section>
  );
}
