import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListSwitches, type SwitchAttributes } from '#contract/office/shop/switches.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { subjectName, type Switchable } from './draft.ts';

/** Switches that pause payouts, with their end; each links to the switches screen. */
export function PauseNote() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const nameOf = ({ kind, subject }: SwitchAttributes, all: Pick<Switchable, 'payment_systems'>) =>
    subject === null ? '' : subjectName(kind, subject, all, t);
  const switches = useQuery({
    queryKey: [...keys.switches(), 'paused', locale],
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSwitches, { signal });
      const all = officeListSwitches.reply.meta.parse(meta);
      return data.map(({ id, attributes }) => ({ id, ...attributes, name: nameOf(attributes, all) }));
    },
    refetchInterval: 15_000,
  });
  const paused = (switches.data ?? []).filter(({ kind, is_in_force: isInForce }) => isInForce && kind.startsWith('payouts'));
  return paused.map((pause) => (
    <p key={pause.id} className="pause" role="status">
      <Link to={paths.switches()}>
        {t(`office.paused.${pause.kind}`, { subject: pause.name })} ·{' '}
        {pause.until === null ? t('office.paused.open') : t('office.paused.until', { at: clockTime(pause.until, locale) })} ·{' '}
        {pause.made_by}
      </Link>
    </p>
  ));
}
