import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AcquirerAttributes, officeListAcquirers } from '#contract/office/money/acquirers.ts';
import type { Resource } from '#contract/document.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Copy } from '#office/components/Copy.tsx';
import { type Fact, FactList } from '#office/components/FactList.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';

const POLL_MS = 10_000;
const BADGE_CLASS = { answers: 'done', fails: 'loss', unheard: 'time' } as const satisfies Record<AcquirerAttributes['health'], string>;
/** Reasons that have a message; others are shown as received (`status 502`). */
const REASONS = new Set(['unreadable', 'bad_signature', 'unknown_reference', 'late', 'unreachable', 'broken', 'incomplete', 'unexpected']);

function Systems({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  if (codes.length === 0) return t('office_acquirers.no_systems');
  return codes.map((code, at) => (
    <span key={code}>
      {at === 0 ? null : ', '}
      <Link to={paths.system(code)}>{code}</Link>
    </span>
  ));
}

/** Time with the reason, if there is one. */
function timeAndReason(
  at: string | null,
  why: string | null,
  { t, locale }: { readonly t: Translation['t']; readonly locale: Locale },
): string {
  if (at === null) return t('office_acquirers.never');
  const reason = why === null ? null : REASONS.has(why) ? t(`office_acquirers.reason.${why}`) : why;
  return reason === null ? clockTime(at, locale) : `${clockTime(at, locale)} · ${reason}`;
}

/** With payouts, refunds are payouts. */
function refundsOf(acquirer: AcquirerAttributes, t: Translation['t']): string {
  if (acquirer.pays_out) return t('office_acquirers.as_payouts');
  return acquirer.gives_back ? t('office_acquirers.open_refunds', { count: acquirer.open_refunds }) : t('office_acquirers.by_cabinet');
}

function factsOf(acquirer: AcquirerAttributes, { t, locale }: { readonly t: Translation['t']; readonly locale: Locale }): readonly Fact[] {
  const translation = { t, locale };
  return [
    { name: t('office_acquirers.systems'), value: <Systems codes={acquirer.payment_systems} /> },
    { name: t('office_acquirers.currencies'), value: acquirer.currencies.join(', ') },
    { name: t('office_acquirers.way'), value: t(`office_acquirers.kind.${acquirer.kind}`) },
    { name: t('office_acquirers.callbacks'), value: t(`office_acquirers.believed.${acquirer.callbacks}`) },
    { name: t('office_acquirers.last_callback'), value: timeAndReason(acquirer.last_callback_at, null, translation) },
    { name: t('office_acquirers.last_refused'), value: timeAndReason(acquirer.last_refused_at, acquirer.last_refused_why, translation) },
    {
      name: t('office_acquirers.last_answer'),
      value: acquirer.is_asked ? timeAndReason(acquirer.last_answer_at, null, translation) : t('office_acquirers.not_asked'),
    },
    { name: t('office_acquirers.last_failure'), value: timeAndReason(acquirer.last_failure_at, acquirer.last_failure, translation) },
    { name: t('office_acquirers.refunds'), value: refundsOf(acquirer, t) },
    ...(acquirer.pays_out
      ? [{ name: t('office_acquirers.payouts'), value: t('office_acquirers.open_refunds', { count: acquirer.open_payouts }) }]
      : []),
    ...acquirer.balances.map(({ currency, amount, at }) => ({
      name: t('office_acquirers.balance', { currency }),
      value: `${money(amount, currency, locale)} · ${clockTime(at, locale)}`,
    })),
    { name: t('office_acquirers.origins'), value: acquirer.origins.join(', ') },
    { name: t('office_acquirers.callback_url'), value: <Copy value={acquirer.callback_url} /> },
  ];
}

function AcquirerCard({ acquirer: { attributes: acquirer } }: { readonly acquirer: Resource<AcquirerAttributes> }) {
  const { t, locale } = useTranslation();
  return (
    <li className="sheet">
      <h2 className="line">
        <span translate="no">{acquirer.title}</span>
        <span className={`badge ${BADGE_CLASS[acquirer.health]}`}>{t(`office_acquirers.health.${acquirer.health}`)}</span>
        {acquirer.is_test ? <span className="badge time">{t('office_acquirers.test')}</span> : null}
      </h2>
      <FactList facts={factsOf(acquirer, { t, locale })} />
    </li>
  );
}

/** Acquirers with their health; they are configured in a file of the server. */
export function AcquirersPage() {
  const api = useApi();
  const { t } = useTranslation();
  const acquirers = useQuery({
    queryKey: keys.acquirers(),
    queryFn: async ({ signal }) => (await api(officeListAcquirers, { signal })).data,
    refetchInterval: POLL_MS,
  });
  return (
    <Screen title={t('office_acquirers.title')}>
      <Loaded query={acquirers}>
        {(list) => (
          <>
            <p className="dim">
              {t('office_acquirers.about')} <Link to={paths.incidents()}>{t('office_acquirers.to_incidents')}</Link>
            </p>
            {list.length === 0 ? <p className="empty">{t('office_acquirers.none')}</p> : null}
            <ul className="cards">
              {list.map((acquirer) => (
                <AcquirerCard key={acquirer.id} acquirer={acquirer} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
