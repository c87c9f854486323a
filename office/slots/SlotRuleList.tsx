import { Button } from '@mantine/core';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { StoredRule } from './rule-draft.ts';

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
