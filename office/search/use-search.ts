import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FoundAttributes, officeSearch } from '#contract/office/orders/search.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const TYPING_PAUSE_MS = 150;
/** Less is in everything. */
export const LEAST_TYPED = 3;

/** What is found for a text, a little after its last letter; `isAnswered`: for this very text. */
export function useSearch(text: string) {
  const api = useApi();
  const { locale } = useTranslation();
  const wanted = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [wanted]);
  const isLong = asked.length >= LEAST_TYPED;
  const query = useQuery({
    queryKey: ['search', asked, locale],
    queryFn: async ({ signal }) => {
      const answer = await api(officeSearch, { query: { q: asked }, signal });
      return { rows: answer.data.map(({ attributes }) => attributes), isComplete: answer.meta['is_complete'] !== false };
    },
    enabled: isLong,
    placeholderData: keepPreviousData,
  });
  const rows: readonly FoundAttributes[] = isLong ? (query.data?.rows ?? []) : [];
  const isAnswered = isLong && asked === wanted && query.data !== undefined && !query.isPlaceholderData;
  return { rows, isAnswered, isComplete: query.data?.isComplete ?? true, error: query.error };
}
