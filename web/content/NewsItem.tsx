import { Link } from 'react-router';
import type { ContentAttributes } from '#contract/public/content.ts';
import { formatDate } from '#core/format/moment.ts';
import { LinkedData } from '#web/head/LinkedData.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { breadcrumbs, graphOf, newsArticle } from './linked-data.ts';
import { NewsFrame, type NewsMenu } from './NewsFrame.tsx';
import { Prose } from './Prose.tsx';

export interface NewsItemProps extends NewsMenu {
  readonly text: ContentAttributes;
  readonly publicUrl: string;
}

/** A news item. */
export function NewsItem({ text, publicUrl, ...menu }: NewsItemProps) {
  const { t, to, locale } = useTranslation();
  const site = { publicUrl, locale };
  const crumbs = [{ name: t('shell.name'), path: '/' }, { name: t('content.news.title'), path: '/news' }, { name: text.title }];
  const category = menu.categories.find(({ id }) => id === text.category_id);
  return (
    <NewsFrame {...menu} currentPath="">
      <LinkedData value={graphOf(newsArticle(site, text), breadcrumbs(site, crumbs))} />
      <article>
        <h1 className="text-2xl font-semibold text-balance wrap-anywhere sm:text-3xl">{text.title}</h1>
        <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
          <time dateTime={text.published_at}>{formatDate(text.published_at, locale)}</time>
          {category === undefined ? null : (
            <Link className="link" to={to(`/news/category/${category.slug}`)}>
              {category.name}
            </Link>
          )}
        </p>
        <Prose html={text.body} />
      </article>
    </NewsFrame>
  );
}
