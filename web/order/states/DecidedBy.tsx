import { formatDateTime } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';

/** By when a person decides; nothing where he has let that time pass: a promise that is over is none. */
export function DecidedBy({ until, serverTime }: { readonly until: string | null; readonly serverTime: string }) {
  const { t, locale } = useWords();
  if (until === null || Date.parse(until) <= Date.parse(serverTime)) return null;
  return <p className="leading-6">{t('order.compliance_until', { at: formatDateTime(until, locale) })}</p>;
}
