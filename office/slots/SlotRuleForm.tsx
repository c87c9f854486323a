import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { fieldProblem } from '#office/api/call-failure.ts';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import {
  draftOf,
  EMPTY_RULE,
  itemOf,
  type StoredRule,
  RULE_FIELDS,
  type RuleDraft,
  type RuleField,
  type RuleSystem,
} from './rule-draft.ts';

export interface SlotRuleFormProps {
  readonly systems: readonly (RuleSystem & { readonly currency: string })[];
  /** The rule that is edited; undefined: a new one. */
  readonly known: StoredRule | undefined;
  /** Refusal of the last change; null: none. */
  readonly refusal: unknown;
  readonly onPlan: (item: ChangeItemDocument) => void;
  readonly onCancel: () => void;
}

const MEMBERS = Object.entries(RULE_FIELDS) as readonly (readonly [keyof typeof RULE_FIELDS, RuleField])[];

/** Message of a refusal at one field. */
const refusedAt = (refusal: unknown, field: RuleField): string | undefined =>
  MEMBERS.filter(([, name]) => name === field)
    .map(([member]) => fieldProblem(refusal, `items/0/after/${member}`))
    .find((words) => words !== undefined);

/** A new or edited rule ("keep three slots of 25 000 open"); the change is confirmed in a dialog. */
export function SlotRuleForm({ systems, known, refusal, onPlan, onCancel }: SlotRuleFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<RuleDraft>(known ? draftOf(known) : EMPTY_RULE);
  const [wrong, setWrong] = useState<readonly RuleField[]>([]);
  const change = (part: Partial<RuleDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong((before) => before.filter((field) => !(field in part)));
  };
  const at = (field: RuleField) => (wrong.includes(field) ? t(`rates.slot_rule.wrong.${field}`) : refusedAt(refusal, field));
  const submit = () => {
    const parsed = itemOf(draft, systems, known);
    if ('item' in parsed) onPlan(parsed.item);
  };
  const isRight = () => {
    const parsed = itemOf(draft, systems, known);
    setWrong('item' in parsed ? [] : parsed.wrong);
    return 'item' in parsed;
  };
  const text = (name: 'amount' | 'count' | 'premium' | 'minutes') => (
    <TextInput
      label={t(`rates.slot_rule.${name}`)}
      inputMode={name === 'count' || name === 'minutes' ? 'numeric' : 'decimal'}
      autoComplete="off"
      required
      disabled={name === 'amount' && known !== undefined}
      value={draft[name]}
      error={at(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const side = (name: 'income' | 'outcome') => (
    <Select
      label={t(`rates.slot_rule.${name}`)}
      searchable
      required
      disabled={known !== undefined}
      data={systems.map(({ code }) => code)}
      value={draft[name]}
      error={at(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <CheckedForm className="sheet posting-form" onSubmit={submit} isRight={isRight} aria-labelledby="slot-rule-title">
      <h2 id="slot-rule-title">{t(known ? 'rates.slot_rule.edit_title' : 'rates.slot_rule.form')}</h2>
      {side('income')}
      {side('outcome')}
      {text('amount')}
      {text('count')}
      {text('premium')}
      {text('minutes')}
      <Checkbox
        label={t('rates.slot_rule.enabled')}
        checked={draft.enabled}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <div className="row">
        <Button type="submit">{t('rates.slot_rule.check')}</Button>
        {known ? (
          <Button type="button" variant="subtle" onClick={onCancel}>
            {t('office.cancel')}
          </Button>
        ) : null}
      </div>
    </CheckedForm>
  );
}
