import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import {
  officeChangePoolRules,
  officeChangePoolState,
  officeChangePoolTarget,
  type PoolRequisiteAttributes,
} from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { OutdatedNotice } from '#office/editing/Editing.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { FormProblem } from '#office/form/FormProblem.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { PoolSystem } from './pool-systems.ts';
import { RulesFields } from './RulesFields.tsx';
import { draftOf, rulesOf, unreadableRules } from './rules-draft.ts';

export interface RequisiteProps {
  readonly requisite: Resource<PoolRequisiteAttributes>;
  readonly system: PoolSystem | undefined;
}

/** Changes the limits, hours and sharing of a requisite. */
export function RulesForm({ requisite: { id, attributes } }: Pick<RequisiteProps, 'requisite'>) {
  const { t } = useTranslation();
  const form = useFields(draftOf(attributes));
  const save = useCommand(officeChangePoolRules, {
    after: [keys.pool()],
    success: t('office_by_hand.saved'),
    onDone: form.markSaved,
  });
  const [isChecked, setChecked] = useState(false);
  const isRight = () => {
    const isReadable = unreadableRules(form.values).length === 0;
    setChecked(!isReadable);
    return isReadable;
  };
  const submit = () => {
    const rules = rulesOf(form.values);
    if (rules) save.run({ params: { id }, body: { rules, note: attributes.note, version: attributes.version } });
  };
  return (
    <CheckedForm className="stack" command={save} onSubmit={submit} isRight={isRight}>
      <RulesFields draft={form.values} isChecked={isChecked} onChange={form.set} />
      <OutdatedNotice when={form.isOutdated && !save.isPending} onRenew={form.renew} />
      <FormProblem />
      <Button type="submit" variant="default" loading={save.isPending}>
        {t('office_by_hand.pool.save_rules')}
      </Button>
    </CheckedForm>
  );
}

/** Replaces the values of a requisite. Without a key: the body has whole requisites. */
function TargetForm({ requisite: { id, attributes }, system, onClose }: RequisiteProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const form = useFields<{ values: Readonly<Record<string, string>>; owner_name: string; bank: string }>({
    values: {},
    owner_name: attributes.owner_name,
    bank: attributes.bank,
  });
  const change = useCommand(officeChangePoolTarget, { isKeyed: false, after: [keys.pool()], onDone: onClose });
  const { values, owner_name, bank } = form.values;
  const submit = (note: string) =>
    change.run({ params: { id }, body: { values: { ...values }, owner_name, bank, note, version: attributes.version } });
  return (
    <ActionForm
      what={t(system?.needs_second_person ? 'office_by_hand.pool.second_person' : 'office_by_hand.pool.change_hint')}
      submit={t(system?.needs_second_person ? 'office_by_hand.pool.propose' : 'office_by_hand.pool.change_now')}
      note={{ label: t('office_by_hand.note'), isRequired: true }}
      command={change}
      onSubmit={submit}
      onCancel={onClose}
      waits={{ kind: 'change_requisite', subject: id }}
    >
      {system?.fields.map(({ key, label, required }) => (
        <TextInput
          key={key}
          label={label}
          required={required}
          autoComplete="off"
          value={values[key] ?? ''}
          field={`values/${key}`}
          onChange={(event) => form.set({ values: { ...values, [key]: event.currentTarget.value } })}
        />
      ))}
      <TextInput
        {...form.text('owner_name')}
        label={t('office_by_hand.pool.owner')}
        required={system?.needs_owner === true}
        autoComplete="off"
      />
      <TextInput {...form.text('bank')} label={t('office_by_hand.pool.bank')} required={system?.needs_bank === true} autoComplete="off" />
    </ActionForm>
  );
}

type State = 'active' | 'frozen' | 'retired';

interface StateFormProps extends Pick<RequisiteProps, 'requisite'> {
  readonly state: State;
  readonly onClose: () => void;
}

/** Freezes, unfreezes or retires a requisite. */
function StateForm({ requisite: { id, attributes }, state, onClose }: StateFormProps) {
  const { t } = useTranslation();
  const change = useCommand(officeChangePoolState, { after: [keys.pool()], onDone: onClose });
  return (
    <ActionForm
      what={t(`office_by_hand.pool.state_hint.${state}`)}
      submit={t(`office_by_hand.pool.deed.${state}`)}
      note={{ label: t('office_by_hand.reason'), isRequired: state !== 'active' }}
      isDestructive={state === 'retired'}
      command={change}
      onSubmit={(reason) => change.run({ params: { id }, body: { state, reason, version: attributes.version } })}
      onCancel={onClose}
    />
  );
}

/** Actions on a requisite; a chosen one opens its form. */
export function RequisiteActions(props: RequisiteProps) {
  const { t } = useTranslation();
  const [action, setAction] = useState<State | 'target' | null>(null);
  const close = () => setAction(null);
  if (action === 'target') return <TargetForm {...props} onClose={close} />;
  if (action !== null) return <StateForm {...props} state={action} onClose={close} />;
  return (
    <div className="row">
      {([props.requisite.attributes.state === 'frozen' ? 'active' : 'frozen', 'target', 'retired'] as const).map((offered) => (
        <Button key={offered} size="sm" variant="default" onClick={() => setAction(offered)}>
          {t(`office_by_hand.pool.deed.${offered}`)}
        </Button>
      ))}
    </div>
  );
}
