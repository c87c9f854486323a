import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { i18n } from 'i18next';
import type { Locale } from '#core/locale.ts';
import { keepLocale, loadWords } from './load-words.ts';

export interface Words {
  readonly locale: Locale;
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  readonly choose: (locale: Locale) => void;
}

const WordsContext = createContext<Words | null>(null);

/** Words of the chosen language. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('useWords needs WordsProvider');
  return words;
}

export interface WordsProviderProps {
  readonly first: i18n;
  readonly children: ReactNode;
}

/** Holds the language; another one is loaded before it replaces the present one, so nothing flickers. */
export function WordsProvider({ first, children }: WordsProviderProps) {
  const [instance, setInstance] = useState(first);
  const locale: Locale = instance.language === 'en' ? 'en' : 'ru';
  const choose = useCallback((next: Locale) => {
    keepLocale(next);
    void loadWords(next).then(setInstance);
  }, []);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const words = useMemo<Words>(() => ({ locale, t: (key, params) => instance.t(key, { ...params }), choose }), [instance, locale, choose]);
  return <WordsContext value={words}>{children}</WordsContext>;
}
