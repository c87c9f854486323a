import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListSwitches } from '#contract/office/shop/switches.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** Switches that pause payouts, with their end; each links to the switches screen. */
export function PauseNote() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const switches = useQuery({
    queryKey: [...keys.switches(), 'paused'],
    queryFn: async ({ signal }) => (await api(officeListSwitches, { signal })).data.map(({ id, attributes }) => ({ id, ...attributes })),
    refetchInterval: 15_000,
  });
  const paused = (switches.data ?? []).filter(({ kind, is_in_force: isInForce }) => isInForce && kind.startsWith('payouts'));
  return paused.map((pause) => (
    <p key={pause.id} className="pause" role="status">
      <Link to={paths.switches()}>
        {t(`office.paused.${pause.kind}`, { subject: pause.subject ?? '' })} ·{' '}
        {pause.until === null ? t('office.paused.open') : t('office.paused.until', { at: clockTime(pause.until, locale) })} ·{' '}
        {pause.made_by}
      </Link>
    </p>
  ));
}
