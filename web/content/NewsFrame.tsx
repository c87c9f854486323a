import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMonth } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export interface NewsMenu {
  readonly categories: readonly { readonly id: string; readonly name: string; readonly slug: string }[];
  readonly months: readonly { readonly year: number; readonly month: number; readonly count: number }[];
}

export const archivePath = ({ year, month }: { readonly year: number; readonly month: number }): string =>
  `/news/archive/${year}/${String(month).padStart(2, '0')}`;

interface NewsFrameProps extends NewsMenu {
  /** Path of the page shown, without language prefix. */
  readonly currentPath: string;
  readonly children: ReactNode;
}

interface MenuProps {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly name: string; readonly count?: number }[];
  readonly currentPath: string;
}

function Menu({ title, links, currentPath }: MenuProps) {
  const { to } = useTranslation();
  return (
    <div>
      <h2 className="text-sm font-semibold">{title}</h2>
      <ul className="mt-1 flex flex-wrap gap-x-4 md:grid">
        {links.map(({ path, name, count }) => (
          <li key={path}>
            <Link
              className="inline-flex min-h-11 items-center gap-1.5 text-muted hover:text-ink hover:underline aria-[current]:font-medium aria-[current]:text-ink md:min-h-8"
              aria-current={path === currentPath ? 'page' : undefined}
              to={to(path)}
            >
              {name}
              {count === undefined ? null : <span className="figures text-sm text-muted">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Layout of the news: the page, and links to categories and months. */
export function NewsFrame({ categories, months, currentPath, children }: NewsFrameProps) {
  const { t, to, locale } = useTranslation();
  const byCategory = [
    { path: '/news', name: t('content.news.all') },
    ...categories.map(({ slug, name }) => ({ path: `/news/category/${slug}`, name })),
  ];
  const byMonth = months.map(({ year, month, count }) => ({
    path: archivePath({ year, month }),
    name: `${formatMonth(month, locale)} ${year}`,
    count,
  }));
  return (
    <div className="mx-auto grid max-w-[60rem] gap-x-12 gap-y-10 px-4 py-10 sm:px-6 md:grid-cols-[1fr_13rem] md:py-14">
      <div className="min-w-0">{children}</div>
      <nav aria-label={t('content.news.menu')} className="grid content-start gap-6 print:hidden">
        <Menu title={t('content.news.by_category')} links={byCategory} currentPath={currentPath} />
        {byMonth.length === 0 ? null : <Menu title={t('content.news.by_month')} links={byMonth} currentPath={currentPath} />}
        <a
          className="link inline-flex min-h-11 items-center justify-self-start text-sm"
          href={to('/news/rss.xml')}
          type="application/rss+xml"
        >
          {t('content.news.rss')}
        </a>
      </nav>
    </div>
  );
}
