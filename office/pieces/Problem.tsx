import { Button } from '@mantine/core';
import { problemWords } from '#office/api/problem.ts';
import { useWords } from '#office/words/Words.tsx';

/** What went wrong, in place, with a way on. */
export function Problem({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = useWords();
  return (
    <div className="problem" role="alert">
      <p>{problemWords(error, t)}</p>
      {retry === undefined ? null : (
        <Button variant="default" size="xs" onClick={retry}>
          {t('office.retry')}
        </Button>
      )}
    </div>
  );
}
