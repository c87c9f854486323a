import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { isOutdated, useIsOutdated } from '#office/api/outdated.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';

/** A screen that failed or could not be loaded: an error, or a newer build. */
export function ScreenError() {
  const { t } = useTranslation();
  const wasUpdated = useIsOutdated();
  useEffect(() => void isOutdated(), []);
  return (
    <div className="centre">
      <div className="door sheet" role="alert">
        <h1>{t(wasUpdated ? 'office.newer.title' : 'office.broken.title')}</h1>
        <p>{t(wasUpdated ? 'office.newer.text' : 'office.broken.text')}</p>
        <Button onClick={() => window.location.reload()}>{t('office.newer.reload')}</Button>
      </div>
    </div>
  );
}

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
