import { useEffect, useState } from 'react';
import type { TechBreak } from '#contract/public-notice.ts';
import { formatDateTime, formatLeft } from '#core/format/moment.ts';
import { Notice } from '#ui/Notice.tsx';
import { useWords } from '#web/i18n/use-words.ts';

function Left({ untilMs, serverTime }: { readonly untilMs: number; readonly serverTime: string }) {
  const { t } = useWords();
  const left = untilMs - Date.parse(serverTime);
  const [shown, setShown] = useState(left);
  useEffect(() => {
    const endsAt = Date.now() + left;
    const timer = setInterval(() => setShown(endsAt - Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [left]);
  return (
    <p role="timer" className="figures mt-2 text-xl leading-7 font-semibold tracking-tight">
      {shown > 0 ? formatLeft(shown) : t('exchange.break.soon')}
    </p>
  );
}

interface BreakNoticeProps {
  readonly found: TechBreak;
  /** `above`: it began while the page was open. It lies at the lower edge then, and what is read there stays where it is. */
  readonly place: 'within' | 'above';
}

/** The technical break (domain 9), told before anybody types: why, until when, and what goes on all the same. */
export function BreakNotice({ found, place }: BreakNoticeProps) {
  const { t, locale } = useWords();
  const { until, reason, text, scope, server_time: serverTime } = found;
  return (
    <div className={place === 'within' ? 'mb-6' : 'fixed inset-x-4 bottom-4 z-10 mx-auto max-w-2xl bg-paper print:hidden'}>
      <Notice tone="time" role="status" title={t(scope === 'shop' ? 'exchange.break.title' : 'exchange.break.pair_title')}>
        <p>{text ?? t(`exchange.break.reason.${reason ?? 'maintenance'}`)}</p>
        <p>{until === null ? t('exchange.break.no_end') : t('exchange.break.until', { at: formatDateTime(until, locale) })}</p>
        <p>{t('exchange.break.goes_on')}</p>
        {until === null ? null : <Left key={until} untilMs={Date.parse(until)} serverTime={serverTime} />}
      </Notice>
    </div>
  );
}
