import { useEffect, useState } from 'react';
import type { TechBreak } from '#contract/public/public-notice.ts';
import { formatDateTime, formatTimeLeft } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PairRestriction } from './use-restrictions.ts';

function TimeLeft({ untilMs, serverTime }: { readonly untilMs: number; readonly serverTime: string }) {
  const { t } = useTranslation();
  const initialMs = untilMs - Date.parse(serverTime);
  const [leftMs, setLeftMs] = useState(initialMs);
  useEffect(() => {
    const endsAt = Date.now() + initialMs;
    const timer = setInterval(() => setLeftMs(endsAt - Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [initialMs]);
  return (
    <p role="timer" className="figures mt-2 text-xl leading-7 font-semibold tracking-tight">
      {leftMs > 0 ? formatTimeLeft(leftMs) : t('exchange.break.soon')}
    </p>
  );
}

interface BreakNoticeProps {
  readonly techBreak: TechBreak;
  /** `above`: the break began while the page was open. Fixed at the lower edge so that the page does not move. */
  readonly position: 'within' | 'above';
}

/** Technical break (domain 9), shown before input: reason, end, and what still works. */
export function BreakNotice({ techBreak, position }: BreakNoticeProps) {
  const { t, locale } = useTranslation();
  const { until, reason, text, scope, server_time: serverTime } = techBreak;
  return (
    <div className={position === 'within' ? 'mb-6' : 'fixed inset-x-4 bottom-4 z-10 mx-auto max-w-2xl bg-paper print:hidden'}>
      <Notice tone="time" role="status" title={t(scope === 'shop' ? 'exchange.break.title' : 'exchange.break.pair_title')}>
        <p>{text ?? t(`exchange.break.reason.${reason ?? 'maintenance'}`)}</p>
        <p>{until === null ? t('exchange.break.no_end') : t('exchange.break.until', { at: formatDateTime(until, locale) })}</p>
        <p>{t('exchange.break.goes_on')}</p>
        {until === null ? null : <TimeLeft key={until} untilMs={Date.parse(until)} serverTime={serverTime} />}
      </Notice>
    </div>
  );
}

/** The pair is not available in the customer's country: the reason, and that another pair can be chosen. */
export function CountryNotice({ restriction: { country, currency } }: { readonly restriction: PairRestriction }) {
  const { t, locale } = useTranslation();
  const name = country === null ? null : (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country);
  const where = country === null ? 'everywhere' : 'here';
  return (
    <div className="mb-6">
      <Notice tone="time" role="status" title={t(`exchange.country.title_${where}`)}>
        <p>
          {currency === null ? t('exchange.country.direction') : t(`exchange.country.currency_${where}`, { currency })}{' '}
          {t('exchange.country.choose')}
        </p>
        {name === null ? null : <p>{t('exchange.country.guess', { country: name })}</p>}
      </Notice>
    </div>
  );
}
