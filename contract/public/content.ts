import * as z from 'zod/mini';
import { CONTENT_KINDS } from '#core/content/item.ts';
import { LOCALES } from '#core/locale.ts';
import { endpoint } from '#contract/endpoint.ts';
import { PAGE_NUMBER, sortQuery } from '#contract/list-query.ts';

const Address = z.object({ slug: z.string(), seolink: z.string() });

/** A published text in one language (contract 4). */
export const ContentAttributes = z.object({
  title: z.string(),
  slug: z.string(),
  seolink: z.string(),
  excerpt: z.string(),
  /** HTML of an allow-list, safe to embed. */
  body: z.string(),
  published_at: z.string(),
  category_id: z.string(),
  seo: z.object({ title: z.string(), description: z.string() }),
  /** First publication of the current text. */
  changed_at: z.string(),
  kind: z.enum(CONTENT_KINDS),
  /** Address of the same text in each language; null: not translated. */
  languages: z.object({ ru: z.nullable(Address), en: z.nullable(Address) }),
});
export type ContentAttributes = z.output<typeof ContentAttributes>;

export const ContentCategoryAttributes = z.object({
  name: z.string(),
  slug: z.string(),
  parent_id: z.nullable(z.string()),
  /** Number of texts published in this language. */
  count: z.number(),
});
export type ContentCategoryAttributes = z.output<typeof ContentCategoryAttributes>;

export const NewsMonthAttributes = z.object({ year: z.number(), month: z.number(), count: z.number() });

/** Language of the response; default: `Site-Locale`. */
const locale = z.optional(z.enum(LOCALES));
const categoryId = z.optional(z.string().check(z.regex(/^\d{1,9}$/)));
const paging = {
  page: z.optional(z.string().check(z.regex(PAGE_NUMBER))),
  per: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  sort: sortQuery('published_at', 'changed_at', 'title'),
};

const common = { method: 'GET', action: 'browse', cache: 'public' } as const;
const texts = { kind: 'collection', attributes: ContentAttributes, paged: true } as const;
const categories = { kind: 'collection', attributes: ContentCategoryAttributes } as const;

export const listFaqCategories = endpoint({
  ...common,
  name: 'listFaqCategories',
  summary: 'Lists FAQ categories that have answers in this language',
  path: '/api/v1/faq_categories',
  query: z.object({ locale }),
  reply: { ...categories, type: 'faq_categories' },
  refusals: [],
});

export const listFaqQuestions = endpoint({
  ...common,
  name: 'listFaqQuestions',
  summary: 'Lists FAQ entries with answers, of one category or all; `q` matches word beginnings and tolerates typos',
  path: '/api/v1/faq_questions',
  query: z.object({ locale, category_id: categoryId, ...paging, q: z.optional(z.string().check(z.maxLength(200))) }),
  reply: { ...texts, type: 'faq_questions' },
  refusals: [],
});

export const listNewsMonths = endpoint({
  ...common,
  name: 'listNewsMonths',
  summary: 'Lists months that have news in this language, newest first, Moscow time',
  path: '/api/v1/news_months',
  query: z.object({ locale, category_id: categoryId }),
  reply: { kind: 'collection', type: 'news_months', attributes: NewsMonthAttributes },
  refusals: [],
});

export const listNewsItems = endpoint({
  ...common,
  name: 'listNewsItems',
  summary: 'Lists news, newest first',
  path: '/api/v1/news_items',
  query: z.object({ locale, category_id: categoryId, ...paging }),
  reply: { ...texts, type: 'news_items' },
  refusals: [],
});

export const listNewsCategories = endpoint({
  ...common,
  name: 'listNewsCategories',
  summary: 'Lists news categories that have news in this language',
  path: '/api/v1/categories/news',
  query: z.object({ locale }),
  reply: { ...categories, type: 'categories' },
  refusals: [],
});

export const listContent = endpoint({
  ...common,
  name: 'listContent',
  summary: 'Lists published texts of a category and its subcategories (news: 2), newest first, 5 per page, filtered by year and month',
  path: '/api/v1/content',
  query: z.object({
    locale,
    category_id: categoryId,
    ...paging,
    year: z.optional(z.string().check(z.regex(/^(19|20)\d{2}$/))),
    month: z.optional(z.string().check(z.regex(/^(0?[1-9]|1[0-2])$/))),
  }),
  reply: { ...texts, type: 'content' },
  refusals: [],
});

const one = { kind: 'resource', type: 'content', attributes: ContentAttributes, status: 200 } as const;
const address = z.string().check(z.minLength(1), z.maxLength(200));

export const getContentBySeolink = endpoint({
  ...common,
  name: 'getContentBySeolink',
  summary: 'Returns the text at a seolink; a former seolink returns the current text with its current address',
  path: '/api/v1/content/by_seolink/{link}',
  params: z.object({ link: address }),
  query: z.object({ locale }),
  reply: one,
  refusals: ['not_found'],
});

export const getContentBySlug = endpoint({
  ...common,
  name: 'getContentBySlug',
  summary: 'Returns the text at a slug; a former slug returns the current text with its current address',
  path: '/api/v1/content/by_slug/{slug}',
  params: z.object({ slug: address }),
  query: z.object({ locale }),
  reply: one,
  refusals: ['not_found'],
});
