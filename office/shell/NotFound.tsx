import { Link } from 'react-router';
import { paths } from '#office/paths.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** No such page. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="centre">
      <div className="door sheet">
        <h1>{t('office.lost.title')}</h1>
        <Link to={paths.queue()}>{t('office.lost.back')}</Link>
      </div>
    </div>
  );
}
