import { Button, Drawer } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import {
  officeChangePoolRules,
  officeChangePoolState,
  officeChangePoolTarget,
  officeRevealPool,
  type PoolRequisiteAttributes,
  type PoolRulesAttributes,
} from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { problemMessage } from '#office/api/problem.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { OutdatedNotice } from '#office/editing/OutdatedNotice.tsx';
import { KeepWhileEditing } from '#office/editing/KeepWhileEditing.tsx';
import { FrozenWhileEditing } from '#office/editing/FrozenWhileEditing.tsx';
import { useTyped } from '#office/editing/use-typed.ts';
import { Copy } from '#office/components/Copy.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { HeldBy } from './HeldBy.tsx';
import type { PoolSystem } from './pool-systems.ts';
import { RulesFields } from './RulesFields.tsx';
import { draftOf, rulesOf, unreadableRules } from './rules-draft.ts';

type Requisite = Resource<PoolRequisiteAttributes>;
interface Props {
  readonly requisite: Requisite;
  readonly system: PoolSystem | undefined;
}

function useDeed<Input>(deed: (api: ReturnType<typeof useApi>, input: Input) => Promise<unknown>, onDone: () => void = () => undefined) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => await deed(api, input),
    onSuccess: onDone,
    onSettled: () => void queries.invalidateQueries({ queryKey: keys.pool() }),
  });
}

/** The whole values, on demand; every look is a line of the audit log. */
function Reveal({ requisite, system }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const look = useMutation({
    mutationFn: async () => (await api(officeRevealPool, { params: { id: requisite.id } })).data.attributes.requisites,
  });
  const label = (key: string) => system?.fields.find((field) => field.key === key)?.label ?? key;
  const values = look.data ?? requisite.attributes.requisites_masked;
  return (
    <>
      <FactList
        facts={[
          ...Object.entries(values).map(([key, value]) => ({
            name: label(key),
            value: look.data === undefined ? value : <Copy value={value} />,
          })),
          { name: t('office_by_hand.pool.owner'), value: requisite.attributes.owner_name },
          { name: t('office_by_hand.pool.bank'), value: requisite.attributes.bank },
        ]}
      />
      {look.isError ? <Problem error={look.error} /> : null}
      {look.data === undefined ? (
        <Button size="compact-sm" variant="default" loading={look.isPending} onClick={() => look.mutate()}>
          {t('office_by_hand.reveal')}
        </Button>
      ) : null}
    </>
  );
}

function Rules({ requisite: { id, attributes } }: Props) {
  const { t } = useTranslation();
  const { typed: draft, setTyped, isGone, markSaved, renew } = useTyped(draftOf(attributes));
  const save = useDeed(
    async (api, rules: PoolRulesAttributes) =>
      await api(officeChangePoolRules, { params: { id }, body: { rules, note: attributes.note, version: attributes.version } }),
    () => {
      markSaved();
      notifications.show({ message: t('office_by_hand.saved') });
    },
  );
  const [isChecked, setChecked] = useState(false);
  const isRight = () => {
    const isReadable = unreadableRules(draft).length === 0;
    setChecked(!isReadable);
    return isReadable;
  };
  const submit = () => {
    const rules = rulesOf(draft);
    if (rules) save.mutate(rules);
  };
  return (
    <CheckedForm className="by-hand-form" onSubmit={submit} isRight={isRight}>
      <RulesFields
        draft={draft}
        error={save.error}
        isChecked={isChecked}
        onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
      />
      <OutdatedNotice when={isGone && !save.isPending} onRenew={renew} />
      {save.isError ? (
        <p className="problem" role="alert">
          {problemMessage(save.error, t)}
        </p>
      ) : null}
      <Button type="submit" variant="default" loading={save.isPending}>
        {t('office_by_hand.pool.save_rules')}
      </Button>
    </CheckedForm>
  );
}

