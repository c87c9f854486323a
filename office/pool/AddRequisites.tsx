import { Button, Drawer } from '@mantine/core';
import { useState } from 'react';
import { officeAddToPool } from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea, TextInput } from '#office/form/fields.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { type Fields, useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { PoolSystem } from './pool-systems.ts';
import { RulesFields } from './RulesFields.tsx';
import { type NewRequisite, NEW_RULES, pastedColumns, pastedRequisites, type RulesDraft, rulesOf, unreadableRules } from './rules-draft.ts';

interface FormValues {
  readonly payment_system_id: string;
  readonly values: Readonly<Record<string, string>>;
  readonly owner_name: string;
  readonly bank: string;
  /** Several requisites, one per line; empty: the one of the fields above. */
  readonly lines: string;
  readonly rules: RulesDraft;
  readonly note: string;
}

const requisitesOf = ({ lines, values, owner_name, bank }: FormValues, system: PoolSystem | undefined): NewRequisite[] =>
  lines.trim() === '' ? [{ values, owner_name, bank }] : pastedRequisites(lines, system?.fields.map(({ key }) => key) ?? []);

/** Fields of a single requisite. */
function SingleFields({ system, form }: { readonly system: PoolSystem; readonly form: Fields<FormValues> }) {
  const { t } = useTranslation();
  const { values } = form.values;
  return (
    <>
      {system.fields.map(({ key, label, example, required }) => (
        <TextInput
          key={key}
          label={label}
          required={required}
          placeholder={example ?? ''}
          autoComplete="off"
          value={values[key] ?? ''}
          field={`requisites/0/values/${key}`}
          onChange={(event) => form.set({ values: { ...values, [key]: event.currentTarget.value } })}
        />
      ))}
      <div className="by-hand-pair">
        <TextInput
          {...form.text('owner_name')}
          field="requisites/0/owner_name"
          label={t('office_by_hand.pool.owner')}
          required={system.needs_owner}
          autoComplete="off"
        />
        <TextInput
          {...form.text('bank')}
          field="requisites/0/bank"
          label={t('office_by_hand.pool.bank')}
          required={system.needs_bank}
          autoComplete="off"
        />
      </div>
    </>
  );
}

interface AddFormProps {
  readonly systems: readonly PoolSystem[];
  /** Called with the message to show. */
  readonly onDone: (message: string) => void;
}

function AddForm({ systems, onDone }: AddFormProps) {
  const { t } = useTranslation();
  const form = useFields<FormValues>({
    payment_system_id: systems[0]?.code ?? '',
    values: {},
    owner_name: '',
    bank: '',
    lines: '',
    rules: NEW_RULES,
    note: '',
  });
  const { payment_system_id, lines, rules, note } = form.values;
  const [isChecked, setChecked] = useState(false);
  const add = useCommand(officeAddToPool, {
    after: [keys.pool()],
    onDone: ({ data: { attributes: counts } }) =>
      onDone(
        counts.proposed > 0
          ? t('office_by_hand.pool.proposed', { count: counts.proposed })
          : t('office_by_hand.pool.added', { count: counts.added }),
      ),
  });
  const system = systems.find(({ code }) => code === payment_system_id);
  const isRight = () => {
    const isReadable = unreadableRules(rules).length === 0;
    setChecked(!isReadable);
    return isReadable;
  };
  const submit = () => {
    const parsed = rulesOf(rules);
    if (parsed) add.run({ body: { payment_system_id, requisites: requisitesOf(form.values, system), rules: parsed, note: note.trim() } });
  };
  const labels = new Map([
    ...(system?.fields.map(({ key, label }): [string, string] => [key, label]) ?? []),
    ['owner_name', t('office_by_hand.pool.owner')],
    ['bank', t('office_by_hand.pool.bank')],
  ]);
  const columns = pastedColumns(system?.fields.map(({ key }) => key) ?? []).map((column) => labels.get(column));
  return (
    <CheckedForm
      className="stack"
      command={add}
      onSubmit={submit}
      isRight={isRight}
      waits={{
        kind: 'change_requisite',
        isAbout: ({ deed: action, payment_system_id: code }) => action === 'add' && code === payment_system_id,
      }}
    >
      <NativeSelect
        label={t('office_by_hand.system')}
        value={payment_system_id}
        onChange={(event) => form.set({ payment_system_id: event.currentTarget.value, values: {} })}
        data={systems.map(({ code, name, is_manual: isManual }) => ({
          value: code,
          label: isManual ? name : t('office_by_hand.pool.not_manual', { name }),
        }))}
      />
      {system === undefined || lines.trim() !== '' ? null : <SingleFields system={system} form={form} />}
      <Textarea
        {...form.text('lines')}
        label={t('office_by_hand.pool.lines')}
        description={t('office_by_hand.pool.lines_hint', { columns: columns.join('; ') })}
        autosize
        minRows={2}
        maxRows={8}
      />
      <RulesFields draft={rules} isChecked={isChecked} onChange={(part) => form.set({ rules: { ...rules, ...part } })} />
      <TextInput {...form.text('note')} label={t('office_by_hand.note')} />
      {system?.needs_second_person ? <p className="dim">{t('office_by_hand.pool.second_person')}</p> : null}
      <FormProblem />
      <Button type="submit" loading={add.isPending} disabled={system === undefined}>
        {system?.needs_second_person ? t('office_by_hand.pool.propose') : t('office_by_hand.pool.add_now')}
      </Button>
    </CheckedForm>
  );
}

/** Adds requisites: one by its fields, or several as pasted lines, all with the same rules. */
export function AddRequisites({ systems, onDone, onClose }: AddFormProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('office_by_hand.pool.add')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <AddForm systems={systems} onDone={onDone} />
    </Drawer>
  );
}
