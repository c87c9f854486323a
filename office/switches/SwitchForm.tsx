import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { officeSwitchOff } from '#contract/office-switches.ts';
import { hasSides, needsSubject, SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/switches.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { useWords } from '#office/words/Words.tsx';
import { bodyOf, type Draft, EMPTY, subjectsOf, type Switchable } from './draft.ts';

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
  const send = useSwitchingOff(() => setDraft(EMPTY));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const at = (field: (typeof FIELDS)[number]) => fieldProblem(send.error, field);
  const subjects = subjectsOf(draft.kind, switchable);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(draft);
  };
  return (
    <form className="sheet posting-form" onSubmit={submit} aria-labelledby="switch-title">
      <h2 id="switch-title">{t('switches.form')}</h2>
      <NativeSelect
        label={t('switches.what')}
        value={draft.kind}
        onChange={({ currentTarget }) => change({ kind: isOneOf(SWITCH_KINDS, currentTarget.value, 'shop'), subject: '' })}
        data={SWITCH_KINDS.map((kind) => ({ value: kind, label: t(`switches.kind.${kind}`) }))}
      />
      {needsSubject(draft.kind) ? (
        <NativeSelect
          label={t('switches.which')}
          required
          value={draft.subject}
          error={at('subject')}
          onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
          data={[{ value: '', label: t('switches.choose') }, ...subjects]}
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
      {draft.kind === 'shop' ? (
        <>
          <Textarea
            label={t('switches.text_ru')}
            autosize
            maxLength={300}
            value={draft.ru}
            error={at('text/ru')}
            onChange={({ currentTarget }) => change({ ru: currentTarget.value })}
          />
          <Textarea
            label={t('switches.text_en')}
            autosize
            maxLength={300}
            value={draft.en}
            error={at('text/en')}
            onChange={({ currentTarget }) => change({ en: currentTarget.value })}
          />
        </>
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
    </form>
  );
}