function Target({ requisite: { id, attributes }, system, onCancel }: Props & { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [owner, setOwner] = useState(attributes.owner_name);
  const [bank, setBank] = useState(attributes.bank);
  const change = useDeed(
    async (api, note: string) =>
      await api(officeChangePoolTarget, { params: { id }, body: { values, owner_name: owner, bank, note, version: attributes.version } }),
    onCancel,
  );
  return (
    <ActionForm
      what={t(system?.needs_second_person ? 'office_by_hand.pool.second_person' : 'office_by_hand.pool.change_hint')}
      submit={t(system?.needs_second_person ? 'office_by_hand.pool.propose' : 'office_by_hand.pool.change_now')}
      note={{ label: t('office_by_hand.note'), isRequired: true }}
      command={change}
      onSubmit={(note) => change.mutate(note)}
      onCancel={onCancel}
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
          onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
        />
      ))}
      <TextInput
        label={t('office_by_hand.pool.owner')}
        required={system?.needs_owner === true}
        field="owner_name"
        autoComplete="off"
        value={owner}
        onChange={(event) => setOwner(event.currentTarget.value)}
      />
      <TextInput
        label={t('office_by_hand.pool.bank')}
        required={system?.needs_bank === true}
        field="bank"
        autoComplete="off"
        value={bank}
        onChange={(event) => setBank(event.currentTarget.value)}
      />
    </ActionForm>
  );
}

type Deed = 'frozen' | 'retired' | 'active' | 'target';

function StateForm({
  requisite: { id, attributes },
  state,
  onDone,
}: Props & { readonly state: Exclude<Deed, 'target'>; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const change = useDeed(
    async (api, reason: string) =>
      await api(officeChangePoolState, { params: { id }, body: { state, reason, version: attributes.version } }),
    onDone,
  );
  return (
    <ActionForm
      what={t(`office_by_hand.pool.state_hint.${state}`)}
      submit={t(`office_by_hand.pool.deed.${state}`)}
      note={{ label: t('office_by_hand.reason'), isRequired: state !== 'active' }}
      isDestructive={state === 'retired'}
      command={change}
      onSubmit={(reason) => change.mutate(reason)}
      onCancel={onDone}
    />
  );
}

function Deeds(props: Props) {
  const { t } = useTranslation();
  const [deed, setDeed] = useState<Deed | null>(null);
  const close = () => setDeed(null);
  if (deed === 'target') return <Target {...props} onCancel={close} />;
  if (deed !== null) return <StateForm {...props} state={deed} onDone={close} />;
  const offered: readonly Deed[] = [props.requisite.attributes.state === 'frozen' ? 'active' : 'frozen', 'target', 'retired'];
  return (
    <div className="row">
      {offered.map((one) => (
        <Button key={one} size="sm" variant="default" onClick={() => setDeed(one)}>
          {t(`office_by_hand.pool.deed.${one}`)}
        </Button>
      ))}
    </div>
  );
}

/** One requisite: what it is, who has it, its rules, and what can be done with it. */
export function RequisiteDrawer({ requisite, system, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { attributes } = requisite;
  const mayChange = useOperator().actions.includes('change_pool') && attributes.state !== 'retired';
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      lockScroll={false}
      size={480}
      title={t('office_by_hand.pool.one')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <div className="by-hand-form">
        <Reveal requisite={requisite} system={system} />
        {attributes.frozen_reason === null ? null : (
          <p className="note">{t('office_by_hand.pool.frozen_because', { reason: attributes.frozen_reason })}</p>
        )}
        <HeldBy requisite={requisite} mayRelease={mayChange} />
        <KeepWhileEditing when={mayChange}>
          <Deeds requisite={requisite} system={system} />
          <FrozenWhileEditing stored={attributes}>
            {(read) => <Rules requisite={{ ...requisite, attributes: read }} system={system} />}
          </FrozenWhileEditing>
        </KeepWhileEditing>
      </div>
    </Drawer>
  );
}
