import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { officeGetProgramme, type ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';
import { OpenChanges } from './OpenChanges.tsx';
import { ProgrammeForm } from './ProgrammeForm.tsx';

/** Terms in a few lines. */
function Terms({ programme }: { readonly programme: ProgrammeDocument }) {
  const { t, locale } = useTranslation();
  const percent = (ppm: number) => `${formatDecimal(formatAmount(BigInt(ppm), 4), { locale })} %`;
  const { tiers, cashbackSteps, holdHours, isReferralOn, isCashbackOn, keepsOld } = programme;
  return (
    <dl className="facts">
      <div>
        <dt>{t('office_earnings.programme.tiers')}</dt>
        <dd>
          {isReferralOn
            ? tiers
                .map(({ from, ratePpm }) =>
                  t(from === 0 ? 'office_earnings.programme.first_step' : 'office_earnings.programme.tier', {
                    from,
                    rate: percent(ratePpm),
                  }),
                )
                .join(' · ')
            : t('office_earnings.programme.off')}
        </dd>
      </div>
      <div>
        <dt>{t('office_earnings.programme.steps')}</dt>
        <dd>
          {isCashbackOn
            ? cashbackSteps
                .map(({ aboveUsd, sharePpm }) =>
                  t(aboveUsd === 0 ? 'office_earnings.programme.first_step' : 'office_earnings.programme.step', {
                    from: aboveUsd,
                    rate: percent(sharePpm),
                  }),
                )
                .join(' · ')
            : t('office_earnings.programme.off')}
        </dd>
      </div>
      <div>
        <dt>{t('office_earnings.programme.hold')}</dt>
        <dd>{t('office_earnings.programme.hours', { count: holdHours })}</dd>
      </div>
      <div>
        <dt>{t('office_earnings.programme.old')}</dt>
        <dd>{t(keepsOld ? 'office_earnings.programme.old_keep' : 'office_earnings.programme.old_follow')}</dd>
      </div>
    </dl>
  );
}

/** What referrals, partners and customers are promised: now, from another moment on, and before. */
export function ProgrammePage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const asked = useQuery({
    queryKey: [...keys.earnings(), 'programme'],
    queryFn: async ({ signal }) => (await api(officeGetProgramme, { signal })).data.attributes,
    refetchInterval: 30_000,
  });
  const now = asked.data;
  return (
    <Screen title={t('office_earnings.programme.title')}>
      <EarningsTabs />
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {now === undefined ? null : (
        <>
          <section className="sheet" aria-labelledby="programme-now">
            <h2 id="programme-now">
              {now.since === null
                ? t('office_earnings.programme.from_the_start')
                : t('office_earnings.programme.since', { at: clockTime(now.since, locale) })}
            </h2>
            <Terms programme={now.programme} />
          </section>
          {actions.includes('read_prices') ? <OpenChanges /> : null}
          {actions.includes('change_prices') ? <ProgrammeForm key={now.since ?? ''} now={now.programme} /> : null}
          {now.former.length === 0 ? null : (
            <section aria-labelledby="programme-former">
              <h2 id="programme-former">{t('office_earnings.programme.former')}</h2>
              <ul className="cards">
                {now.former.map(({ programme, since, until }) => (
                  <li key={until} className="sheet">
                    <p className="dim">
                      {since === null ? '' : `${clockTime(since, locale)} – `}
                      {t('office_earnings.programme.until', { at: clockTime(until, locale) })}
                    </p>
                    <Terms programme={programme} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Screen>
  );
}
