import { formatDecimal } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';

export interface Paging {
  readonly pages: number;
  /** Of how many rows a list is known to have more, as text; null where all are counted. */
  readonly moreThan: string | null;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What an answer says of its pages: a long list is counted up to somewhere ahead of its reader and says that it goes on. */
export const pagingOf = (meta: Readonly<Record<string, unknown>>, locale: Locale): Paging => ({
  pages: numberOf(meta['total_pages']),
  moreThan: meta['total_is_least'] === true ? formatDecimal(String(numberOf(meta['total'])), { locale }) : null,
});
