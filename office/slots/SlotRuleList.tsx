import { Button } from '@mantine/core';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { KnownRule } from './rule-draft.ts';

interface Deeds {
  readonly onEdit: (rule: KnownRule) => void;
  readonly onRemove: (rule: KnownRule) => void;
}

/** What keeps a rule from its number is the news; a full one is calm. */
const TONE = { full: 'calm', short: 'time', closed: 'time', off: 'calm' } as const;

function Row({ rule, deeds }: { readonly rule: KnownRule; readonly deeds: Deeds | undefined }) {
  const { t, locale } = useTranslation();
  const { attributes: it } = rule;
  const name = `${it.income_payment_system_id} › ${it.outcome_payment_system_id}`;
  const premium = formatDecimal(formatAmount(BigInt(it.premium_ppm), 4), { locale });
  return (
    <li>
      <p className="line">
        <span className="code">{name}</span>
        <span>
          {it.count} × <Figures amount={it.outcome_amount} currency={it.outcome_currency_iso_code} />
        </span>
        <span className="dim">{t('office.slots.eta', { count: it.eta_minutes })}</span>
        {it.premium_ppm === 0 ? null : <span className="dim">{t('rates.slot_rule.premium_of', { value: premium })}</span>}
        <span className={`badge ${TONE[it.state]}`}>
          {t(`rates.slot_rule.state.${it.state}`, { open: it.open_count, count: it.count })}
        </span>
        {it.held_count === 0 ? null : <span className="dim">{t('rates.slot_rule.held', { count: it.held_count })}</span>}
        {deeds === undefined ? null : (
          <>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${t('rates.slot_rule.edit')}: ${name}`}
              onClick={() => deeds.onEdit(rule)}
            >
              {t('rates.slot_rule.edit')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`${t('rates.slot_rule.remove')}: ${name}`}
              onClick={() => deeds.onRemove(rule)}
            >
              {t('rates.slot_rule.remove')}
            </Button>
          </>
        )}
      </p>
    </li>
  );
}

/** Rules that keep slots open, with how many are and what is in the way of the rest. */
export function SlotRuleList({ rules, deeds }: { readonly rules: readonly KnownRule[]; readonly deeds: Deeds | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="slot-rules">
      <h2 id="slot-rules">{t('rates.slot_rule.title')}</h2>
      <p className="dim">{t('rates.slot_rule.lead')}</p>
      {rules.length === 0 ? <p className="dim">{t('rates.slot_rule.none')}</p> : null}
      <ul className="list">
        {rules.map((rule) => (
          <Row key={rule.id} rule={rule} deeds={deeds} />
        ))}
      </ul>
    </section>
  );
}
