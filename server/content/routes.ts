import {
  getContentBySeolink,
  getContentBySlug,
  listContent,
  listFaqCategories,
  listFaqQuestions,
  listNewsCategories,
  listNewsItems,
  listNewsMonths,
} from '#contract/content.ts';
import { findTexts } from '#core/content/find.ts';
import { type ContentKind, ROOT_CATEGORIES } from '#core/content/item.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type Content, type PublishedText, wordsIn } from './content.ts';
import { monthOf } from './month-of.ts';
import { presentText } from './present.ts';

/** News of a category are five a page, questions all that anybody reads at once (spec 9). */
const PER_LIST = 5;
const PER_QUESTIONS = 50;

interface Asked {
  readonly page?: string | undefined;
  readonly per?: string | undefined;
  readonly sort?: readonly string[] | undefined;
}

type Comparison = (a: PublishedText, b: PublishedText) => number;

const SORTABLE: Readonly<Record<string, Comparison>> = {
  published_at: (a, b) => a.publishedAt - b.publishedAt,
  changed_at: (a, b) => a.changedAt - b.changedAt,
  title: (a, b) => a.text.title.localeCompare(b.text.title),
};

/** As was asked for; in the list's own order where nothing was. */
function sorted(texts: readonly PublishedText[], keys: readonly string[]): readonly PublishedText[] {
  const rules = keys.map((key) => ({ compare: SORTABLE[key.replace(/^-/, '')], sign: key.startsWith('-') ? -1 : 1 }));
  return texts.toSorted((a, b) => rules.reduce((found, { compare, sign }) => found || sign * (compare?.(a, b) ?? 0), 0));
}

/** A text is found by its address: its id opens nothing. */
const resourceOf = <const T extends string>(type: T, one: PublishedText) => ({
  type,
  id: one.id,
  attributes: presentText(one),
  links: { self: `/api/v1/content/by_slug/${one.text.slug}?locale=${one.locale}` },
});

/** A page of texts that are in memory. */
function pageOfTexts<const T extends string>(type: T, all: readonly PublishedText[], asked: Asked, perPage: number) {
  const [page, per] = [Number(asked.page ?? 1), Number(asked.per ?? perPage)];
  const shown = sorted(all, asked.sort ?? []).slice((page - 1) * per, page * per);
  return accept({
    data: shown.map((one) => resourceOf(type, one)),
    page: { page, per, total: all.length },
  });
}

/** Texts of a category and of those below it; without one all of them. */
function textsOf(content: Content, locale: Locale, categoryId: string | undefined): readonly PublishedText[] {
  const all = content.texts(locale);
  if (categoryId === undefined) return all;
  const asked = Number(categoryId);
  const below = new Set(content.categories().flatMap(({ id, parent_id: parent }) => (parent === asked ? [id] : [])));
  return all.filter((one) => one.categoryId === asked || below.has(one.categoryId));
}

/** Categories below a root that have something to read. */
function categoriesOf<const T extends string>(type: T, content: Content, locale: Locale, kind: ContentKind) {
  const counts = Map.groupBy(content.texts(locale), ({ categoryId }) => categoryId);
  const found = content.categories().filter((one) => one.kind === kind && counts.has(one.id));
  return accept({
    data: found.map(({ id, name_ru: ru, name_en: en, slug, parent_id: parent }) => ({
      type,
      id: String(id),
      attributes: {
        name: locale === 'ru' ? ru : en,
        slug,
        parent_id: parent === null ? null : String(parent),
        count: counts.get(id)?.length ?? 0,
      },
    })),
  });
}

/** Questions as they are meant to be read: by category, in the order that their writers gave them. */
function inOrder(content: Content, texts: readonly PublishedText[]): readonly PublishedText[] {
  const places = new Map(content.categories().map(({ id }, place) => [id, place]));
  const placeOf = (one: PublishedText) => places.get(one.categoryId) ?? places.size;
  return texts.toSorted((a, b) => placeOf(a) - placeOf(b) || a.sort - b.sort || a.publishedAt - b.publishedAt);
}

function questionsOf(content: Content, locale: Locale, { categoryId, q }: { categoryId: string | undefined; q: string | undefined }) {
  const all = inOrder(
    content,
    textsOf(content, locale, categoryId).filter(({ kind }) => kind === 'faq'),
  );
  if (q === undefined) return all;
  return findTexts(
    all.map((one) => ({ one, title: one.text.title, text: wordsIn(one.text) })),
    q,
  ).map(({ one }) => one);
}

const newsOf = (content: Content, locale: Locale, categoryId?: string): readonly PublishedText[] =>
  textsOf(content, locale, categoryId ?? String(ROOT_CATEGORIES.news)).filter(({ kind }) => kind === 'news');

function monthsOf(news: readonly PublishedText[]) {
  const months = Map.groupBy(news, ({ publishedAt }) => monthOf(publishedAt).key);
  return accept({
    data: [...months].flatMap(([id, [first, ...others]]) => {
      if (first === undefined) return [];
      const { year, month } = monthOf(first.publishedAt);
      return [{ type: 'news_months', id, attributes: { year, month, count: others.length + 1 } }];
    }),
  });
}

function one(text: PublishedText | undefined) {
  if (text === undefined) return refuse({ code: 'not_found' });
  return accept({ data: resourceOf('content', text) });
}

/** Calls about published texts (spec 7, contract 4), from memory. */
export const contentRoutes = ({ content }: { readonly content: Content }): Route[] => [
  route(listFaqCategories, async ({ query, locale }) => categoriesOf('faq_categories', content, query.locale ?? locale, 'faq')),
  route(listFaqQuestions, async ({ query, locale }) => {
    const found = questionsOf(content, query.locale ?? locale, { categoryId: query.category_id, q: query.q });
    return pageOfTexts('faq_questions', found, query, PER_QUESTIONS);
  }),
  route(listNewsMonths, async ({ query, locale }) => monthsOf(newsOf(content, query.locale ?? locale, query.category_id))),
  route(listNewsItems, async ({ query, locale }) =>
    pageOfTexts('news_items', newsOf(content, query.locale ?? locale, query.category_id), query, PER_LIST),
  ),
  route(listNewsCategories, async ({ query, locale }) => categoriesOf('categories', content, query.locale ?? locale, 'news')),
  route(listContent, async ({ query, locale }) => {
    const { year, month } = query;
    const found = textsOf(content, query.locale ?? locale, query.category_id).filter(({ publishedAt }) => {
      const at = monthOf(publishedAt);
      return (year === undefined || at.year === Number(year)) && (month === undefined || at.month === Number(month));
    });
    return pageOfTexts('content', found, query, PER_LIST);
  }),
  route(getContentBySeolink, async ({ params, query, locale }) => one(content.at('seolink', query.locale ?? locale, params.link))),
  route(getContentBySlug, async ({ params, query, locale }) => one(content.at('slug', query.locale ?? locale, params.slug))),
];
