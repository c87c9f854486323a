import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useIsOutdated } from '#office/api/outdated.ts';

/** A newer office is deployed: the operator reloads when ready, so that no work is lost. */
export function OutdatedOffice() {
  const { t } = useTranslation();
  const isOutdated = useIsOutdated();
  return (
    <div role="status">
      {isOutdated ? (
        <div className="problem">
          <p>{t('office.newer.text')}</p>
          <Button variant="default" size="xs" onClick={() => window.location.reload()}>
            {t('office.newer.reload')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
