import { useTranslation } from '#web/i18n/use-translation.ts';
import { ListNotFound } from './ListNotFound.tsx';

/** 404 of a page, month or category of the news. */
export function NewsNotFound({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    <ListNotFound
      error={error}
      list="/news"
      texts={{ title: t('content.news.nothing.title'), text: t('content.news.nothing.text'), toList: t('content.news.to_all') }}
    />
  );
}
