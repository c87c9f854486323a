import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type FoundAttributes, officeSearch } from '#contract/office/orders/search.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const TYPING_PAUSE_MS = 150;
/** Shorter texts match too much. */
export const MIN_QUERY_LENGTH = 3;

/** Search results, after a pause in typing. `isAnswered`: they belong to this text, not to an earlier one. */
export function useSearch(text: string) {
  const api = useApi();
  const { locale } = useTranslation();
  const trimmed = text.trim();
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const pause = setTimeout(() => setSettledText(trimmed), trimmed === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [trimmed]);
  const isLongEnough = settledText.length >= MIN_QUERY_LENGTH;
  const query = useQuery({
    queryKey: ['search', settledText, locale],
    queryFn: async ({ signal }) => {
      const answer = await api(officeSearch, { query: { q: settledText }, signal });
      return { rows: answer.data.map(({ attributes }) => attributes), isComplete: answer.meta['is_complete'] !== false };
    },
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const rows: readonly FoundAttributes[] = isLongEnough ? (query.data?.rows ?? []) : [];
  const isAnswered = isLongEnough && settledText === trimmed && query.data !== undefined && !query.isPlaceholderData;
  return { rows, isAnswered, isComplete: query.data?.isComplete ?? true, error: query.error };
}
