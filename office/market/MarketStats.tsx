import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type MarketStatsAttributes, officeAskMarketStats, officeGetMarketStats } from '#contract/public/crypto-stats.ts';
import { MINUTE_MS } from '#core/time.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { ageParts, clockTime } from '#office/format/moment.ts';
import { FactList } from '#office/components/FactList.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const REFRESH_MS = 5_000;
const KEY = [...keys.changes(), 'statistics'];
const TONES: Readonly<Record<Exclude<MarketStatsAttributes['health'], 'off'>, string>> = {
  waiting: 'calm',
  live: 'calm',
  failing: 'time',
  lost: 'loss',
};

/** State of the provider as names and values. */
function useFacts(stats: MarketStatsAttributes) {
  const { t, locale } = useTranslation();
  const age = (ms: number) => {
    const { unit, count } = ageParts(0, ms);
    return t(`office.age.${unit}`, { count });
  };
  // Null: not shown
  const facts: readonly (readonly [name: string, value: string | number | null])[] = [
    ['answered', stats.answered_at === null ? t('office_market_stats.never') : clockTime(stats.answered_at, locale)],
    ['age', stats.data_age_ms === null ? null : age(stats.data_age_ms)],
    ['coins', stats.coins],
    ['calls', t('office_market_stats.calls_of', { used: stats.calls_today, all: stats.daily_calls })],
    ['every', t('office_market_stats.every_minutes', { count: Math.max(1, Math.round(stats.list_every_ms / MINUTE_MS)) })],
    ['failures', stats.failures === 0 ? null : stats.failures],
    [
      'error',
      stats.last_error === null || stats.failures === 0
        ? null
        : `${stats.last_error}${stats.last_error_at === null ? '' : ` · ${clockTime(stats.last_error_at, locale)}`}`,
    ],
    ['back_off', stats.back_off_until === null ? null : clockTime(stats.back_off_until, locale)],
  ];
  return facts.map(([name, value]) => (value === null ? null : { name: t(`office_market_stats.${name}`), value }));
}

function ProviderFacts({ stats, health }: { readonly stats: MarketStatsAttributes; readonly health: keyof typeof TONES }) {
  const { t } = useTranslation();
  const facts = useFacts(stats);
  return (
    <FactList
      facts={[
        { name: t('office_market_stats.source'), value: stats.is_demo ? `${stats.name} · ${t('office_market_stats.demo')}` : stats.name },
        {
          name: t('office_market_stats.health'),
          value: <span className={`badge ${TONES[health]}`}>{t(`office_market_stats.healths.${health}`)}</span>,
        },
        ...facts,
      ]}
    />
  );
}

/** Requests new statistics from the provider now, whatever its schedule. */
function RefreshButton() {
  const { t } = useTranslation();
  const refresh = useCommand(officeAskMarketStats, { isKeyed: false, after: [KEY] });
  return (
    <div className="action-row">
      <Button variant="default" size="xs" loading={refresh.isPending} onClick={() => refresh.run({ body: {} })}>
        {t('office_market_stats.ask')}
      </Button>
      <CommandProblem error={refresh.error} />
      <p role="status" className="dim">
        {refresh.isDone ? t('office_market_stats.asked') : null}
      </p>
    </div>
  );
}

/** State of the provider of crypto statistics. */
export function MarketStats() {
  const api = useApi();
  const { t } = useTranslation();
  const mayRefresh = useOperator().actions.includes('change_prices');
  const stats = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(officeGetMarketStats, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const attributes = stats.data?.data?.attributes;
  return (
    <section aria-labelledby="market-stats">
      <h2 id="market-stats">{t('office_market_stats.title')}</h2>
      {stats.isError ? <Problem error={stats.error} retry={() => void stats.refetch()} /> : null}
      {stats.isPending ? <Skeleton height={80} /> : null}
      {attributes === undefined ? null : attributes.health === 'off' ? (
        <p className="empty">{t('office_market_stats.off')}</p>
      ) : (
        <div className="sheet">
          <ProviderFacts stats={attributes} health={attributes.health} />
          {mayRefresh ? <RefreshButton /> : null}
        </div>
      )}
    </section>
  );
}
