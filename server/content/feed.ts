import { createHash } from 'node:crypto';
import { XMLBuilder } from 'fast-xml-parser';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Content, PublishedText } from './content.ts';
import { excerptOf } from './present.ts';

const MAX_ITEMS = 50;
const MEDIA_TYPE = 'application/rss+xml; charset=utf-8';

type FeedDeps = Pick<Deps, 't' | 'shop' | 'settings'> & { readonly content: Content };

const prefixOf = (locale: Locale): string => (locale === 'en' ? '/en' : '');

/** Public URL of a news item. */
const newsUrl = (publicUrl: string, locale: Locale, { text }: PublishedText): string => `${publicUrl}${prefixOf(locale)}/news/${text.slug}`;

/** XML 1.0 does not allow control characters. */
const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, '');

const dateText = (at: number): string => new Date(at).toUTCString();

/** Latest news of a locale as RSS 2.0. */
export function newsFeed({ content, t, shop, settings: { publicUrl } }: FeedDeps, locale: Locale): string {
  const news = content
    .texts(locale)
    .filter(({ kind }) => kind === 'news')
    .slice(0, MAX_ITEMS);
  const categories = new Map(content.categories().map((category) => [category.id, locale === 'ru' ? category.name_ru : category.name_en]));
  const home = `${publicUrl}${prefixOf(locale)}/news`;
  const brand = shop.of('shop').name[locale];
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    rss: {
      '@version': '2.0',
      '@xmlns:atom': 'http://www.w3.org/2005/Atom',
      channel: {
        title: plain(t(locale, 'content_feed.title', { brand })),
        link: home,
        description: plain(t(locale, 'content_feed.description', { brand })),
        language: locale,
        'atom:link': { '@href': `${home}/rss.xml`, '@rel': 'self', '@type': 'application/rss+xml' },
        ...(news[0] === undefined ? {} : { lastBuildDate: dateText(Math.max(...news.map(({ changedAt }) => changedAt))) }),
        item: news.map((item) => ({
          title: plain(item.text.title),
          link: newsUrl(publicUrl, locale, item),
          guid: { '@isPermaLink': 'false', '#text': item.id },
          pubDate: dateText(item.publishedAt),
          category: plain(categories.get(item.categoryId) ?? ''),
          description: plain(excerptOf(item.text)),
        })),
      },
    },
  });
}

export function newsFeeds(deps: FeedDeps): FastifyPluginAsync {
  const respond = (locale: Locale) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = newsFeed(deps, locale);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    reply.header('cache-control', 'public, max-age=60').header('etag', etag).header('x-content-type-options', 'nosniff');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(MEDIA_TYPE).send(body);
  };
  return async (app) => {
    app.get('/news/rss.xml', respond('ru'));
    app.get('/en/news/rss.xml', respond('en'));
  };
}
