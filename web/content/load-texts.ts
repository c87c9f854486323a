import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import { call, type CallResult, type Transport } from '#contract/call.ts';
import {
  type ContentAttributes,
  getContentBySeolink,
  getContentBySlug,
  listContent,
  listFaqCategories,
  listFaqQuestions,
  listNewsCategories,
  listNewsItems,
  listNewsMonths,
} from '#contract/public/content.ts';
import { type FeeAttributes, listFees } from '#contract/public/directions.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import type { PublicPage } from '#web/head/sitemap.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { pathOf, placeOf } from './text-paths.ts';

/** News are category 2 (spec 7): 5 a page, 50 of a month. */
const NEWS = '2';
const PER_MONTH = '50';
/** Questions on the page, at most. */
const PER_QUESTIONS = '100';

/** Body of the 404 response for a text that exists in another language only: its address there. */
export interface TextElsewhere {
  readonly elsewhere: { readonly locale: Locale; readonly path: string; readonly title: string };
}

interface TextRequest {
  readonly locale: Locale;
  readonly url: URL;
  readonly publicUrl: string;
  readonly api: (locale: Locale) => Transport;
}

function textRequestOf({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): TextRequest {
  const { api, publicUrl } = context.get(siteContext);
  const url = new URL(request.url);
  return { locale: localeOf(url.pathname), url, publicUrl, api };
}

type TextCall = (locale: Locale) => Promise<ContentAttributes | undefined>;

/** The API did not answer. */
const unanswered = () => data(null, { status: 503 });

/** A text in the page's language. Throws a 404 where it does not exist, with its address in another language if it has one. */
async function textOr404(locale: Locale, load: TextCall): Promise<ContentAttributes> {
  const text = await load(locale);
  if (text !== undefined) return text;
  const otherLocales = LOCALES.filter((other) => other !== locale);
  const translations = await Promise.all(otherLocales.map(async (other) => [other, await load(other)] as const));
  const [elsewhere] = translations.flatMap(([other, translation]) => {
    const path = translation && pathOf(translation, other);
    return translation === undefined || path == null ? [] : [{ locale: other, path: localPath(other, path), title: translation.title }];
  });
  throw data(elsewhere === undefined ? null : { elsewhere }, { status: 404 });
}

const bySlug =
  (api: TextRequest['api'], slug: string): TextCall =>
  async (locale) => {
    const response = await call(getContentBySlug, { params: { slug }, query: { locale } }, api(locale));
    if (!response.ok && response.status !== 404) throw unanswered();
    return response.ok ? response.data.attributes : undefined;
  };

const byLink =
  (api: TextRequest['api'], link: string): TextCall =>
  async (locale) => {
    const response = await call(getContentBySeolink, { params: { link }, query: { locale } }, api(locale));
    if (!response.ok && response.status !== 404) throw unanswered();
    return response.ok ? response.data.attributes : undefined;
  };

/** Redirects permanently to the current address of a text. */
function redirectIfMoved(text: ContentAttributes, { locale, url }: TextRequest): void {
  const path = pathOf(text, locale);
  if (path !== null && localPath(locale, path) !== url.pathname.replace(/\.data$/, ''))
    throw redirect(localPath(locale, path) + url.search, 301);
}

/** A payment system with its fees. */
export interface FeeRow {
  readonly system: System;
  readonly fees: FeeAttributes;
}

/** The table of fees; null where the API did not answer: the page is shown without it. */
async function loadFees({ api, locale }: TextRequest): Promise<readonly FeeRow[] | null> {
  const [systems, listed] = await Promise.all([listSystems(api(locale)), call(listFees, {}, api(locale))]);
  if (systems === undefined || !listed.ok || listed.data.length === 0) return null;
  const byId = new Map(systems.map((system) => [system.id, system]));
  return listed.data.flatMap(({ id, attributes }) => {
    const system = byId.get(id);
    return system === undefined ? [] : [{ system, fees: attributes }];
  });
}

/** A page at the root of the site, by any address it has had. */
export async function loadRootPage(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const link =
    request.url.pathname
      .replace(/\.data$/, '')
      .split('/')
      .at(-1) ?? '';
  const text = await textOr404(request.locale, byLink(request.api, link));
  if (text.kind !== 'page') throw data(null, { status: 404 });
  return {
    text,
    fees: link === 'fees' ? await loadFees(request) : null,
    publicUrl: request.publicUrl,
    place: { paths: { ru: text.languages.ru && `/${link}`, en: text.languages.en && `/${link}` }, type: 'website' as const },
  };
}

/** A page below `/pages`. Redirects if it is at the root, or was renamed. */
export async function loadPage(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const text = await textOr404(request.locale, byLink(request.api, args.params['slug'] ?? ''));
  if (text.kind !== 'page') throw data(null, { status: 404 });
  redirectIfMoved(text, request);
  return { text, publicUrl: request.publicUrl, place: placeOf(text) };
}

/** A news item. Redirects from an earlier address. */
export async function loadNewsItem(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const text = await textOr404(request.locale, bySlug(request.api, args.params['slug'] ?? ''));
  if (text.kind !== 'news') throw data(null, { status: 404 });
  redirectIfMoved(text, request);
  return { text, publicUrl: request.publicUrl, place: placeOf(text), ...(await newsMenu(request)) };
}

/** Categories and months of the news. */
async function newsMenu({ api, locale }: TextRequest) {
  const [categories, months] = await Promise.all([
    call(listNewsCategories, { query: { locale } }, api(locale)),
    call(listNewsMonths, { query: { locale } }, api(locale)),
  ]);
  if (!categories.ok || !months.ok) throw unanswered();
  return {
    categories: categories.data
      .map(({ id, attributes }) => ({ id, name: attributes.name, slug: attributes.slug }))
      .filter(({ id }) => id !== NEWS),
    months: months.data.map(({ attributes }) => attributes),
  };
}

/** The news of a list response. */
function newsOfResponse(response: CallResult<typeof listContent | typeof listNewsItems>) {
  // An invalid page is 404; any other failure is 503
  if (!response.ok) throw response.status === 400 || response.status === 422 ? data(null, { status: 404 }) : unanswered();
  const { page: currentPage = 1, total_pages: pages = 1 } = response.meta as { readonly page?: number; readonly total_pages?: number };
  if (response.data.length === 0 && currentPage > 1) throw data(null, { status: 404 });
  const news = response.data.map(({ attributes: { title, slug, excerpt, published_at: at, category_id: categoryId } }) => ({
    title,
    slug,
    excerpt,
    at,
    categoryId,
  }));
  return { news, page: currentPage, pages };
}

const pageParamOf = ({ url }: TextRequest): string => url.searchParams.get('page') ?? '1';

type NewsQuery = { readonly category_id?: string; readonly per?: string; readonly year?: string; readonly month?: string };

/** News of one category or month (spec 7: category 2 and those below it). */
async function loadNewsPage(request: TextRequest, query: NewsQuery) {
  const { api, locale } = request;
  return newsOfResponse(
    await call(listContent, { query: { locale, category_id: NEWS, page: pageParamOf(request), ...query } }, api(locale)),
  );
}

/** All news, newest first. */
export async function loadNews(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const { api, locale } = request;
  const [menu, listed] = await Promise.all([
    newsMenu(request),
    call(listNewsItems, { query: { locale, page: pageParamOf(request) } }, api(locale)),
  ]);
  return { ...menu, ...newsOfResponse(listed) };
}

/** News of one category, by its address. */
export async function loadNewsCategory(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const menu = await newsMenu(request);
  const category = menu.categories.find(({ slug }) => slug === args.params['category']);
  if (category === undefined) throw data(null, { status: 404 });
  return { ...menu, ...(await loadNewsPage(request, { category_id: category.id })), category };
}

/** News of one month. */
export async function loadArchive(args: LoaderFunctionArgs) {
  const request = textRequestOf(args);
  const { year = '', month = '' } = args.params;
  if (!/^(?:19|20)\d\d$/.test(year) || !/^(?:0?[1-9]|1[0-2])$/.test(month)) throw data(null, { status: 404 });
  const [menu, list] = await Promise.all([newsMenu(request), loadNewsPage(request, { year, month, per: PER_MONTH })]);
  if (list.news.length === 0) throw data(null, { status: 404 });
  return { ...menu, ...list, year: Number(year), month: Number(month) };
}

/** Questions with their answers: all, or those that a search found. */
export async function loadFaq(args: LoaderFunctionArgs) {
  const { api, locale, url } = textRequestOf(args);
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, 200);
  const [categories, questions] = await Promise.all([
    call(listFaqCategories, { query: { locale } }, api(locale)),
    call(listFaqQuestions, { query: { locale, per: PER_QUESTIONS, ...(q === '' ? {} : { q }) } }, api(locale)),
  ]);
  if (!categories.ok || !questions.ok) throw unanswered();
  return {
    q,
    categories: categories.data.map(({ id, attributes: { name, slug } }) => ({ id, name, slug })),
    questions: questions.data.map(({ attributes: { title, slug, body, category_id: categoryId } }) => ({ title, slug, body, categoryId })),
  };
}

