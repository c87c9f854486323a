import { Button, Pagination } from '@mantine/core';
import type { Links } from '#contract/call.ts';
import { pagingOf } from '#office/format/paging.ts';
import { FRONT, type Spot, spotOf } from '#office/format/spot.ts';
import { useWords } from '#office/words/Words.tsx';

export interface PagesProps {
  /** The list's answer. */
  readonly answer: { readonly meta: Readonly<Record<string, unknown>>; readonly links: Links };
  readonly spot: Spot;
  readonly size: 'xs' | 'sm';
  readonly onChange: (spot: Spot) => void;
}

/** The pages of a list; one too long to be counted says so, and its further pages come in sight on the way. */
export function Pages({ answer, spot, size, onChange }: PagesProps) {
  const { t, locale } = useWords();
  const { pages, moreThan } = pagingOf(answer.meta, locale);
  const total = Math.max(pages, spot.page + (answer.links['next'] ? 1 : 0));
  // Walked back to, the first page is where it was when one left it: what has come since stands in front of it
  const isBehind = spot.page === 1 && spot.before !== undefined;
  if (total <= 1 && !isBehind) return null;
  return (
    <div className="pages">
      <Pagination
        size={size}
        total={total}
        value={spot.page}
        onChange={(page) => onChange(spotOf(page, spot, answer.links))}
        getItemProps={(number) => ({ 'aria-label': t('office.page', { page: number }) })}
        getControlProps={(control) => ({ 'aria-label': t(`office.paging.${control}`) })}
      />
      {isBehind ? (
        <Button variant="default" size="xs" onClick={() => onChange(FRONT)}>
          {t('office.paging.first')}
        </Button>
      ) : null}
      {moreThan === null ? null : <p className="dim">{t('office.paging.more', { total: moreThan })}</p>}
    </div>
  );
}
