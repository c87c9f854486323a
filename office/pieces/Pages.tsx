import { Pagination } from '@mantine/core';
import { pagingOf } from '#office/format/paging.ts';
import { useWords } from '#office/words/Words.tsx';

export interface PagesProps {
  /** As the list's answer has it. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly page: number;
  readonly size: 'xs' | 'sm';
  readonly onChange: (page: number) => void;
}

/** The pages of a list; one too long to be counted says so, and its further pages come in sight on the way. */
export function Pages({ meta, page, size, onChange }: PagesProps) {
  const { t, locale } = useWords();
  const { pages, moreThan } = pagingOf(meta, locale);
  if (pages <= 1) return null;
  return (
    <div className="pages">
      <Pagination
        size={size}
        total={pages}
        value={page}
        onChange={onChange}
        getItemProps={(number) => ({ 'aria-label': t('office.page', { page: number }) })}
        getControlProps={(control) => ({ 'aria-label': t(`office.paging.${control}`) })}
      />
      {moreThan === null ? null : <p className="dim">{t('office.paging.more', { total: moreThan })}</p>}
    </div>
  );
}
