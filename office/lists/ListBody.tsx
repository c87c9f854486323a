import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Links } from '#contract/call.ts';
import type { Spot } from '#office/format/spot.ts';
import { Pages } from '#office/pieces/Pages.tsx';
import { Problem } from '#office/pieces/Problem.tsx';
import { useWords } from '#office/words/Words.tsx';
import { Empty } from './Empty.tsx';

/** What a query of a list gives (TanStack Query's own members). */
interface Asked {
  readonly isError: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly data: { readonly data: readonly unknown[]; readonly meta: Readonly<Record<string, unknown>>; readonly links: Links } | undefined;
  readonly refetch: () => unknown;
}

export interface ListBodyProps {
  readonly asked: Asked;
  readonly spot: Spot;
  readonly onSpot: (spot: Spot) => void;
  /** Said where there is nothing at all. */
  readonly empty: string;
  /** Takes away what narrows the list (`clearing`); undefined: nothing does. */
  readonly clear?: (() => void) | undefined;
  /** The table, drawn when there are rows. */
  readonly children: ReactNode;
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** What stands below a list's tools in each of its states: on its way, refused, empty, rows and their pages. */
export function ListBody({ asked, spot, onSpot, empty, clear, children }: ListBodyProps) {
  const { t } = useWords();
  return (
    <>
      {asked.isError ? <Problem error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending ? (
        <div className="list-skeleton" role="status" aria-label={t('office.loading')}>
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      ) : null}
      {asked.data?.data.length === 0 ? <Empty words={empty} clear={clear} /> : null}
      {asked.data !== undefined && asked.data.data.length > 0 ? children : null}
      {asked.data === undefined ? null : <Pages answer={asked.data} spot={spot} size="sm" onChange={onSpot} />}
    </>
  );
}
