import { useWords } from '#web/i18n/use-words.ts';
import { NothingHere } from './NothingHere.tsx';

/** A page, a month or a category that the news does not have. */
export function NoNewsHere({ error }: { readonly error: unknown }) {
  const { t } = useWords();
  return (
    <NothingHere
      error={error}
      list="/news"
      words={{ title: t('content.news.nothing.title'), text: t('content.news.nothing.text'), toList: t('content.news.to_all') }}
    />
  );
}
