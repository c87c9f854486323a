import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

export interface Paging {
  readonly pages: number;
  /** The counted rows of a list that has more, as text; null where all are counted. */
  readonly moreThan: string | null;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Pages of an answer: a long list is counted only up to a limit, and says that there is more. */
export const pagingOf = (meta: Readonly<Record<string, unknown>>, locale: Locale): Paging => ({
  pages: numberOf(meta['total_pages']),
  moreThan: meta['total_is_least'] === true ? formatDecimal(String(numberOf(meta['total'])), { locale }) : null,
});
