import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { officePostReserve, RESERVE_POSTING_KINDS, type ReserveAttributes, type ReservePostingKind } from '#contract/office-ledger.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Select, TextInput } from '#office/form/fields.tsx';
import { money } from '#office/format/figure.ts';
import { useWords } from '#office/words/Words.tsx';
import { Preview, usePreview } from './Preview.tsx';

interface Draft {
  readonly code: string | null;
  readonly kind: ReservePostingKind;
  readonly amount: string;
  readonly reason: string;
}

const EMPTY: Draft = { code: null, kind: 'deposit', amount: '', reason: '' };

/** Posts once: the key stays until the server has answered. */
function usePosting(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (draft: Draft) => {
      key.current ??= crypto.randomUUID();
      const body = { payment_system_id: draft.code ?? '', kind: draft.kind, amount: draft.amount, reason: draft.reason };
      return api(officePostReserve, { body, idempotencyKey: key.current });
    },
    onSuccess: ({ data }) => {
      const { amount, currency_iso_code: currency, payment_system_id: code, state } = data.attributes;
      notifications.show({ message: t(`office.reserves.${state}`, { code, amount: money(amount, currency, locale) }) });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.reserves() });
      void queries.invalidateQueries({ queryKey: ['reserve_postings'] });
      void queries.invalidateQueries({ queryKey: keys.approvals() });
    },
  });
}

export interface PostingFormProps {
  readonly reserves: readonly Resource<ReserveAttributes>[];
  readonly code: string | null;
  readonly onCode: (code: string | null) => void;
}

/** A treasurer's word about a wallet: money put in, taken out, or counted differently. Always with the reason. */
export function PostingForm({ reserves, code, onCode }: PostingFormProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(EMPTY);
  const posting = usePosting(() => setDraft(EMPTY));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = () => {
    posting.mutate({ ...draft, code });
  };
  const at = (field: string) => fieldProblem(posting.error, field);
  const hasPlace = ['payment_system_id', 'amount', 'reason'].some((field) => at(field) !== undefined);
  const preview = usePreview({ code, kind: draft.kind, amount: draft.amount });
  const currency = reserves.find((reserve) => reserve.id === code)?.attributes.currency_iso_code;
  return (
    <CheckedForm
      className="sheet reserves-form"
      onSubmit={submit}
      aria-labelledby="posting-title"
      waits={code === null ? undefined : { kind: 'post_reserve', subject: code }}
    >
      <h2 id="posting-title">{t('office.reserves.form')}</h2>
      <Select
        label={t('office.reserves.system')}
        searchable
        required
        data={reserves.map((reserve) => ({ value: reserve.id, label: `${reserve.id} · ${reserve.attributes.name}` }))}
        value={code}
        onChange={onCode}
        error={at('payment_system_id')}
      />
      <NativeSelect
        label={t('office.reserves.kind')}
        value={draft.kind}
        onChange={(event) => change({ kind: RESERVE_POSTING_KINDS.find((kind) => kind === event.currentTarget.value) ?? 'deposit' })}
        data={RESERVE_POSTING_KINDS.map((kind) => ({ value: kind, label: t(`office.reserves.kinds.${kind}`) }))}
      />
      <TextInput
        label={t('office.reserves.amount')}
        placeholder={draft.kind === 'correction' ? t('office.reserves.signed') : undefined}
        inputMode="decimal"
        autoComplete="off"
        required
        value={draft.amount}
        onChange={(event) => change({ amount: event.currentTarget.value })}
        rightSection={currency === undefined ? undefined : <span className="dim">{currency}</span>}
        rightSectionWidth={64}
        error={at('amount')}
      />
      <TextInput
        label={t('office.reserves.reason')}
        required
        autoComplete="off"
        maxLength={500}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        error={at('reason')}
      />
      {posting.isError && !hasPlace ? (
        <p className="problem" role="alert">
          {problemWords(posting.error, t)}
        </p>
      ) : null}
      {preview === undefined ? null : <Preview preview={preview} />}
      <Button type="submit" loading={posting.isPending}>
        {t(preview?.needs_second_person === true ? 'office.reserves.propose' : 'office.reserves.post')}
      </Button>
    </CheckedForm>
  );
}
