import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { type FoundAttributes, officeSearch } from '#contract/office/orders/search.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { keyName } from '#office/keyboard/key-name.ts';

const TYPING_PAUSE_MS = 150;
/** Shorter texts match too much. */
const MIN_QUERY_LENGTH = 3;

const readAsOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const isSearched = (text: string): boolean => text.trim().length >= MIN_QUERY_LENGTH;

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
  const isLongEnough = isSearched(settledText);
  const query = useQuery({
    queryKey: ['search', settledText, locale],
    queryFn: async ({ signal }) => {
      const response = await api(officeSearch, { query: { q: settledText }, signal });
      return {
        rows: response.data.map(({ attributes }) => attributes),
        isComplete: response.meta['is_complete'] !== false,
        readAs: readAsOf(response.meta['read_as']),
      };
    },
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  });
  const rows: readonly FoundAttributes[] = isLongEnough ? (query.data?.rows ?? []) : [];
  const isAnswered = isLongEnough && settledText === trimmed && query.data !== undefined && !query.isPlaceholderData;
  return {
    rows,
    isAnswered,
    isComplete: query.data?.isComplete ?? true,
    readAs: isAnswered ? (query.data?.readAs ?? null) : null,
    error: query.error,
  };
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** On screens with a list, `/` focuses the list's search. */
const hasListSearch = (): boolean => document.querySelector('main input[type="search"]') !== null;

/** Focuses the search on Ctrl+K (⌘K), or `/` outside of fields; by key position, in every layout. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyK';
      const isSlash = keyName(event) === '/' && !isTyping(event.target) && !hasListSearch();
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [field]);
}
