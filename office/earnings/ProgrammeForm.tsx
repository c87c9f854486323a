import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import type { ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { keys } from '#office/api/keys.ts';
import { ChangeDialog } from '#office/changes/ChangeDialog.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { draftOf, itemOf, type LineDraft, newLine, type ProgrammeDraft, programmeOf } from './programme-draft.ts';

interface LinesProps {
  readonly name: 'tiers' | 'steps';
  readonly lines: readonly LineDraft[];
  readonly onChange: (lines: readonly LineDraft[]) => void;
}

/** Steps of a scale: lower bound and per cent. The first step cannot be removed. */
function Lines({ name, lines, onChange }: LinesProps) {
  const { t } = useTranslation();
  const set = (id: string, part: Partial<LineDraft>) => onChange(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  return (
    <fieldset className="step-lines">
      <legend>{t(`office_earnings.programme.${name}`)}</legend>
      {lines.map((line, index) => (
        <div key={line.id} className="step-line">
          <TextInput
            size="xs"
            label={t(`office_earnings.programme.${name}_from`)}
            inputMode="numeric"
            disabled={index === 0}
            value={line.from}
            onChange={({ currentTarget: { value } }) => set(line.id, { from: value })}
          />
          <TextInput
            size="xs"
            label={t('office_earnings.programme.percent')}
            inputMode="decimal"
            value={line.percent}
            onChange={({ currentTarget: { value } }) => set(line.id, { percent: value })}
          />
          {index === 0 ? null : (
            <Button type="button" size="xs" variant="subtle" onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}>
              {t('office_earnings.programme.remove')}
            </Button>
          )}
        </div>
      ))}
      <Button type="button" size="xs" variant="default" onClick={() => onChange([...lines, newLine()])}>
        {t('office_earnings.programme.add')}
      </Button>
    </fieldset>
  );
}

/** Proposes other terms; the effects are shown before they are applied, now or at a given time. */
export function ProgrammeForm({ now }: { readonly now: ProgrammeDocument }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<ProgrammeDraft>(() => draftOf(now));
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [item, setItem] = useState<ChangeItemDocument | null>(null);
  const change = (part: Partial<ProgrammeDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong([]);
  };
  const submit = () => {
    const read = programmeOf(draft);
    const next = 'programme' in read ? itemOf(now, read.programme) : undefined;
    setWrong('wrong' in read ? read.wrong : next === undefined ? ['same'] : []);
    if (next !== undefined) setItem(next);
  };
  const flag = (name: 'isReferralOn' | 'isCashbackOn' | 'keepsOld') => (
    <Checkbox
      label={t(`office_earnings.programme.field.${name}`)}
      checked={draft[name]}
      onChange={({ currentTarget: { checked } }) => change({ [name]: checked })}
    />
  );
  return (
    <CheckedForm className="sheet posting-form" onSubmit={submit} aria-labelledby="programme-form">
      <h2 id="programme-form">{t('office_earnings.programme.change')}</h2>
      <Lines name="tiers" lines={draft.tiers} onChange={(tiers) => change({ tiers })} />
      <Lines name="steps" lines={draft.steps} onChange={(steps) => change({ steps })} />
      <TextInput
        label={t('office_earnings.programme.hold_hours')}
        inputMode="numeric"
        value={draft.holdHours}
        onChange={({ currentTarget: { value } }) => change({ holdHours: value })}
      />
      {flag('isReferralOn')}
      {flag('isCashbackOn')}
      {flag('keepsOld')}
      {wrong.map((name) => (
        <p key={name} className="problem" role="alert">
          {t(`office_earnings.programme.wrong.${name}`)}
        </p>
      ))}
      <div className="row">
        <Button type="submit">{t('office_earnings.programme.check')}</Button>
      </div>
      {item === null ? null : (
        <ChangeDialog
          planned={{ items: [item] }}
          title={t('office_earnings.programme.change')}
          onDone={() => {
            setItem(null);
            void queries.invalidateQueries({ queryKey: keys.earnings() });
          }}
          onClose={() => setItem(null)}
        />
      )}
    </CheckedForm>
  );
}
