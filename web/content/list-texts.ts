import { call, type Transport } from '#contract/call.ts';
import { type ContentAttributes, listContent } from '#contract/content.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { PublicPage } from '#web/head/sitemap.ts';
import { pathOf } from './places.ts';

const PER = '100';
/** More texts than this are no shop's. */
const MOST_PAGES = 50;

async function textsIn(locale: Locale, api: Transport): Promise<readonly (readonly [id: string, text: ContentAttributes])[]> {
  const found: (readonly [string, ContentAttributes])[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- the first page says whether there is another
    const told = await call(listContent, { query: { locale, page: String(page), per: PER } }, api);
    if (!told.ok || told.data.length === 0) return found;
    found.push(...told.data.map(({ id, attributes }) => [id, attributes] as const));
    if (told.data.length < Number(PER)) return found;
  }
  return found;
}

/** Every page of a text that people write in the office, with the day it was last changed. Questions stand on a page of their own. */
export async function listTexts(api: (locale: Locale) => Transport): Promise<readonly PublicPage[]> {
  const all = new Map((await Promise.all(LOCALES.map((locale) => textsIn(locale, api(locale))))).flat());
  return [...all.values()].flatMap((text) => {
    if (text.kind === 'faq') return [];
    const paths = { ru: pathOf(text, 'ru'), en: pathOf(text, 'en') };
    const path = paths.ru ?? paths.en;
    return path === null ? [] : [{ path, paths, changedAt: text.changed_at }];
  });
}
