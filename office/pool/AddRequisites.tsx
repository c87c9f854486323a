import { Button, Drawer } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { officeAddToPool } from '#contract/office/money/pool.ts';
import { keys } from '#office/api/keys.ts';
import { fieldProblem, problemMessage } from '#office/api/problem.ts';
import { statusOf } from '#office/api/call-failure.ts';
import { useApi } from '#office/api/use-api.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { NativeSelect, Textarea, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { PoolSystem } from './pool-systems.ts';
import { RulesFields } from './RulesFields.tsx';
import { NEW_RULES, pastedRequisites, rulesOf, type TypedRequisite, unreadableRules } from './rules-draft.ts';

interface Props {
  readonly systems: readonly PoolSystem[];
  readonly onDone: (said: string) => void;
  readonly onClose: () => void;
}

interface Typed {
  readonly system: string;
  readonly values: Readonly<Record<string, string>>;
  readonly owner: string;
  readonly bank: string;
  /** Several at once, a line each; empty: the one of the fields. */
  readonly lines: string;
  readonly note: string;
}

const requisitesOf = ({ lines, values, owner, bank }: Typed, system: PoolSystem | undefined): TypedRequisite[] =>
  lines.trim() === '' ? [{ values, owner_name: owner, bank }] : pastedRequisites(lines, system?.fields.map(({ key }) => key) ?? []);

function useAdding(onDone: Props['onDone']) {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: async (body: Parameters<typeof api<typeof officeAddToPool>>[1]['body']) => {
      key.current ??= crypto.randomUUID();
      return (await api(officeAddToPool, { body, idempotencyKey: key.current })).data.attributes;
    },
    onSuccess: ({ added, proposed }) =>
      onDone(proposed > 0 ? t('office_by_hand.pool.proposed', { count: proposed }) : t('office_by_hand.pool.added', { count: added })),
    onSettled: (_, error) => {
      if (statusOf(error) !== 0) key.current = null;
      void queries.invalidateQueries({ queryKey: keys.pool() });
    },
  });
}

function SingleFields({
  system,
  typed,
  error,
  onChange,
}: {
  readonly system: PoolSystem;
  readonly typed: Typed;
  readonly error: unknown;
  readonly onChange: (part: Partial<Typed>) => void;
}) {
  const { t } = useTranslation();
  const at = (field: string) => fieldProblem(error, `requisites/0/${field}`);
  return (
    <>
      {system.fields.map(({ key, label, example, required }) => (
        <TextInput
          key={key}
          label={label}
          required={required}
          placeholder={example ?? ''}
          autoComplete="off"
          value={typed.values[key] ?? ''}
          onChange={(event) => onChange({ values: { ...typed.values, [key]: event.currentTarget.value } })}
          error={at(`values/${key}`)}
        />
      ))}
      <div className="by-hand-pair">
        <TextInput
          label={t('office_by_hand.pool.owner')}
          required={system.needs_owner}
          autoComplete="off"
          value={typed.owner}
          onChange={(event) => onChange({ owner: event.currentTarget.value })}
          error={at('owner_name')}
        />
        <TextInput
          label={t('office_by_hand.pool.bank')}
          required={system.needs_bank}
          autoComplete="off"
          value={typed.bank}
          onChange={(event) => onChange({ bank: event.currentTarget.value })}
          error={at('bank')}
        />
      </div>
    </>
  );
}

/** New requisites: one by its fields, or several as pasted lines, all with the same rules. */
export function AddRequisites({ systems, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>({ system: systems[0]?.code ?? '', values: {}, owner: '', bank: '', lines: '', note: '' });
  const [rules, setRules] = useState(NEW_RULES);
  const [isChecked, setChecked] = useState(false);
  const add = useAdding(onDone);
  const system = systems.find(({ code }) => code === typed.system);
  const change = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const isRight = () => {
    const isReadable = unreadableRules(rules).length === 0;
    setChecked(!isReadable);
    return isReadable;
  };
  const submit = () => {
    const read = rulesOf(rules);
    if (!read) return;
    add.mutate({ payment_system_id: typed.system, requisites: requisitesOf(typed, system), rules: read, note: typed.note.trim() });
  };
  const columns = [...(system?.fields.map(({ label }) => label) ?? []), t('office_by_hand.pool.owner'), t('office_by_hand.pool.bank')].join(
    '; ',
  );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      lockScroll={false}
      size={480}
      title={t('office_by_hand.pool.add')}
      closeButtonProps={{ 'aria-label': t('office.cancel') }}
    >
      <CheckedForm
        className="by-hand-form"
        onSubmit={submit}
        isRight={isRight}
        waits={{ kind: 'change_requisite', isAbout: ({ deed, payment_system_id: code }) => deed === 'add' && code === typed.system }}
      >
        <NativeSelect
          label={t('office_by_hand.system')}
          value={typed.system}
          onChange={(event) => change({ system: event.currentTarget.value, values: {} })}
          data={systems.map(({ code, name, is_manual: isManual }) => ({
            value: code,
            label: isManual ? name : t('office_by_hand.pool.not_manual', { name }),
          }))}
        />
        {system === undefined || typed.lines.trim() !== '' ? null : (
          <SingleFields system={system} typed={typed} error={add.error} onChange={change} />
        )}
        <Textarea
          label={t('office_by_hand.pool.lines')}
          description={t('office_by_hand.pool.lines_hint', { columns })}
          autosize
          minRows={2}
          maxRows={8}
          value={typed.lines}
          onChange={(event) => change({ lines: event.currentTarget.value })}
        />
        <RulesFields
          draft={rules}
          error={add.error}
          isChecked={isChecked}
          onChange={(part) => setRules((before) => ({ ...before, ...part }))}
        />
        <TextInput label={t('office_by_hand.note')} value={typed.note} onChange={(event) => change({ note: event.currentTarget.value })} />
        {system?.needs_second_person ? <p className="dim">{t('office_by_hand.pool.second_person')}</p> : null}
        {add.isError ? (
          <p className="problem" role="alert">
            {problemMessage(add.error, t)}
          </p>
        ) : null}
        <Button type="submit" loading={add.isPending} disabled={system === undefined}>
          {system?.needs_second_person ? t('office_by_hand.pool.propose') : t('office_by_hand.pool.add_now')}
        </Button>
      </CheckedForm>
    </Drawer>
  );
}
