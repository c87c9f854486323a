import { Button, Modal } from '@mantine/core';
import { useMemo, useState } from 'react';
import { MAX_SUBJECTS, officeSwitchOff } from '#contract/office/shop/switches.ts';
import { oneOf } from '#core/closed-list.ts';
import { hasSides, needsSubject, SWITCH_KINDS, SWITCH_REASONS, SWITCH_SIDES } from '#core/staff/switches.ts';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { MultiSelect, NativeSelect, TextInput, Textarea } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import {
  bodyOf,
  closedByDraft,
  type Draft,
  EMPTY,
  hasCustomerText,
  matchingOptions,
  subjectCode,
  subjectsOf,
  type Switchable,
  switchPeriod,
  withoutChosen,
} from './draft.ts';

/** Options drawn at once; the search narrows them. */
const MAX_SHOWN = 100;

interface SubjectSelectProps {
  readonly draft: Draft;
  readonly switchable: Switchable;
  readonly onChange: (subjects: string[]) => void;
}

/** Selects what to switch off, one or several, by words of names or codes. */
function SubjectSelect({ draft: { kind, subjects }, switchable, onChange }: SubjectSelectProps) {
  const { t } = useTranslation();
  const options = useMemo(() => subjectsOf(kind, switchable, t), [kind, switchable, t]);
  return (
    <MultiSelect
      key={kind}
      label={t('switches.which')}
      placeholder={subjects.length === 0 ? t('switches.search') : ''}
      nothingFoundMessage={t('switches.nothing_found')}
      required
      searchable
      clearable
      selectFirstOptionOnChange
      hidePickedOptions
      limit={MAX_SHOWN}
      maxValues={MAX_SUBJECTS}
      data={options}
      filter={({ search, limit }) => matchingOptions(withoutChosen(options, subjects), search, limit)}
      renderOption={({ option: { value, label } }) => (
        <span>
          {label} <span className="dim">{subjectCode(value)}</span>
        </span>
      )}
      value={[...subjects]}
      field={['subjects', 'subject']}
      onChange={onChange}
    />
  );
}

/** How many directions customers lose, and what stays. */
function Effect({ draft, switchable }: { readonly draft: Draft; readonly switchable: Switchable }) {
  const { t } = useTranslation();
  const count = useMemo(() => closedByDraft(draft, switchable).length, [draft, switchable]);
  const isChosen = !needsSubject(draft.kind) || draft.subjects.length > 0;
  return (
    <p role="status">
      {hasCustomerText(draft.kind) && isChosen ? <strong>{t('switches.closes', { count })} </strong> : null}
      <span className="dim">{t(`switches.effect.${draft.kind}`)}</span>
    </p>
  );
}

interface CustomerTextsProps {
  readonly draft: Pick<Draft, 'ru' | 'en'>;
  readonly onChange: (part: Partial<Pick<Draft, 'ru' | 'en'>>) => void;
}

/** The text for customers in both languages; empty: the site's text for the chosen reason. */
function CustomerTexts({ draft, onChange }: CustomerTextsProps) {
  const { t } = useTranslation();
  return (['ru', 'en'] as const).map((locale) => (
    <Textarea
      key={locale}
      label={t(`switches.text_${locale}`)}
      description={t('switches.text_hint')}
      autosize
      maxLength={300}
      value={draft[locale]}
      field={`text/${locale}`}
      onChange={({ currentTarget }) => onChange({ [locale]: currentTarget.value })}
    />
  ));
}

interface CloseShopDialogProps {
  readonly isOpen: boolean;
  /** Start and duration as text. */
  readonly when: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Confirms that the whole shop stops taking orders. */
function CloseShopDialog({ isOpen, when, onConfirm, onClose }: CloseShopDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={isOpen}
      centered
      title={t('switches.close_shop.title')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="stack">
        <p>{when}</p>
        <p>{t('switches.effect.shop')}</p>
        <p>{t('switches.close_shop.pages')}</p>
        <div className="row">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('office.cancel')}
          </Button>
          <Button color="loss" onClick={onConfirm}>
            {t('switches.close_shop.confirm')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Switches something off: what, why, from when and until when, and the text for customers. */
export function SwitchForm({ switchable }: { readonly switchable: Switchable }) {
  const { t } = useTranslation();
  const form = useFields<Draft>(EMPTY);
  const draft: Draft = form.values;
  const [isConfirming, setConfirming] = useState(false);
  const switchOff = useCommand(officeSwitchOff, { after: [keys.switches()], onDone: () => form.reset() });
  const send = () => switchOff.run({ body: bodyOf(draft, Date.now()) });
  const submit = () => {
    if (draft.kind === 'shop') setConfirming(true);
    else send();
  };
  return (
    <CheckedForm className="sheet stack" command={switchOff} onSubmit={submit} aria-labelledby="switch-title">
      <h2 id="switch-title">{t('switches.form')}</h2>
      <NativeSelect
        label={t('switches.what')}
        value={draft.kind}
        onChange={({ currentTarget: { value } }) => form.set({ kind: oneOf(SWITCH_KINDS, value) ?? 'shop', subjects: [] })}
        data={SWITCH_KINDS.map((kind) => ({ value: kind, label: t(`switches.kind.${kind}`) }))}
      />
      {needsSubject(draft.kind) ? (
        <SubjectSelect draft={draft} switchable={switchable} onChange={(subjects) => form.set({ subjects })} />
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
      <NativeSelect
        label={t('switches.lasts')}
        {...form.text('lasts')}
        field={draft.lasts === 'until' ? undefined : 'until'}
        data={['15', '60', '240', 'until', 'open'].map((value) => ({ value, label: t(`switches.lasting.${value}`) }))}
      />
      {draft.lasts === 'until' ? <TextInput type="datetime-local" label={t('switches.until')} required {...form.text('until')} /> : null}
      <details>
        <summary>{t(hasCustomerText(draft.kind) ? 'switches.more' : 'switches.from')}</summary>
        <div className="stack">
          <TextInput type="datetime-local" label={t('switches.from')} description={t('switches.from_hint')} {...form.text('from')} />
          {hasCustomerText(draft.kind) ? <CustomerTexts draft={draft} onChange={form.set} /> : null}
        </div>
      </details>
      <Effect draft={draft} switchable={switchable} />
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
