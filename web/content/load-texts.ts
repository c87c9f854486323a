import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import { call, type CallResult } from '#contract/call.ts';
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
} from '#contract/content.ts';
import type { Transport } from '#contract/call.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { pathOf, placeOf } from './places.ts';

/** News are category 2 (spec 7): 5 a page, 50 of a month. */
const NEWS = '2';
const PER_MONTH = '50';
/** More questions than this are pages of their own. */
const PER_QUESTIONS = '100';

/** What a page of a text that is not there in this language says: where it is. */
export interface Elsewhere {
  readonly elsewhere: { readonly locale: Locale; readonly path: string; readonly title: string };
}

interface Asked {
  readonly locale: Locale;
  readonly url: URL;
  readonly publicUrl: string;
  readonly api: (locale: Locale) => Transport;
}

function askedOf({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Asked {
  const { api, publicUrl } = context.get(siteContext);
  const url = new URL(request.url);
  return { locale: localeOf(url.pathname), url, publicUrl, api };
}

type TextCall = (locale: Locale) => Promise<ContentAttributes | undefined>;

/** Nobody answers: not that there is nothing. */
const unanswered = () => data(null, { status: 503 });

/** A text in the language of the page; else a page that says in which language it is, or that it is not. */
async function textOr404(locale: Locale, ask: TextCall): Promise<ContentAttributes> {
  const found = await ask(locale);
  if (found !== undefined) return found;
  const others = await Promise.all(LOCALES.filter((one) => one !== locale).map(async (one) => [one, await ask(one)] as const));
  const [elsewhere] = others.flatMap(([one, text]) => {
    const path = text && pathOf(text, one);
    return text === undefined || path == null ? [] : [{ locale: one, path: localPath(one, path), title: text.title }];
  });
  throw data(elsewhere === undefined ? null : { elsewhere }, { status: 404 });
}

const bySlug =
  (api: Asked['api'], slug: string): TextCall =>
  async (locale) => {
    const told = await call(getContentBySlug, { params: { slug }, query: { locale } }, api(locale));
    if (!told.ok && told.status !== 404) throw unanswered();
    return told.ok ? told.data.attributes : undefined;
  };

const byLink =
  (api: Asked['api'], link: string): TextCall =>
  async (locale) => {
    const told = await call(getContentBySeolink, { params: { link }, query: { locale } }, api(locale));
    if (!told.ok && told.status !== 404) throw unanswered();
    return told.ok ? told.data.attributes : undefined;
  };

/** Leads to where a text stands now, for good. */
function moved(text: ContentAttributes, { locale, url }: Asked): void {
  const path = pathOf(text, locale);
  if (path !== null && localPath(locale, path) !== url.pathname.replace(/\.data$/, ''))
    throw redirect(localPath(locale, path) + url.search, 301);
}

/** A page at the root of the site, whatever its address is by now. */
export async function loadRootPage(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const link =
    asked.url.pathname
      .replace(/\.data$/, '')
      .split('/')
      .at(-1) ?? '';
  const text = await textOr404(asked.locale, byLink(asked.api, link));
  if (text.kind !== 'page') throw data(null, { status: 404 });
  return {
    text,
    publicUrl: asked.publicUrl,
    place: { paths: { ru: text.languages.ru && `/${link}`, en: text.languages.en && `/${link}` }, type: 'website' as const },
  };
}

/** A page below `/pages`; one that stands at the root is led there, one that was renamed to its present address. */
export async function loadPage(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const text = await textOr404(asked.locale, byLink(asked.api, args.params['slug'] ?? ''));
  if (text.kind !== 'page') throw data(null, { status: 404 });
  moved(text, asked);
  return { text, publicUrl: asked.publicUrl, place: placeOf(text) };
}

/** A piece of news; an address that it had before leads to its present one. */
export async function loadNewsItem(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const text = await textOr404(asked.locale, bySlug(asked.api, args.params['slug'] ?? ''));
  if (text.kind !== 'news') throw data(null, { status: 404 });
  moved(text, asked);
  return { text, publicUrl: asked.publicUrl, place: placeOf(text), ...(await newsMenu(asked)) };
}

/** Categories and months that news can be read by. */
async function newsMenu({ api, locale }: Asked) {
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

/** News of a page, as a call tells them. */
function newsIn(told: CallResult<typeof listContent | typeof listNewsItems>) {
  // A page that no list has, however it was typed, is not there: everything else is that nobody answers
  if (!told.ok) throw told.status === 400 || told.status === 422 ? data(null, { status: 404 }) : unanswered();
  const { page: at = 1, total_pages: pages = 1 } = told.meta as { readonly page?: number; readonly total_pages?: number };
  if (told.data.length === 0 && at > 1) throw data(null, { status: 404 });
  const news = told.data.map(({ attributes: { title, slug, excerpt, published_at: at, category_id: categoryId } }) => ({
    title,
    slug,
    excerpt,
    at,
    categoryId,
  }));
  return { news, page: at, pages };
}

const pageNamed = ({ url }: Asked): string => url.searchParams.get('page') ?? '1';

type NewsQuery = { readonly category_id?: string; readonly per?: string; readonly year?: string; readonly month?: string };

/** News of one category or month (spec 7: category 2 and those below it). */
async function newsOf(asked: Asked, query: NewsQuery) {
  const { api, locale } = asked;
  return newsIn(await call(listContent, { query: { locale, category_id: NEWS, page: pageNamed(asked), ...query } }, api(locale)));
}

/** All news, newest first. */
export async function loadNews(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const { api, locale } = asked;
  const [menu, told] = await Promise.all([
    newsMenu(asked),
    call(listNewsItems, { query: { locale, page: pageNamed(asked) } }, api(locale)),
  ]);
  return { ...menu, ...newsIn(told) };
}

/** News of one category, by its address. */
export async function loadNewsCategory(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const menu = await newsMenu(asked);
  const category = menu.categories.find(({ slug }) => slug === args.params['category']);
  if (category === undefined) throw data(null, { status: 404 });
  return { ...menu, ...(await newsOf(asked, { category_id: category.id })), category };
}

/** News of one month. */
export async function loadArchive(args: LoaderFunctionArgs) {
  const asked = askedOf(args);
  const { year = '', month = '' } = args.params;
  if (!/^(?:19|20)\d\d$/.test(year) || !/^(?:0?[1-9]|1[0-2])$/.test(month)) throw data(null, { status: 404 });
  const [menu, list] = await Promise.all([newsMenu(asked), newsOf(asked, { year, month, per: PER_MONTH })]);
  if (list.news.length === 0) throw data(null, { status: 404 });
  return { ...menu, ...list, year: Number(year), month: Number(month) };
}

/** Questions with their answers, all or what was searched for. */
export async function loadFaq(args: LoaderFunctionArgs) {
  const { api, locale, url } = askedOf(args);
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

/** The address of one question leads to it among the others; one that it had before too. */
export async function loadQuestion(args: LoaderFunctionArgs): Promise<never> {
  const { api, locale } = askedOf(args);
  const text = await textOr404(locale, bySlug(api, args.params['slug'] ?? ''));
  if (text.kind !== 'faq') throw data(null, { status: 404 });
  throw redirect(`${localPath(locale, '/faq')}#${text.slug}`, 301);
}
