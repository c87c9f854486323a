import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type LimitsAttributes, officeChangeLimits } from '#contract/office-limits.ts';
import { fieldProblem, problemWords } from '#office/api/problem.ts';
import { statusOf, useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { Gone } from '#office/in-hand/Gone.tsx';
import { useTyped } from '#office/in-hand/use-typed.ts';
import { useWords } from '#office/words/Words.tsx';
import { CAP_KEYS, type Draft, draftOf, readDraft, type TypedCaps, type TypedLimits } from './draft.ts';
import { Figure, type FigureProps } from './Figure.tsx';
import { Overrides } from './Overrides.tsx';

type Limits = LimitsAttributes['limits'];

function useChanging(onDone: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useWords();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (change: { readonly limits: Limits; readonly version: number; readonly note: string }) => {
      key.current ??= crypto.randomUUID();
      return (await api(officeChangeLimits, { body: change, idempotencyKey: key.current })).data.attributes;
    },
    onSuccess: ({ approval_id: approvalId }) => {
      notifications.show({ message: t(approvalId === null ? 'limits.done' : 'limits.proposed') });
      onDone();
    },
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries();
    },
  });
}

export interface LimitsFormProps {
  readonly known: LimitsAttributes;
  readonly systems: readonly { readonly code: string; readonly name: string }[];
  readonly wallets: readonly string[];
  readonly isLocked: boolean;
}

const without = <Value,>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** All that may leave without a person: tightened at once, loosened by another owner or a day. */
export function LimitsForm({ known, systems, wallets, isLocked }: LimitsFormProps) {
  const { t } = useWords();
  const { typed, setTyped, isGone, markSaved, renew } = useTyped<Draft & { readonly note: string }>({ ...draftOf(known.limits), note: '' });
  const { note, ...draft } = typed;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const send = useChanging(markSaved);
  const change = (part: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...part }));
  const at = (path: string) => (wrong.includes(path) ? t('limits.not_a_number') : fieldProblem(send.error, `limits/${path}`));
  const figure = (path: string, figureOf: Pick<FigureProps, 'label' | 'value' | 'onChange' | 'placeholder'>) => (
    <Figure key={path} {...figureOf} error={at(path)} isLocked={isLocked} />
  );
  const limitFigures = (one: TypedLimits, path: string, set: (one: TypedLimits) => void) => [
    figure(`${path}firstUsd`, { label: t('limits.first'), value: one.firstUsd, onChange: (firstUsd) => set({ ...one, firstUsd }) }),
    figure(`${path}secondUsd`, { label: t('limits.second'), value: one.secondUsd, onChange: (secondUsd) => set({ ...one, secondUsd }) }),
  ];
  const capFigures = (caps: TypedCaps, path: string, set: (caps: TypedCaps) => void) =>
    CAP_KEYS.map((key) => {
      const onChange = (value: string) => set({ ...caps, [key]: value });
      return figure(`${path}/${key}`, { label: t(`limits.cap.${key}`), value: caps[key], onChange, placeholder: t('limits.no_cap') });
    });
  const setSystem = (code: string) => (one: TypedLimits) => change({ systems: { ...draft.systems, [code]: one } });
  const setWallet = (wallet: string) => (caps: TypedCaps) => change({ wallets: { ...draft.wallets, [wallet]: caps } });
  const submit = () => {
    const read = readDraft(draft);
    if (read.ok) send.mutate({ limits: read.limits, version: known.version, note: note.trim() });
  };
  const isRight = () => {
    const read = readDraft(draft);
    setWrong(read.ok ? [] : read.wrong);
    return read.ok;
  };
  return (
    <CheckedForm onSubmit={submit} isRight={isRight} className="limits" waits={{ kind: 'change_caps' }}>
      <section className="sheet">
        <h2>{t('limits.people')}</h2>
        <p className="dim">{t('limits.people_hint')}</p>
        <div className="limit-figures">
          {limitFigures(draft, '', change)}
          {figure('treasuryUsd', {
            label: t('limits.treasury'),
            value: draft.treasuryUsd,
            onChange: (treasuryUsd) => change({ treasuryUsd }),
          })}
        </div>
      </section>
      <Overrides
        title={t('limits.systems')}
        hint={t('limits.systems_hint')}
        names={Object.keys(draft.systems)}
        choices={systems.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }))}
        isLocked={isLocked}
        onAdd={(code) => setSystem(code)({ firstUsd: draft.firstUsd, secondUsd: draft.secondUsd })}
        onRemove={(code) => change({ systems: without(draft.systems, code) })}
        figures={(code) => limitFigures(draft.systems[code] ?? draft, `systems/${code}/`, setSystem(code))}
      />
      <section className="sheet">
        <h2>{t('limits.caps')}</h2>
        <p className="dim">{t('limits.caps_hint')}</p>
        <div className="limit-figures">{capFigures(draft.caps, 'caps', (caps) => change({ caps }))}</div>
      </section>
      <Overrides
        title={t('limits.wallets')}
        hint={t('limits.wallets_hint')}
        names={Object.keys(draft.wallets)}
        choices={wallets.map((wallet) => ({ value: wallet, label: wallet }))}
        isLocked={isLocked}
        onAdd={(wallet) => setWallet(wallet)(draft.caps)}
        onRemove={(wallet) => change({ wallets: without(draft.wallets, wallet) })}
        figures={(wallet) => capFigures(draft.wallets[wallet] ?? draft.caps, `wallets/${wallet}`, setWallet(wallet))}
      />
      {isLocked ? null : (
        <section className="sheet">
          <Textarea
            label={t('limits.note')}
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={note}
            error={fieldProblem(send.error, 'note')}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
          <p className="dim">{t('limits.effect')}</p>
          <Gone when={isGone && !send.isPending} onRenew={renew} />
          {wrong.length === 0 && !send.isError ? null : (
            <p className="problem" role="alert">
              {wrong.length === 0 ? problemWords(send.error, t) : t('limits.not_a_number')}
            </p>
          )}
          <Button type="submit" loading={send.isPending}>
            {t('limits.save')}
          </Button>
        </section>
      )}
    </CheckedForm>
  );
}
