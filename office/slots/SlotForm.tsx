import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officePublishSlot } from '#contract/office/catalogue/slots.ts';
import { parseAmount } from '#core/money/amount.ts';
import { SLOT_KINDS, type SlotKind } from '#core/slots/slot.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Select, TextInput } from '#office/form/fields.tsx';
import { wholeNumber } from '#office/form/whole-number.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

interface Draft {
  readonly income: string | null;
  readonly outcome: string | null;
  readonly kind: SlotKind;
  readonly exact: string;
  readonly min: string;
  readonly max: string;
  readonly premium: string;
  readonly minutes: string;
}

const EMPTY: Draft = { income: null, outcome: null, kind: 'express', exact: '', min: '', max: '', premium: '0', minutes: '5' };
const FIELDS = [
  'income_payment_system_id',
  'outcome_payment_system_id',
  'outcome_amount',
  'min_outcome_amount',
  'max_outcome_amount',
  'premium_ppm',
  'eta_minutes',
] as const;
/** Per cent with its four decimals are parts per million. */
const PERCENT = { scale: 4, precision: 4 } as const;
const MINUTES_OF_DAY = 1440;

/** What is no per cent is sent as what is none, so that its field says so. */
function premiumOf(text: string): number {
  const parsed = parseAmount(text, PERCENT);
  return parsed.ok ? Number(parsed.minor) : -1;
}

/** What is no whole number of minutes is sent as none, so that its field says so. */
const minutesOf = (text: string): number => wholeNumber(text, MINUTES_OF_DAY) ?? 0;

const bodyOf = (draft: Draft) => ({
  income_payment_system_id: draft.income ?? '',
  outcome_payment_system_id: draft.outcome ?? '',
  kind: draft.kind,
  premium_ppm: premiumOf(draft.premium),
  eta_minutes: minutesOf(draft.minutes),
  ...(draft.kind === 'express' ? { outcome_amount: draft.exact } : { min_outcome_amount: draft.min, max_outcome_amount: draft.max }),
});

function usePublishing(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (draft: Draft) => {
      key.current ??= crypto.randomUUID();
      return api(officePublishSlot, { body: bodyOf(draft), idempotencyKey: key.current });
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.slots() });
    },
  });
}

/** Publishes a slot by hand: an exact amount, or a range. */
export function SlotForm({ systems }: { readonly systems: readonly { readonly code: string }[] }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(EMPTY);
  const publish = usePublishing(() => setDraft((before) => ({ ...before, exact: '', min: '', max: '' })));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const at = (field: (typeof FIELDS)[number]) => fieldProblem(publish.error, field);
  const text = (name: 'exact' | 'min' | 'max' | 'premium' | 'minutes', field: (typeof FIELDS)[number]) => (
    <TextInput
      label={t(`office.slots.${name}`)}
      required
      autoComplete="off"
      value={draft[name]}
      error={at(field)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const side = (name: 'income' | 'outcome', field: (typeof FIELDS)[number]) => (
    <Select
      label={t(`office.slots.${name}`)}
      searchable
      required
      data={systems.map(({ code }) => code)}
      value={draft[name]}
      error={at(field)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const submit = () => publish.mutate(draft);
  return (
    <CheckedForm className="sheet posting-form" onSubmit={submit} aria-labelledby="slot-title">
      <h2 id="slot-title">{t('office.slots.form')}</h2>
      {side('income', 'income_payment_system_id')}
      {side('outcome', 'outcome_payment_system_id')}
      <NativeSelect
        label={t('office.slots.kind')}
        value={draft.kind}
        onChange={(event) => change({ kind: SLOT_KINDS.find((kind) => kind === event.currentTarget.value) ?? 'express' })}
        data={SLOT_KINDS.map((kind) => ({ value: kind, label: t(`office.slots.kinds.${kind}`) }))}
      />
      {draft.kind === 'express' ? text('exact', 'outcome_amount') : null}
      {draft.kind === 'express' ? null : text('min', 'min_outcome_amount')}
      {draft.kind === 'express' ? null : text('max', 'max_outcome_amount')}
      {text('premium', 'premium_ppm')}
      {text('minutes', 'eta_minutes')}
      {publish.isError && FIELDS.every((field) => at(field) === undefined) ? (
        <p className="problem" role="alert">
          {problemMessage(publish.error, t)}
        </p>
      ) : null}
      <Button type="submit" loading={publish.isPending}>
        {t('office.slots.publish')}
      </Button>
    </CheckedForm>
  );
}
