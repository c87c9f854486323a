import { Button, Pagination } from '@mantine/core';
import type { Links } from '#contract/call.ts';
import { FIRST_PAGE, type PagePosition, pagingOf, positionOf } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface PagesProps {
  /** The list's answer. */
  readonly answer: { readonly data: readonly unknown[]; readonly meta: Readonly<Record<string, unknown>>; readonly links: Links };
  readonly position: PagePosition;
  readonly size: 'xs' | 'sm';
  readonly onChange: (position: PagePosition) => void;
}

/** Whether the rows of a later page have all left the list since: the list itself may have rows. `Pages` leads back. */
export const isEmptied = ({ data }: PagesProps['answer'], { page }: PagePosition): boolean => page > 1 && data.length === 0;

/** Pages of a list. A list counted only up to a limit gets one more page at a time. */
export function Pages({ answer, position, size, onChange }: PagesProps) {
  const { t, locale } = useTranslation();
  const { pages, moreThan } = pagingOf(answer.meta, locale);
  const total = Math.max(pages, position.page + (answer.links['next'] ? 1 : 0));
  // Reached by going back, page 1 begins at its former first row: newer rows are before it
  const isBehind = position.page === 1 && position.before !== undefined;
  if (isEmptied(answer, position))
    return (
      <div className="pages">
        <p>{t('office.paging.emptied')}</p>
        <Button variant="default" size="xs" onClick={() => onChange(FIRST_PAGE)}>
          {t('office.paging.first')}
        </Button>
      </div>
    );
  if (total <= 1 && !isBehind) return null;
  return (
    <div className="pages">
      <Pagination
        size={size}
        total={total}
        value={position.page}
        onChange={(page) => onChange(positionOf(page, position, answer.links))}
        getItemProps={(number) => ({ 'aria-label': t('office.page', { page: number }) })}
        getControlProps={(control) => ({ 'aria-label': t(`office.paging.${control}`) })}
      />
      {isBehind ? (
        <Button variant="default" size="xs" onClick={() => onChange(FIRST_PAGE)}>
          {t('office.paging.first')}
        </Button>
      ) : null}
      {moreThan === null ? null : <p className="dim">{t('office.paging.more', { total: moreThan })}</p>}
    </div>
  );
}
