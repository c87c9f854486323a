import { Navigate } from 'react-router';
import { QueuePage } from '#office/queue/QueuePage.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useOperator } from '#office/api/operator.ts';
import { PLACE_GROUPS, placesOf } from './places.ts';

/** The start screen: the queue, or the first screen that the role may open. */
export function Home() {
  const { t } = useTranslation();
  const { actions } = useOperator();
  if (actions.includes('read_orders')) return <QueuePage />;
  const first = PLACE_GROUPS.flatMap(placesOf).find(([, { needs }]) => actions.includes(needs));
  return first === undefined ? <p>{t('office.no_places')}</p> : <Navigate to={first[1].to} replace />;
}
