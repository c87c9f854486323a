import type { ReferralProgrammeAttributes } from '#contract/account/referrals.ts';
import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Formats a percentage for people: `0,5 %`. */
export const percentText = (text: string, locale: Locale): string => formatDecimal(text, { locale }) + (locale === 'ru' ? '\u00A0%' : '%');

const STEPS = ['share', 'exchange', 'earn'] as const;

/** The programme in three steps. */
export function ProgrammeSteps() {
  const { t } = useTranslation();
  return (
    <ol className="grid max-w-2xl list-decimal gap-2 pl-5">
      {STEPS.map((step) => (
        <li key={step}>{t(`earnings.steps.${step}`)}</li>
      ))}
    </ol>
  );
}

interface TierTableProps {
  readonly tiers: ReferralProgrammeAttributes['tiers'];
  /** Referrals of the customer that count; absent: no tier is marked. */
  readonly countedReferrals?: number;
}

/** All tiers; the customer's own tier is marked. */
export function TierTable({ tiers, countedReferrals }: TierTableProps) {
  const { t, locale } = useTranslation();
  const ownTierFrom = countedReferrals === undefined ? undefined : tiers.findLast(({ from }) => countedReferrals >= from)?.from;
  return (
    <table className="figures w-full max-w-md text-left">
      <caption className="sr-only">{t('earnings.tier.all')}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-2 font-normal">
            {t('earnings.tier.from')}
          </th>
          <th scope="col" className="py-2 text-right font-normal">
            {t('earnings.tier.rate')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ from, rate_percent: rate }) => (
          <tr key={from} className={`border-b border-line ${from === ownTierFrom ? 'font-semibold' : ''}`}>
            <td className="py-2">
              {from === 0 ? t('earnings.tier.at_once') : t('earnings.tier.from_count', { count: from })}
              {from === ownTierFrom ? ` ${t('earnings.tier.own')}` : ''}
            </td>
            <td className="py-2 text-right">{percentText(rate, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
