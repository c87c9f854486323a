import { Button } from '@mantine/core';
import { problemMessage } from '#office/api/problem.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

/** A failure in place, with a retry. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="problem" role="alert">
      <p>{problemMessage(error, t)}</p>
      {retry === undefined ? null : (
        <Button variant="default" size="xs" onClick={retry}>
          {t('office.retry')}
        </Button>
      )}
    </div>
  );
}
