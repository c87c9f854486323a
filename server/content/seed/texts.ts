import { readdirSync, readFileSync } from 'node:fs';
import { oneOf } from '#core/closed-list.ts';
import { CONTENT_KINDS, type ContentKind, type ContentText } from '#core/content/item.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import { documentOf, type FrontMatter, readFrontMatter } from './read-text.ts';

/** A category below the root category of its kind. */
export interface SeedCategory {
  readonly kind: ContentKind;
  readonly slug: string;
  readonly name: Readonly<Record<Locale, string>>;
  readonly sort: number;
}

/** A text of a new shop, in every locale. */
export interface SeedText {
  readonly kind: ContentKind;
  /** The slug of the category. Null means the root category of the kind. */
  readonly category: string | null;
  readonly sort: number;
  readonly texts: Readonly<Record<Locale, ContentText>>;
}

/** Categories of questions in display order. */
const QUESTIONS = ['paying', 'status', 'mistakes', 'cards', 'account', 'earnings'];

const fileOf = (locale: Locale, name: string) => readFileSync(new URL(`./${locale}/${name}`, import.meta.url), 'utf8');

function kindOf({ kind = '' }: FrontMatter): ContentKind {
  const kindName = oneOf(CONTENT_KINDS, kind);
  if (kindName === undefined) throw new Error(`no such kind of text: ${kind}`);
  return kindName;
}

const requireField = (head: FrontMatter, name: string): string => {
  const value = head[name];
  if (value === undefined) throw new Error(`a text without its ${name}`);
  return value;
};

interface SourceFile {
  readonly name: string;
  readonly head: FrontMatter;
  readonly rest: string;
}

const readIn = (locale: Locale, name: string): SourceFile => ({ name, ...readFrontMatter(fileOf(locale, name)) });

function textOf({ head, rest }: SourceFile, locale: Locale): ContentText {
  return {
    title: requireField(head, 'title'),
    slug: requireField(head, 'slug'),
    seolink: '',
    excerpt: head['excerpt'] ?? '',
    body: documentOf(rest, locale),
    seo: { title: requireField(head, 'seo_title'), description: requireField(head, 'description') },
  };
}

/** Questions of one file: heading, slug, answer. */
function questionsOf({ rest }: SourceFile, locale: Locale): readonly ContentText[] {
  return rest
    .split(/^## /m)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const match = /^(.+)\nslug: ([a-z0-9-]+)\n\n([\s\S]+)$/.exec(part);
      if (match === null) throw new Error(`not a question with its address and answer: ${part.slice(0, 80)}`);
      const [, title = '', slug = '', answer = ''] = match;
      return { title, slug, seolink: '', excerpt: '', body: documentOf(answer, locale), seo: { title: '', description: '' } };
    });
}

/** The same file in every locale. */
const readPair = (name: string) => ({ ru: readIn('ru', name), en: readIn('en', name) });

function questionTexts(name: string): readonly SeedText[] {
  const pair = readPair(name);
  const [ru, en] = [questionsOf(pair.ru, 'ru'), questionsOf(pair.en, 'en')];
  return ru.map((text, i) => {
    const enText = en[i];
    if (enText === undefined || en.length !== ru.length) throw new Error(`${name}: as many questions in every language`);
    return { kind: 'faq', category: requireField(pair.ru.head, 'slug'), sort: i + 1, texts: { ru: text, en: enText } };
  });
}

function singleText(name: string, sort: number): SeedText {
  const pair = readPair(name);
  const texts = { ru: textOf(pair.ru, 'ru'), en: textOf(pair.en, 'en') };
  return { kind: kindOf(pair.ru.head), category: pair.ru.head['category'] ?? null, sort, texts };
}

const fileNames = (): readonly string[] => readdirSync(new URL('./ru/', import.meta.url)).toSorted();
const isQuestionList = (name: string): boolean => name.startsWith('faq-');

/** Every text of a new shop. A file's name only tells whether it is a list of questions. */
export const seedTexts = (): readonly SeedText[] =>
  fileNames().flatMap((name, i) => (isQuestionList(name) ? questionTexts(name) : [singleText(name, i + 1)]));

/** The categories of those texts. */
export function seedCategories(): readonly SeedCategory[] {
  const categories = fileNames().flatMap((name): SeedCategory[] => {
    const { ru, en } = readPair(name);
    if (isQuestionList(name)) {
      const slug = requireField(ru.head, 'slug');
      return [
        {
          kind: 'faq',
          slug,
          name: { ru: requireField(ru.head, 'title'), en: requireField(en.head, 'title') },
          sort: QUESTIONS.indexOf(slug) + 1,
        },
      ];
    }
    const slug = ru.head['category'];
    if (slug === undefined) return [];
    return [
      {
        kind: kindOf(ru.head),
        slug,
        name: { ru: requireField(ru.head, 'category_title'), en: requireField(en.head, 'category_title') },
        sort: 1,
      },
    ];
  });
  return [...new Map(categories.map((category) => [category.slug, category])).values()];
}

/** Files that are missing in a locale. There must be none. */
export const unpairedFiles = (): readonly string[] => {
  const [ru, en] = LOCALES.map((locale) => new Set(readdirSync(new URL(`./${locale}/`, import.meta.url))));
  return ru === undefined || en === undefined ? [] : [...ru.symmetricDifference(en)];
};
