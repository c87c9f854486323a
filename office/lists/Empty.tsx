import { Button } from '@mantine/core';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface EmptyProps {
  /** Text where there are no rows at all. */
  readonly text: string;
  /** Clears the search and filters; undefined: the list is not narrowed. */
  readonly clear?: (() => void) | undefined;
}

/** A list without rows: there are none, or none match the search and filters, which can be cleared. */
export function Empty({ text, clear }: EmptyProps) {
  const { t } = useTranslation();
  if (clear === undefined) return <p className="empty">{text}</p>;
  return (
    <div className="empty">
      <p>{t('office.list.nothing_found')}</p>
      <Button size="xs" variant="default" onClick={clear}>
        {t('office.list.clear')}
      </Button>
    </div>
  );
}
