import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { type LimitsAttributes, officeChangeLimits } from '#contract/office/money/limits.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { type Fields, useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Textarea } from '#office/form/fields.tsx';
import { OutdatedNotice } from '#office/editing/Editing.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Draft, draftOf, parseDraft, type CapsDraft, type LimitsDraft } from './draft.ts';
import { CapGroup, LimitField, LimitFieldsContext, LimitGroup } from './LimitFields.tsx';
import { Overrides } from './Overrides.tsx';
import './LimitsForm.css';

export interface LimitsFormProps {
  readonly stored: LimitsAttributes;
  readonly systems: readonly { readonly code: string; readonly name: string }[];
  readonly wallets: readonly string[];
  readonly isLocked: boolean;
}

interface SaveLimitsProps {
  readonly form: Fields<Draft & { readonly note: string }>;
  readonly isPending: boolean;
  readonly hasWrong: boolean;
}

/** The note, refusals and the submit button. */
function SaveLimits({ form, isPending, hasWrong }: SaveLimitsProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet">
      <Textarea label={t('limits.note')} required autosize minRows={2} maxLength={2000} {...form.text('note')} />
      <p className="dim">{t('limits.effect')}</p>
      <OutdatedNotice when={form.isOutdated && !isPending} onRenew={form.renew} />
      <FormProblem />
      {hasWrong ? (
        <p className="problem" role="alert">
          {t('limits.not_a_number')}
        </p>
      ) : null}
      <Button type="submit" loading={isPending}>
        {t('limits.save')}
      </Button>
    </section>
  );
}

const without = <Value,>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Limits of automatic payouts: lowered at once, raised by another owner or after a day. */
export function LimitsForm({ stored, systems, wallets, isLocked }: LimitsFormProps) {
  const { t } = useTranslation();
  const form = useFields<Draft & { readonly note: string }>({ ...draftOf(stored.limits), note: '' });
  const { note, ...draft } = form.values;
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const save = useCommand(officeChangeLimits, {
    after: 'all',
    success: ({ data }) => t(data.attributes.approval_id === null ? 'limits.done' : 'limits.proposed'),
    onDone: form.markSaved,
  });
  const change = form.set;
  const fieldState = useMemo(() => ({ isLocked, wrong }), [isLocked, wrong]);
  const setSystem = (code: string) => (limits: LimitsDraft) => change({ systems: { ...draft.systems, [code]: limits } });
  const setWallet = (wallet: string) => (caps: CapsDraft) => change({ wallets: { ...draft.wallets, [wallet]: caps } });
  const submit = () => {
    const parsed = parseDraft(draft);
    if (parsed.ok) save.run({ body: { limits: parsed.limits, version: stored.version, note: note.trim() } });
  };
  const isRight = () => {
    const parsed = parseDraft(draft);
    setWrong(parsed.ok ? [] : parsed.wrong);
    return parsed.ok;
  };
  return (
    <LimitFieldsContext value={fieldState}>
      <CheckedForm command={save} onSubmit={submit} isRight={isRight} className="limits" waits={{ kind: 'change_caps' }}>
        <section className="sheet">
          <h2>{t('limits.people')}</h2>
          <p className="dim">{t('limits.people_hint')}</p>
          <div className="limit-figures">
            <LimitGroup draft={draft} path="" onChange={change} />
            <LimitField
              path="treasuryUsd"
              label={t('limits.treasury')}
              value={draft.treasuryUsd}
              onChange={(treasuryUsd) => change({ treasuryUsd })}
            />
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
        >
          {(code) => <LimitGroup draft={draft.systems[code] ?? draft} path={`systems/${code}/`} onChange={setSystem(code)} />}
        </Overrides>
        <section className="sheet">
          <h2>{t('limits.caps')}</h2>
          <p className="dim">{t('limits.caps_hint')}</p>
          <div className="limit-figures">
            <CapGroup draft={draft.caps} path="caps/" onChange={(caps) => change({ caps })} />
          </div>
        </section>
        <Overrides
          title={t('limits.wallets')}
          hint={t('limits.wallets_hint')}
          names={Object.keys(draft.wallets)}
          choices={wallets.map((wallet) => ({ value: wallet, label: wallet }))}
          isLocked={isLocked}
          onAdd={(wallet) => setWallet(wallet)(draft.caps)}
          onRemove={(wallet) => change({ wallets: without(draft.wallets, wallet) })}
        >
          {(wallet) => <CapGroup draft={draft.wallets[wallet] ?? draft.caps} path={`wallets/${wallet}/`} onChange={setWallet(wallet)} />}
        </Overrides>
        {isLocked ? null : <SaveLimits form={form} isPending={save.isPending} hasWrong={wrong.length > 0} />}
      </CheckedForm>
    </LimitFieldsContext>
  );
}
