import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListChanges } from '#contract/office/catalogue/changes.ts';
import { officeGetProgramme, type ProgrammeAttributes, type ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { keys } from '#office/api/keys.ts';
import { FactList } from '#office/components/FactList.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { ItemList } from '#office/changes/ChangeItems.tsx';
import { ChangeState } from '#office/changes/ChangeState.tsx';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { EarningsTabs } from './EarningsTabs.tsx';
import { ProgrammeForm } from './ProgrammeForm.tsx';

/** A scale in one line; `name` is the message of every step but the first, which begins at 0. */
function scaleText(
  steps: readonly { readonly from: number; readonly ppm: number }[],
  name: 'tier' | 'step',
  t: Translation['t'],
  locale: Locale,
) {
  return steps
    .map(({ from, ppm }) =>
      t(`office_earnings.programme.${from === 0 ? 'first_step' : name}`, {
        from,
        rate: `${formatDecimal(formatAmount(BigInt(ppm), 4), { locale })} %`,
      }),
    )
    .join(' · ');
}

function Terms({ programme }: { readonly programme: ProgrammeDocument }) {
  const { t, locale } = useTranslation();
  const { tiers, cashbackSteps, holdHours, isReferralOn, isCashbackOn, keepsOld } = programme;
  const tierSteps = tiers.map(({ from, ratePpm }) => ({ from, ppm: ratePpm }));
  const cashback = cashbackSteps.map(({ aboveUsd, sharePpm }) => ({ from: aboveUsd, ppm: sharePpm }));
  const off = t('office_earnings.programme.off');
  return (
    <FactList
      facts={[
        { name: t('office_earnings.programme.tiers'), value: isReferralOn ? scaleText(tierSteps, 'tier', t, locale) : off },
        { name: t('office_earnings.programme.steps'), value: isCashbackOn ? scaleText(cashback, 'step', t, locale) : off },
        { name: t('office_earnings.programme.hold'), value: t('office_earnings.programme.hours', { count: holdHours }) },
        { name: t('office_earnings.programme.old'), value: t(`office_earnings.programme.${keepsOld ? 'old_keep' : 'old_follow'}`) },
      ]}
    />
  );
}

/** Changes of the terms that wait for a second person or for their time, with old and new values. */
function OpenChanges() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const open = useQuery({
    queryKey: [...keys.changes(), 'programme'],
    queryFn: ({ signal }) => api(officeListChanges, { query: { state: 'open', entity: 'earning_programme' }, signal }),
    refetchInterval: 15_000,
  });
  const changes = open.data?.data ?? [];
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="programme-open">
      <h2 id="programme-open">{t('office_earnings.programme.open')}</h2>
      <ul className="cards">
        {changes.map(({ id, attributes }) => (
          <li key={id} className="sheet">
            <p className="line">
              <Link to={paths.change(id)}>{clockTime(attributes.created_at, locale)}</Link>
              <span translate="no">{attributes.author}</span>
              <ChangeState change={attributes} />
            </p>
            <ItemList items={attributes.items} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FormerTerms({ former }: Pick<ProgrammeAttributes, 'former'>) {
  const { t, locale } = useTranslation();
  if (former.length === 0) return null;
  return (
    <section aria-labelledby="programme-former">
      <h2 id="programme-former">{t('office_earnings.programme.former')}</h2>
      <ul className="cards">
        {former.map(({ programme, since, until }) => (
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
  );
}

/** Terms of referrals and cashback: current, proposed, former. */
export function ProgrammePage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const stored = useQuery({
    queryKey: [...keys.earnings(), 'programme'],
    queryFn: async ({ signal }) => (await api(officeGetProgramme, { signal })).data.attributes,
    refetchInterval: 30_000,
  });
  return (
    <Screen title={t('office_earnings.programme.title')}>
      <EarningsTabs />
      <Loaded query={stored}>
        {({ programme, since, former }) => (
          <>
            <section className="sheet" aria-labelledby="programme-now">
              <h2 id="programme-now">
                {since === null
                  ? t('office_earnings.programme.from_the_start')
                  : t('office_earnings.programme.since', { at: clockTime(since, locale) })}
              </h2>
              <Terms programme={programme} />
            </section>
            {actions.includes('read_prices') ? <OpenChanges /> : null}
            {actions.includes('change_prices') ? <ProgrammeForm key={since ?? ''} now={programme} /> : null}
            <FormerTerms former={former} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
