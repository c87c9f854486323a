import { Loader } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';

/** Stands where a screen will, while it is on its way. */
export function Arriving() {
  const { t } = useWords();
  return <Loader className="loading" aria-label={t('office.loading')} />;
}
