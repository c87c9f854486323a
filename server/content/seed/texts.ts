import { readdirSync, readFileSync } from 'node:fs';
import { CONTENT_KINDS, type ContentKind, type ContentText } from '#core/content/item.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { documentOf, type Head, readHead } from './read-text.ts';

/** A category below the main one of its kind. */
export interface SeedCategory {
  readonly kind: ContentKind;
  readonly slug: string;
  readonly name: Readonly<Record<Locale, string>>;
  readonly sort: number;
}

/** A text that a new shop begins with, in every language. */
export interface SeedText {
  readonly kind: ContentKind;
  /** Address of its category; null: the main one of its kind. */
  readonly category: string | null;
  readonly sort: number;
  readonly texts: Readonly<Record<Locale, ContentText>>;
}

/** Categories of questions in the order that people need them. */
const QUESTIONS = ['paying', 'status', 'mistakes', 'cards', 'account', 'earnings'];

const fileOf = (locale: Locale, name: string) => readFileSync(new URL(`./${locale}/${name}`, import.meta.url), 'utf8');

function kindOf({ kind = '' }: Head): ContentKind {
  const found = CONTENT_KINDS.find((one) => one === kind);
  if (found === undefined) throw new Error(`no such kind of text: ${kind}`);
  return found;
}

const need = (head: Head, name: string): string => {
  const value = head[name];
  if (value === undefined) throw new Error(`a text without its ${name}`);
  return value;
};

interface Read {
  readonly name: string;
  readonly head: Head;
  readonly rest: string;
}

const readIn = (locale: Locale, name: string): Read => ({ name, ...readHead(fileOf(locale, name)) });

function textOf({ head, rest }: Read, locale: Locale): ContentText {
  return {
    title: need(head, 'title'),
    slug: need(head, 'slug'),
    seolink: '',
    excerpt: head['excerpt'] ?? '',
    body: documentOf(rest, locale),
    seo: { title: need(head, 'seo_title'), description: need(head, 'description') },
  };
}

/** Questions of one file: a heading, its address, its answer. */
function questionsOf({ rest }: Read, locale: Locale): readonly ContentText[] {
  return rest
    .split(/^## /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const found = /^(.+)\nslug: ([a-z0-9-]+)\n\n([\s\S]+)$/.exec(part);
      if (found === null) throw new Error(`not a question with its address and answer: ${part.slice(0, 80)}`);
      const [, title = '', slug = '', answer = ''] = found;
      return { title, slug, seolink: '', excerpt: '', body: documentOf(answer, locale), seo: { title: '', description: '' } };
    });
}

/** The same file in every language. */
const pairOf = (name: string) => ({ ru: readIn('ru', name), en: readIn('en', name) });

function questionTexts(name: string): readonly SeedText[] {
  const both = pairOf(name);
  const [ru, en] = [questionsOf(both.ru, 'ru'), questionsOf(both.en, 'en')];
  return ru.map((text, i) => {
    const other = en[i];
    if (other === undefined || en.length !== ru.length) throw new Error(`${name}: as many questions in every language`);
    return { kind: 'faq', category: need(both.ru.head, 'slug'), sort: i + 1, texts: { ru: text, en: other } };
  });
}

function wholeText(name: string, sort: number): SeedText {
  const both = pairOf(name);
  const texts = { ru: textOf(both.ru, 'ru'), en: textOf(both.en, 'en') };
  return { kind: kindOf(both.ru.head), category: both.ru.head['category'] ?? null, sort, texts };
}

const names = (): readonly string[] => readdirSync(new URL('./ru/', import.meta.url)).toSorted();
const isQuestions = (name: string): boolean => name.startsWith('faq-');

/** Every text that a new shop begins with; names of files decide nothing but which are lists of questions. */
export const seedTexts = (): readonly SeedText[] =>
  names().flatMap((name, i) => (isQuestions(name) ? questionTexts(name) : [wholeText(name, i + 1)]));

/** The categories that those stand in. */
export function seedCategories(): readonly SeedCategory[] {
  const found = names().flatMap((name): SeedCategory[] => {
    const { ru, en } = pairOf(name);
    if (isQuestions(name)) {
      const slug = need(ru.head, 'slug');
      return [{ kind: 'faq', slug, name: { ru: need(ru.head, 'title'), en: need(en.head, 'title') }, sort: QUESTIONS.indexOf(slug) + 1 }];
    }
    const slug = ru.head['category'];
    if (slug === undefined) return [];
    return [{ kind: kindOf(ru.head), slug, name: { ru: need(ru.head, 'category_title'), en: need(en.head, 'category_title') }, sort: 1 }];
  });
  return [...new Map(found.map((one) => [one.slug, one])).values()];
}

/** Languages in which a file is missing: there are none. */
export const unpairedFiles = (): readonly string[] => {
  const [ru, en] = LOCALES.map((locale) => new Set(readdirSync(new URL(`./${locale}/`, import.meta.url))));
  return ru === undefined || en === undefined ? [] : [...ru.symmetricDifference(en)];
};
