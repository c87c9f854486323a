import { Button, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type OfficeOrderAttributes, officeReturnSurplus } from '#contract/office-orders.ts';
import { keys } from '#office/api/keys.ts';
import { problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { useWords } from '#office/words/Words.tsx';

/** Says once that the surplus was given back: the key stays until the server has answered. */
function useReturn(id: string, version: number) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (note: string) => {
      key.current ??= crypto.randomUUID();
      return api(officeReturnSurplus, { params: { id }, body: { version, note }, idempotencyKey: key.current });
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.order(id) });
      void queries.invalidateQueries({ queryKey: keys.lists() });
    },
  });
}

export interface SurplusPanelProps {
  readonly id: string;
  readonly order: OfficeOrderAttributes;
}

/** Money beyond the order: how much, and the words of whoever gave it back. */
export function SurplusPanel({ id, order }: SurplusPanelProps) {
  const { t, locale } = useWords();
  const [note, setNote] = useState('');
  const giveBack = useReturn(id, order.version);
  if (order.surplus_amount === null) return null;
  const amount = money(order.surplus_amount, order.income.currency_iso_code, locale);
  return (
    <section className="sheet" aria-labelledby="surplus-title">
      <h2 id="surplus-title">{t('office.surplus.title', { amount })}</h2>
      <p>{t('office.surplus.what')}</p>
      {order.may_return_surplus ? (
        <form
          className="confirm"
          onSubmit={(event) => {
            event.preventDefault();
            giveBack.mutate(note.trim(), { onSuccess: () => notifications.show({ message: t('office.surplus.said') }) });
          }}
        >
          <Textarea
            label={t('office.surplus.note')}
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {giveBack.isError ? (
            <p className="problem" role="alert">
              {problemWords(giveBack.error, t)}
            </p>
          ) : null}
          <div className="row">
            <Button type="submit" size="sm" loading={giveBack.isPending} disabled={note.trim() === ''}>
              {t('office.surplus.done')}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
