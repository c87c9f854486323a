import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { i18n } from 'i18next';
import type { Locale } from '#core/locale.ts';
import { saveLocale, loadMessages } from './load-messages.ts';

export interface Translation {
  readonly locale: Locale;
  readonly t: (key: string, params?: Readonly<Record<string, string | number>>) => string;
  readonly choose: (locale: Locale) => void;
}

const TranslationContext = createContext<Translation | null>(null);

/** Messages of the chosen language. */
export function useTranslation(): Translation {
  const translation = useContext(TranslationContext);
  if (translation === null) throw new Error('useTranslation needs TranslationProvider');
  return translation;
}

export interface TranslationProviderProps {
  readonly first: i18n;
  readonly children: ReactNode;
}

/** Provides the messages; another language is loaded before it replaces the current one. */
export function TranslationProvider({ first, children }: TranslationProviderProps) {
  const [instance, setInstance] = useState(first);
  const locale: Locale = instance.language === 'en' ? 'en' : 'ru';
  const choose = useCallback((next: Locale) => {
    saveLocale(next);
    void loadMessages(next).then(setInstance);
  }, []);
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const translation = useMemo<Translation>(
    () => ({ locale, t: (key, params) => instance.t(key, { ...params }), choose }),
    [instance, locale, choose],
  );
  return <TranslationContext value={translation}>{children}</TranslationContext>;
}
