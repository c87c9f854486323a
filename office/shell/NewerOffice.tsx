import { Button } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';
import { useIsOutdated } from './newer.ts';

/** The office was updated while it was open: it is loaded anew when its operator says so, not in the middle of his work. */
export function NewerOffice() {
  const { t } = useWords();
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
