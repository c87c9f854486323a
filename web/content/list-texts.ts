import { call, type Transport } from '#contract/call.ts';
import { type ContentAttributes, listContent } from '#contract/public/content.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { PublicPage } from '#web/head/sitemap.ts';
import { pathOf } from './text-paths.ts';

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
