import { Button } from '@mantine/core';
import { useWords } from '#office/words/Words.tsx';

export interface EmptyProps {
  /** Said where there is nothing at all. */
  readonly words: string;
  /** Takes a search and filters away; undefined: none narrows the list. */
  readonly clear?: (() => void) | undefined;
}

/** A list without rows: there are none yet, or a search and filters let none through, which are taken away by one press. */
export function Empty({ words, clear }: EmptyProps) {
  const { t } = useWords();
  if (clear === undefined) return <p className="empty">{words}</p>;
  return (
    <div className="empty">
      <p>{t('office.list.nothing_found')}</p>
      <Button size="xs" variant="default" onClick={clear}>
        {t('office.list.clear')}
      </Button>
    </div>
  );
}
