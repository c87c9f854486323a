import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { fieldProblem } from '#office/api/call-failure.ts';
import { Figures } from '#office/components/Figures.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { Select, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import {
  draftOf,
  EMPTY_RULE,
  itemOf,
  RULE_FIELDS,
  type RuleDraft,
  type RuleField,
  type RuleSystem,
  type StoredRule,
} from './rule-draft.ts';

interface SlotRuleFormProps {
  readonly systems: readonly (RuleSystem & { readonly currency: string })[];
  /** The rule that is edited; undefined: a new one. */
  readonly before: StoredRule | undefined;
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
    .find((message) => message !== undefined);

/** A new or edited rule ("keep three slots of 25 000 open"); the change is confirmed in a dialog. */
export function SlotRuleForm({ systems, before, refusal, onPlan, onCancel }: SlotRuleFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<RuleDraft>(before ? draftOf(before) : EMPTY_RULE);
  const [wrong, setWrong] = useState<readonly RuleField[]>([]);
  const change = (part: Partial<RuleDraft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setWrong((current) => current.filter((field) => !(field in part)));
  };
  const at = (field: RuleField) => (wrong.includes(field) ? t(`rates.slot_rule.wrong.${field}`) : refusedAt(refusal, field));
  const submit = () => {
    const parsed = itemOf(draft, systems, before);
    if ('item' in parsed) onPlan(parsed.item);
  };
  const isRight = () => {
    const parsed = itemOf(draft, systems, before);
    setWrong('item' in parsed ? [] : parsed.wrong);
    return 'item' in parsed;
  };
  const text = (name: 'amount' | 'count' | 'premium' | 'minutes') => (
    <TextInput
      label={t(`rates.slot_rule.${name}`)}
      inputMode={name === 'count' || name === 'minutes' ? 'numeric' : 'decimal'}
      autoComplete="off"
      required
      disabled={name === 'amount' && before !== undefined}
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
      disabled={before !== undefined}
      data={systems.map(({ code }) => code)}
      value={draft[name]}
      error={at(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <CheckedForm className="sheet stack" onSubmit={submit} isRight={isRight} aria-labelledby="slot-rule-title">
      <h2 id="slot-rule-title">{t(before ? 'rates.slot_rule.edit_title' : 'rates.slot_rule.form')}</h2>
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
        {before ? (
          <Button type="button" variant="subtle" onClick={onCancel}>
            {t('office.cancel')}
          </Button>
        ) : null}
      </div>
    </CheckedForm>
  );
}

interface RuleActions {
  readonly onEdit: (rule: StoredRule) => void;
  readonly onRemove: (rule: StoredRule) => void;
}

const TONE = { full: 'calm', short: 'time', closed: 'time', off: 'calm' } as const;

function Row({ rule, actions }: { readonly rule: StoredRule; readonly actions: RuleActions | undefined }) {
  const { t, locale } = useTranslation();
  const { attributes } = rule;
  const name = `${attributes.income_payment_system_id} › ${attributes.outcome_payment_system_id}`;
  const premium = formatDecimal(formatAmount(BigInt(attributes.premium_ppm), 4), { locale });
  return (
    <li>
      <p className="line">
        <span className="code">{name}</span>
        <span>
          {attributes.count} × <Figures amount={attributes.outcome_amount} currency={attributes.outcome_currency_iso_code} />
        </span>
        <span className="dim">{t('office.slots.eta', { count: attributes.eta_minutes })}</span>
        {attributes.premium_ppm === 0 ? null : <span className="dim">{t('rates.slot_rule.premium_of', { value: premium })}</span>}
        <span className={`badge ${TONE[attributes.state]}`}>
          {t(`rates.slot_rule.state.${attributes.state}`, { open: attributes.open_count, count: attributes.count })}
        </span>
        {attributes.held_count === 0 ? null : <span className="dim">{t('rates.slot_rule.held', { count: attributes.held_count })}</span>}
        {actions === undefined ? null : (
          <>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${t('rates.slot_rule.edit')}: ${name}`}
              onClick={() => actions.onEdit(rule)}
            >
              {t('rates.slot_rule.edit')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${t('rates.slot_rule.remove')}: ${name}`}
              onClick={() => actions.onRemove(rule)}
            >
              {t('rates.slot_rule.remove')}
            </Button>
          </>
        )}
      </p>
    </li>
  );
}

/** Rules that keep slots open: how many are open, and why the others are not. */
export function SlotRuleList({ rules, actions }: { readonly rules: readonly StoredRule[]; readonly actions: RuleActions | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="slot-rules">
      <h2 id="slot-rules">{t('rates.slot_rule.title')}</h2>
      <p className="dim">{t('rates.slot_rule.lead')}</p>
      {rules.length === 0 ? <p className="dim">{t('rates.slot_rule.none')}</p> : null}
      <ul className="list">
        {rules.map((rule) => (
          <Row key={rule.id} rule={rule} actions={actions} />
        ))}
      </ul>
    </section>
  );
}
