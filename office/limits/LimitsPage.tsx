import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { officeGetLimits } from '#contract/office/money/limits.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { FrozenWhileEditing } from '#office/editing/Editing.tsx';
import { Figures } from '#office/components/Figures.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { LimitsForm } from './LimitsForm.tsx';

type Meta = z.output<typeof officeGetLimits.reply.meta>;

/** Amounts paid out per wallet, as counted against its caps. */
function Uses({ wallets }: { readonly wallets: Meta['wallets'] }) {
  const { t } = useTranslation();
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

/** Limits of automatic payouts (domain 5), who set them, and how much was paid out. */
export function LimitsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const isLocked = !useOperator().actions.includes('change_caps');
  const limits = useQuery({
    queryKey: keys.limits(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeGetLimits, { signal });
      return { known: data.attributes, meta: officeGetLimits.reply.meta.parse(meta) };
    },
    refetchInterval: 15_000,
  });
  return (
    <Screen title={t('limits.title')}>
      <Loaded query={limits}>
        {({ known, meta }) => (
          <>
            <p className="dim">
              {known.set_by === null || known.set_at === null
                ? t('limits.first_ones')
                : t('limits.set_by', { who: known.set_by, at: clockTime(known.set_at, locale) })}
              {isLocked ? ` ${t('limits.not_yours')}` : ''}
            </p>
            <Uses wallets={meta.wallets} />
            <FrozenWhileEditing stored={known}>
              {(read) => (
                <LimitsForm
                  stored={read}
                  systems={meta.payment_systems}
                  wallets={meta.wallets.map(({ wallet }) => wallet)}
                  isLocked={isLocked}
                />
              )}
            </FrozenWhileEditing>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