/** Redirects the address of a question, current or earlier, to the question on the page of all questions. */
export async function loadQuestion(args: LoaderFunctionArgs): Promise<never> {
  const { api, locale } = textRequestOf(args);
  const text = await textOr404(locale, bySlug(api, args.params['slug'] ?? ''));
  if (text.kind !== 'faq') throw data(null, { status: 404 });
  throw redirect(`${localPath(locale, '/faq')}#${text.slug}`, 301);
}

const PER_PAGE = '100';
/** A bound for the loop: no site has more texts. */
const MAX_PAGES = 50;

async function textsIn(locale: Locale, api: Transport): Promise<readonly (readonly [id: string, text: ContentAttributes])[]> {
  const texts: (readonly [string, ContentAttributes])[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the first page says whether there is another
    const response = await call(listContent, { query: { locale, page: String(page), per: PER_PAGE } }, api);
    if (!response.ok || response.data.length === 0) return texts;
    texts.push(...response.data.map(({ id, attributes }) => [id, attributes] as const));
    if (response.data.length < Number(PER_PAGE)) return texts;
  }
  return texts;
}

/** Every page written in the office, with its last change. Questions are left out: they share one page. */
export async function listTexts(api: (locale: Locale) => Transport): Promise<readonly PublicPage[]> {
  const all = new Map((await Promise.all(LOCALES.map((locale) => textsIn(locale, api(locale))))).flat());
  return [...all.values()].flatMap((text) => {
    if (text.kind === 'faq') return [];
    const paths = { ru: pathOf(text, 'ru'), en: pathOf(text, 'en') };
    const path = paths.ru ?? paths.en;
    return path === null ? [] : [{ path, paths, changedAt: text.changed_at }];
  });
}
