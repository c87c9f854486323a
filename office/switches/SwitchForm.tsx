import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeSwitchOff } from '#contract/office/shop/switches.ts';
import { hasSides, needsSubject, SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/staff/switches.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CloseShopDialog } from './CloseShopDialog.tsx';
import { CustomerTexts } from './CustomerTexts.tsx';
import { bodyOf, EMPTY, hasCustomerText, type Switchable } from './draft.ts';
import { SubjectSelect } from './SubjectSelect.tsx';
import { switchPeriod } from './switch-texts.ts';

/** Switches something off: what, why, from when and until when, and the text for customers. */
export function SwitchForm({ switchable }: { readonly switchable: Switchable }) {
  const { t } = useTranslation();
  const form = useFields(EMPTY);
  const draft = form.values;
  const [isConfirming, setConfirming] = useState(false);
  const switchOff = useCommand(officeSwitchOff, { after: [keys.switches()], onDone: () => form.reset() });
  const send = () => switchOff.run({ body: bodyOf(draft, Date.now()) });
  const submit = () => {
    if (draft.kind === 'shop') setConfirming(true);
    else send();
  };
  return (
    <CheckedForm className="sheet posting-form" command={switchOff} onSubmit={submit} aria-labelledby="switch-title">
      <h2 id="switch-title">{t('switches.form')}</h2>
      <NativeSelect
        label={t('switches.what')}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) => form.set({ kind: SWITCH_KINDS.find((kind) => kind === value) ?? 'shop', subject: '' })}
        data={SWITCH_KINDS.map((kind) => ({ value: kind, label: t(`switches.kind.${kind}`) }))}
      />
      {needsSubject(draft.kind) ? (
        <SubjectSelect kind={draft.kind} switchable={switchable} value={draft.subject} onChange={(subject) => form.set({ subject })} />
      ) : null}
      {hasSides(draft.kind) ? (
        <NativeSelect
          label={t('switches.half')}
          {...form.nativeOption('side', SWITCH_SIDES)}
          data={SWITCH_SIDES.map((side) => ({ value: side, label: t(`switches.side.${side}`) }))}
        />
      ) : null}
      <NativeSelect
        label={t('switches.why')}
        {...form.nativeOption('reason', SWITCH_REASONS)}
        data={SWITCH_REASONS.map((reason) => ({ value: reason, label: t(`switches.reason.${reason}`) }))}
      />
      <TextInput type="datetime-local" label={t('switches.from')} description={t('switches.from_hint')} {...form.text('from')} />
      <NativeSelect
        label={t('switches.lasts')}
        {...form.text('lasts')}
        field={draft.lasts === 'until' ? undefined : 'until'}
        data={['15', '60', '240', 'until', 'open'].map((value) => ({ value, label: t(`switches.lasting.${value}`) }))}
      />
      {draft.lasts === 'until' ? <TextInput type="datetime-local" label={t('switches.until')} required {...form.text('until')} /> : null}
      {hasCustomerText(draft.kind) ? <CustomerTexts draft={draft} onChange={form.set} /> : null}
      <p className="dim">{t(`switches.effect.${draft.kind}`)}</p>
      <FormProblem />
      <Button type="submit" color="loss" loading={switchOff.isPending}>
        {t('switches.off')}
      </Button>
      <CloseShopDialog
        isOpen={isConfirming}
        when={switchPeriod(draft, t)}
        onConfirm={() => {
          setConfirming(false);
          send();
        }}
        onClose={() => setConfirming(false)}
      />
    </CheckedForm>
  );
}
