import type { ReferralProgrammeAttributes } from '#contract/account/referrals.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { percentText } from '#web/earnings/percent.ts';

interface TierTableProps {
  readonly tiers: ReferralProgrammeAttributes['tiers'];
  /** Counted referrals of the customer; absent: no tier is marked. */
  readonly counted?: number;
}

/** All tiers, the customer's own marked. */
export function TierTable({ tiers, counted }: TierTableProps) {
  const { t, locale } = useTranslation();
  const ownTierFrom = counted === undefined ? undefined : tiers.findLast(({ from }) => counted >= from)?.from;
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
