import { Button, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MarketStatsAttributes, officeAskMarketStats, officeGetMarketStats } from '#contract/public/crypto-stats.ts';
import { MINUTE_MS } from '#core/time.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { ageParts, clockTime } from '#office/format/moment.ts';
import { FactList } from '#office/components/FactList.tsx';
import { Problem } from '#office/components/Problem.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const REFRESH_MS = 5_000;
const KEY = [...keys.changes(), 'statistics'];
const LOOKS: Readonly<Record<Exclude<MarketStatsAttributes['health'], 'off'>, string>> = {
  waiting: 'calm',
  live: 'calm',
  failing: 'time',
  lost: 'loss',
};

/** What is known of the provider, as names and values. */
function useFacts(told: MarketStatsAttributes) {
  const { t, locale } = useTranslation();
  const age = (ms: number) => {
    const { unit, count } = ageParts(0, ms);
    return t(`office.age.${unit}`, { count });
  };
  const facts: readonly (readonly [name: string, value: string | number | null])[] = [
    ['answered', told.answered_at === null ? t('office_market_stats.never') : clockTime(told.answered_at, locale)],
    ['age', told.data_age_ms === null ? null : age(told.data_age_ms)],
    ['coins', told.coins],
    ['calls', t('office_market_stats.calls_of', { used: told.calls_today, all: told.daily_calls })],
    ['every', t('office_market_stats.every_minutes', { count: Math.max(1, Math.round(told.list_every_ms / MINUTE_MS)) })],
    ['failures', told.failures === 0 ? null : told.failures],
    [
      'error',
      told.last_error === null || told.failures === 0
        ? null
        : `${told.last_error}${told.last_error_at === null ? '' : ` · ${clockTime(told.last_error_at, locale)}`}`,
    ],
    ['back_off', told.back_off_until === null ? null : clockTime(told.back_off_until, locale)],
  ];
  return facts.map(([name, value]) => (value === null ? null : { name: t(`office_market_stats.${name}`), value }));
}

function Standing({ told, health }: { readonly told: MarketStatsAttributes; readonly health: keyof typeof LOOKS }) {
  const { t } = useTranslation();
  const facts = useFacts(told);
  return (
    <FactList
      facts={[
        { name: t('office_market_stats.source'), value: told.is_demo ? `${told.name} · ${t('office_market_stats.demo')}` : told.name },
        {
          name: t('office_market_stats.health'),
          value: <span className={`badge ${LOOKS[health]}`}>{t(`office_market_stats.healths.${health}`)}</span>,
        },
        ...facts,
      ]}
    />
  );
}

/** Has the provider asked within seconds, whatever it is left alone for. */
function AskNow() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const ask = useMutation({
    mutationFn: () => api(officeAskMarketStats, { body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <div className="deeds">
      <Button variant="default" size="xs" loading={ask.isPending} onClick={() => ask.mutate()}>
        {t('office_market_stats.ask')}
      </Button>
      {ask.isError ? <Problem error={ask.error} /> : null}
      <p role="status" className="dim">
        {ask.isSuccess ? t('office_market_stats.asked') : null}
      </p>
    </div>
  );
}

/** How the provider of crypto statistics is, and the way to ask it at once. */
export function MarketStats() {
  const api = useApi();
  const { t } = useTranslation();
  const mayAsk = useOperator().actions.includes('change_prices');
  const stats = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(officeGetMarketStats, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const told = stats.data?.data?.attributes;
  return (
    <section aria-labelledby="market-stats" className="market-prices">
      <h2 id="market-stats">{t('office_market_stats.title')}</h2>
      {stats.isError ? <Problem error={stats.error} retry={() => void stats.refetch()} /> : null}
      {stats.isPending ? <Skeleton height={80} /> : null}
      {told === undefined ? null : told.health === 'off' ? (
        <p className="empty">{t('office_market_stats.off')}</p>
      ) : (
        <div className="sheet">
          <Standing told={told} health={told.health} />
          {mayAsk ? <AskNow /> : null}
        </div>
      )}
    </section>
  );
}
