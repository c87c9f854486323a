import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AcquirerAttributes, officeListAcquirers } from '#contract/office/money/acquirers.ts';
import type { Resource } from '#contract/document.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { Copy } from '#office/components/Copy.tsx';
import { type Fact, FactList } from '#office/components/FactList.tsx';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';

const POLL_MS = 10_000;
const BADGE_CLASS = { answers: 'done', fails: 'loss', unheard: 'time' } as const satisfies Record<AcquirerAttributes['health'], string>;
/** Reasons that have a message; others are shown as received (`status 502`). */
const REASONS = new Set(['unreadable', 'bad_signature', 'unknown_reference', 'late', 'unreachable', 'broken', 'incomplete']);

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

function factsOf(one: AcquirerAttributes, { t, locale }: { readonly t: Translation['t']; readonly locale: Locale }): readonly Fact[] {
  const words = { t, locale };
  return [
    { name: t('office_acquirers.systems'), value: <Systems codes={one.payment_systems} /> },
    { name: t('office_acquirers.currencies'), value: one.currencies.join(', ') },
    { name: t('office_acquirers.way'), value: t(`office_acquirers.kind.${one.kind}`) },
    { name: t('office_acquirers.callbacks'), value: t(`office_acquirers.believed.${one.callbacks}`) },
    { name: t('office_acquirers.last_callback'), value: timeAndReason(one.last_callback_at, null, words) },
    { name: t('office_acquirers.last_refused'), value: timeAndReason(one.last_refused_at, one.last_refused_why, words) },
    {
      name: t('office_acquirers.last_answer'),
      value: one.is_asked ? timeAndReason(one.last_answer_at, null, words) : t('office_acquirers.not_asked'),
    },
    { name: t('office_acquirers.last_failure'), value: timeAndReason(one.last_failure_at, one.last_failure, words) },
    {
      name: t('office_acquirers.refunds'),
      value: one.gives_back ? t('office_acquirers.open_refunds', { count: one.open_refunds }) : t('office_acquirers.by_cabinet'),
    },
    { name: t('office_acquirers.origins'), value: one.origins.join(', ') },
    { name: t('office_acquirers.callback_url'), value: <Copy value={one.callback_url} /> },
  ];
}

function AcquirerCard({ one: { attributes: one } }: { readonly one: Resource<AcquirerAttributes> }) {
  const { t, locale } = useTranslation();
  return (
    <li className="sheet">
      <h2 className="line">
        <span translate="no">{one.title}</span>
        <span className={`badge ${BADGE_CLASS[one.health]}`}>{t(`office_acquirers.health.${one.health}`)}</span>
        {one.is_test ? <span className="badge time">{t('office_acquirers.test')}</span> : null}
      </h2>
      <FactList facts={factsOf(one, { t, locale })} />
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
        {(found) => (
          <>
            <p className="dim">
              {t('office_acquirers.about')} <Link to={paths.incidents()}>{t('office_acquirers.to_incidents')}</Link>
            </p>
            {found.length === 0 ? <p className="empty">{t('office_acquirers.none')}</p> : null}
            <ul className="cards">
              {found.map((one) => (
                <AcquirerCard key={one.id} one={one} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
