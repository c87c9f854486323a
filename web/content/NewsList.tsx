import { Link } from 'react-router';
import { formatDate } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageLinks } from '#web/layout/PageLinks.tsx';
import { ListNotFound } from './ListNotFound.tsx';
import { NewsFrame, type NewsMenu } from './NewsFrame.tsx';

interface NewsListProps extends NewsMenu {
  readonly title: string;
  readonly currentPath: string;
  readonly news: readonly { readonly title: string; readonly slug: string; readonly excerpt: string; readonly at: string }[];
  readonly page: number;
  readonly pages: number;
}

/** No news at all, or none in this category or month. */
function Empty({ isAll }: { readonly isAll: boolean }) {
  const { t, to } = useTranslation();
  if (isAll) return <p className="mt-6 text-muted">{t('content.news.none')}</p>;
  return (
    <p className="mt-6 text-muted">
      {t('content.news.none_here')}{' '}
      <Link className="link" to={to('/news')}>
        {t('content.news.to_all')}
      </Link>
    </p>
  );
}

/** News, newest first: all, of a category, of a month. */
export function NewsList({ title, currentPath, news, page, pages, ...menu }: NewsListProps) {
  const { t, to, locale } = useTranslation();
  return (
    <NewsFrame {...menu} currentPath={currentPath}>
      <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl first-letter:uppercase">{title}</h1>
      {news.length === 0 ? <Empty isAll={currentPath === '/news'} /> : null}
      <ol className="mt-4 mb-8">
        {news.map(({ title: name, slug, excerpt, at }) => (
          <li key={slug} className="border-b border-line py-6">
            <article>
              <h2 className="text-xl font-semibold">
                <Link className="hover:text-action hover:underline" to={to(`/news/${slug}`)}>
                  {name}
                </Link>
              </h2>
              <p className="mt-1 text-sm text-muted">
                <time dateTime={at}>{formatDate(at, locale)}</time>
              </p>
              <p className="mt-2 leading-7">{excerpt}</p>
            </article>
          </li>
        ))}
      </ol>
      <PageLinks
        page={page}
        pages={pages}
        label={t('content.news.pages')}
        texts={{ newer: t('content.pages.newer'), older: t('content.pages.older'), position: t('content.pages.page_of', { page, pages }) }}
      />
    </NewsFrame>
  );
}

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
