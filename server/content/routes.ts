import {
  getContentBySeolink,
  getContentBySlug,
  listContent,
  listFaqCategories,
  listFaqQuestions,
  listNewsCategories,
  listNewsItems,
  listNewsMonths,
} from '#contract/public/content.ts';
import { findTexts } from '#core/content/find.ts';
import { type ContentKind, ROOT_CATEGORIES } from '#core/content/item.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { type Instant, SHOP_TIME_ZONE } from '#core/time.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { type Content, plainTextOf, type PublishedText } from './content.ts';
import { presentText } from './present.ts';

const CALENDAR = new Intl.DateTimeFormat('en-US', { timeZone: SHOP_TIME_ZONE, year: 'numeric', month: '2-digit' });

/** The month of a moment in the shop's time zone. */
function monthOf(at: Instant): { readonly year: number; readonly month: number; readonly key: string } {
  const parts = new Map(CALENDAR.formatToParts(at).map(({ type, value }) => [type, value]));
  const [year = '', month = ''] = [parts.get('year'), parts.get('month')];
  return { year: Number(year), month: Number(month), key: `${year}-${month}` };
}

/** Page sizes: five news, and all questions at once (spec 9). */
const PAGE_SIZE = 5;
const QUESTIONS_PAGE_SIZE = 50;

interface ListQuery {
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

/** Sorts by the requested keys. Keeps the order if there are none. */
function sorted(texts: readonly PublishedText[], keys: readonly string[]): readonly PublishedText[] {
  const rules = keys.map((key) => ({ compare: SORTABLE[key.replace(/^-/, '')], sign: key.startsWith('-') ? -1 : 1 }));
  return texts.toSorted((a, b) => rules.reduce((result, { compare, sign }) => result || sign * (compare?.(a, b) ?? 0), 0));
}

/** Texts are addressed by slug, as there is no call by id. */
const resourceOf = <const T extends string>(type: T, text: PublishedText) => ({
  type,
  id: text.id,
  attributes: presentText(text),
  links: { self: `/api/v1/content/by_slug/${text.text.slug}?locale=${text.locale}` },
});

/** A page of texts that are in memory. */
function pageOfTexts<const T extends string>(type: T, all: readonly PublishedText[], query: ListQuery, perPage: number) {
  const [page, per] = [Number(query.page ?? 1), Number(query.per ?? perPage)];
  const pageTexts = sorted(all, query.sort ?? []).slice((page - 1) * per, page * per);
  return accept({
    data: pageTexts.map((text) => resourceOf(type, text)),
    page: { page, per, total: all.length },
  });
}

/** Texts of a category and its children. Without a category, texts of all categories. */
function textsOf(content: Content, locale: Locale, categoryId: string | undefined): readonly PublishedText[] {
  const all = content.texts(locale);
  if (categoryId === undefined) return all;
  const requestedId = Number(categoryId);
  const childIds = new Set(content.categories().flatMap(({ id, parent_id: parent }) => (parent === requestedId ? [id] : [])));
  return all.filter((text) => text.categoryId === requestedId || childIds.has(text.categoryId));
}

/** Categories of a kind that have texts. */
function categoriesOf<const T extends string>(type: T, content: Content, locale: Locale, kind: ContentKind) {
  const counts = Map.groupBy(content.texts(locale), ({ categoryId }) => categoryId);
  const categories = content.categories().filter((category) => category.kind === kind && counts.has(category.id));
  return accept({
    data: categories.map(({ id, name_ru: ru, name_en: en, slug, parent_id: parent }) => ({
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

/** Questions by category, in their editors' order. */
function inEditorialOrder(content: Content, texts: readonly PublishedText[]): readonly PublishedText[] {
  const positions = new Map(content.categories().map(({ id }, position) => [id, position]));
  const positionOf = (text: PublishedText) => positions.get(text.categoryId) ?? positions.size;
  return texts.toSorted((a, b) => positionOf(a) - positionOf(b) || a.sort - b.sort || a.publishedAt - b.publishedAt);
}

function questionsOf(content: Content, locale: Locale, { categoryId, q }: { categoryId: string | undefined; q: string | undefined }) {
  const questions = inEditorialOrder(
    content,
    textsOf(content, locale, categoryId).filter(({ kind }) => kind === 'faq'),
  );
  if (q === undefined) return questions;
  return findTexts(
    questions.map((question) => ({ one: question, title: question.text.title, text: plainTextOf(question.text) })),
    q,
  ).map(({ one: question }) => question);
}

const newsOf = (content: Content, locale: Locale, categoryId?: string): readonly PublishedText[] =>
  textsOf(content, locale, categoryId ?? String(ROOT_CATEGORIES.news)).filter(({ kind }) => kind === 'news');

function monthsOf(news: readonly PublishedText[]) {
  const months = Map.groupBy(news, ({ publishedAt }) => monthOf(publishedAt).key);
  return accept({
    data: [...months].flatMap(([id, [first, ...remaining]]) => {
      if (first === undefined) return [];
      const { year, month } = monthOf(first.publishedAt);
      return [{ type: 'news_months', id, attributes: { year, month, count: remaining.length + 1 } }];
    }),
  });
}

function presentOne(text: PublishedText | undefined) {
  if (text === undefined) return refuse({ code: 'not_found' });
  return accept({ data: resourceOf('content', text) });
}

/** Published texts, from memory (spec 7, contract 4). */
export const contentRoutes = ({ content }: { readonly content: Content }): Route[] => [
  route(listFaqCategories, async ({ query, locale }) => categoriesOf('faq_categories', content, query.locale ?? locale, 'faq')),
  route(listFaqQuestions, async ({ query, locale }) => {
    const questions = questionsOf(content, query.locale ?? locale, { categoryId: query.category_id, q: query.q });
    return pageOfTexts('faq_questions', questions, query, QUESTIONS_PAGE_SIZE);
  }),
  route(listNewsMonths, async ({ query, locale }) => monthsOf(newsOf(content, query.locale ?? locale, query.category_id))),
  route(listNewsItems, async ({ query, locale }) =>
    pageOfTexts('news_items', newsOf(content, query.locale ?? locale, query.category_id), query, PAGE_SIZE),
  ),
  route(listNewsCategories, async ({ query, locale }) => categoriesOf('categories', content, query.locale ?? locale, 'news')),
  route(listContent, async ({ query, locale }) => {
    const { year, month } = query;
    const texts = textsOf(content, query.locale ?? locale, query.category_id).filter(({ publishedAt }) => {
      const at = monthOf(publishedAt);
      return (year === undefined || at.year === Number(year)) && (month === undefined || at.month === Number(month));
    });
    return pageOfTexts('content', texts, query, PAGE_SIZE);
  }),
  route(getContentBySeolink, async ({ params, query, locale }) =>
    presentOne(content.findByAddress('seolink', query.locale ?? locale, params.link)),
  ),
  route(getContentBySlug, async ({ params, query, locale }) =>
    presentOne(content.findByAddress('slug', query.locale ?? locale, params.slug)),
  ),
];
