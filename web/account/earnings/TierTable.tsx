import type { ReferralProgrammeAttributes } from '#contract/referrals.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { percentText } from './percent.ts';

interface TierTableProps {
  readonly tiers: ReferralProgrammeAttributes['tiers'];
  /** How many referrals of the reader's count; absent for whoever has none. */
  readonly counted?: number;
}

/** All tiers; the one that somebody stands on is marked. */
export function TierTable({ tiers, counted }: TierTableProps) {
  const { t, locale } = useWords();
  const own = counted === undefined ? undefined : tiers.findLast(({ from }) => counted >= from)?.from;
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
          <tr key={from} className={`border-b border-line ${from === own ? 'font-semibold' : ''}`}>
            <td className="py-2">
              {from === 0 ? t('earnings.tier.at_once') : t('earnings.tier.from_count', { count: from })}
              {from === own ? ` ${t('earnings.tier.own')}` : ''}
            </td>
            <td className="py-2 text-right">{percentText(rate, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
