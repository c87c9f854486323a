import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type * as z from 'zod/mini';
import { officeGetLimits } from '#contract/office-limits.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Steady } from '#office/in-hand/Steady.tsx';
import { Figures } from '#office/pieces/Figures.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { LimitsForm } from './LimitsForm.tsx';

type Meta = z.output<typeof officeGetLimits.reply.meta>;

/** What has left each wallet, by the count that its caps are held to. */
function Uses({ wallets }: { readonly wallets: Meta['wallets'] }) {
  const { t } = useWords();
  const busy = wallets.filter(({ day_count: count }) => count > 0);
  return (
    <section className="sheet">
      <h2>{t('limits.left')}</h2>
      {busy.length === 0 ? <p className="dim">{t('limits.nothing_left')}</p> : null}
      <ul className={busy.length === 0 ? 'unseen' : 'list'}>
        {busy.map(({ wallet, currency_iso_code: currency, ...use }) => (
          <li key={wallet}>
            <p className="line">
              <span className="code">{wallet}</span>
              <span>
                {t('limits.hour')} <Figures amount={use.hour_amount} currency={currency} />,{' '}
                {t('limits.payouts', { count: use.hour_count })}
              </span>
              <span>
                {t('limits.day')} <Figures amount={use.day_amount} currency={currency} />, {t('limits.payouts', { count: use.day_count })}
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What may leave without a person (domain 5), who said so, and how much has left. */
export function LimitsPage() {
  const api = useApi();
  const { t, locale } = useWords();
  const isLocked = !useOperator().actions.includes('change_caps');
  const limits = useQuery({
    queryKey: keys.limits(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeGetLimits, { signal });
      return { known: data.attributes, meta: officeGetLimits.reply.meta.parse(meta) };
    },
    refetchInterval: 15_000,
  });
  useEffect(() => {
    document.title = t('limits.title');
  }, [t]);
  if (limits.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (limits.data === undefined) return <Problem error={limits.error} retry={() => void limits.refetch()} />;
  const { known, meta } = limits.data;
  return (
    <>
      <h1>{t('limits.title')}</h1>
      {limits.isError ? <Problem error={limits.error} retry={() => void limits.refetch()} /> : null}
      <p className="dim">
        {known.set_by === null || known.set_at === null
          ? t('limits.first_ones')
          : t('limits.set_by', { who: known.set_by, at: clockTime(known.set_at, locale) })}
        {isLocked ? ` ${t('limits.not_yours')}` : ''}
      </p>
      <Uses wallets={meta.wallets} />
      <Steady stored={known}>
        {(read) => (
          <LimitsForm known={read} systems={meta.payment_systems} wallets={meta.wallets.map(({ wallet }) => wallet)} isLocked={isLocked} />
        )}
      </Steady>
    </>
  );
}
