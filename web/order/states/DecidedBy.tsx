import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** Time until which an operator decides; nothing once it has passed. */
export function DecidedBy({ until, serverTime }: { readonly until: string | null; readonly serverTime: string }) {
  const { t, locale } = useTranslation();
  if (until === null || Date.parse(until) <= Date.parse(serverTime)) return null;
  return <p className="leading-6">{t('order.compliance_until', { at: formatDateTime(until, locale) })}</p>;
}
