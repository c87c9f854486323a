import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officeSwitchOff } from '#contract/office-switches.ts';
import { hasSides, needsSubject, SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/switches.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useWords } from '#office/words/Words.tsx';
import { CloseShopDialog } from './CloseShopDialog.tsx';
import { CustomerTexts } from './CustomerTexts.tsx';
import { bodyOf, type Draft, EMPTY, isShownToCustomers, type Switchable } from './draft.ts';
import { SubjectSelect } from './SubjectSelect.tsx';
import { whenOff } from './words-of.ts';

const FIELDS = ['subject', 'from', 'until', 'text/ru', 'text/en'] as const;

const isOneOf = <T extends string>(values: readonly T[], value: string, other: T): T => values.find((one) => one === value) ?? other;

function useSwitchingOff(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (draft: Draft) => {
      key.current ??= crypto.randomUUID();
      return api(officeSwitchOff, { body: bodyOf(draft, Date.now()), idempotencyKey: key.current });
    },
    onSuccess: onDone,
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.switches() });
    },
  });
}

/** What, why, since when and until when; what customers read besides where they meet it. */
export function SwitchForm({ switchable }: { readonly switchable: Switchable }) {
  const { t } = useWords();
  const [draft, setDraft] = useState(EMPTY);
  const [isConfirming, setConfirming] = useState(false);
  const send = useSwitchingOff(() => setDraft(EMPTY));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const at = (field: (typeof FIELDS)[number]) => fieldProblem(send.error, field);
  const submit = () => {
    if (draft.kind === 'shop') setConfirming(true);
    else send.mutate(draft);
  };
  return (
    <CheckedForm className="sheet posting-form" onSubmit={submit} aria-labelledby="switch-title">
      <h2 id="switch-title">{t('switches.form')}</h2>
      <NativeSelect
        label={t('switches.what')}
        value={draft.kind}
        onChange={({ currentTarget }) => change({ kind: isOneOf(SWITCH_KINDS, currentTarget.value, 'shop'), subject: '' })}
        data={SWITCH_KINDS.map((kind) => ({ value: kind, label: t(`switches.kind.${kind}`) }))}
      />
      {needsSubject(draft.kind) ? (
        <SubjectSelect
          kind={draft.kind}
          switchable={switchable}
          value={draft.subject}
          error={at('subject')}
          onChange={(subject) => change({ subject })}
        />
      ) : null}
      {hasSides(draft.kind) ? (
        <NativeSelect
          label={t('switches.half')}
          value={draft.side}
          onChange={({ currentTarget }) => change({ side: isOneOf(SWITCH_SIDES, currentTarget.value, 'both') })}
          data={SWITCH_SIDES.map((side) => ({ value: side, label: t(`switches.side.${side}`) }))}
        />
      ) : null}
      <NativeSelect
        label={t('switches.why')}
        value={draft.reason}
        onChange={({ currentTarget }) => change({ reason: isOneOf(SWITCH_REASONS, currentTarget.value, 'maintenance') })}
        data={SWITCH_REASONS.map((reason) => ({ value: reason, label: t(`switches.reason.${reason}`) }))}
      />
      <TextInput
        type="datetime-local"
        label={t('switches.from')}
        description={t('switches.from_hint')}
        value={draft.from}
        error={at('from')}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <NativeSelect
        label={t('switches.lasts')}
        value={draft.lasts}
        error={draft.lasts === 'until' ? undefined : at('until')}
        onChange={({ currentTarget }) => change({ lasts: currentTarget.value })}
        data={['15', '60', '240', 'until', 'open'].map((value) => ({ value, label: t(`switches.lasting.${value}`) }))}
      />
      {draft.lasts === 'until' ? (
        <TextInput
          type="datetime-local"
          label={t('switches.until')}
          required
          value={draft.until}
          error={at('until')}
          onChange={({ currentTarget }) => change({ until: currentTarget.value })}
        />
      ) : null}
      {isShownToCustomers(draft.kind) ? (
        <CustomerTexts draft={draft} errors={{ ru: at('text/ru'), en: at('text/en') }} onChange={change} />
      ) : null}
      <p className="dim">{t(`switches.effect.${draft.kind}`)}</p>
      {send.isError && FIELDS.every((field) => at(field) === undefined) ? (
        <p className="problem" role="alert">
          {problemWords(send.error, t)}
        </p>
      ) : null}
      <Button type="submit" color="loss" loading={send.isPending}>
        {t('switches.off')}
      </Button>
      <CloseShopDialog
        isOpen={isConfirming}
        when={whenOff(draft, t)}
        onConfirm={() => {
          setConfirming(false);
          send.mutate(draft);
        }}
        onClose={() => setConfirming(false)}
      />
    </CheckedForm>
  );
}
