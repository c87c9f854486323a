import type { Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { slugProblem } from './slug.ts';
import { type ContentDocument, imagesOf } from './document.ts';
import { plainParagraphs } from './render.ts';

export const CONTENT_KINDS = ['news', 'faq', 'page'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** Ids that the API promises (spec 7: news are category 2). Every other category is below one of them. */
export const ROOT_CATEGORIES = { page: 1, news: 2, faq: 3 } as const satisfies Readonly<Record<ContentKind, number>>;

/** A text in one language. */
export interface ContentText {
  readonly title: string;
  readonly slug: string;
  /** Identifies a page in requests. If it is empty, the slug does. */
  readonly seolink: string;
  readonly excerpt: string;
  readonly body: ContentDocument;
  readonly seo: { readonly title: string; readonly description: string };
}

/** A text in its languages. */
export type ContentTexts = { readonly [L in Locale]: ContentText | null };

/** Why a text cannot be published: path of the member, and the reason. */
export interface ContentProblem {
  readonly field: string;
  readonly reason: 'required' | 'too_long' | 'invalid_slug' | 'reserved_slug';
}

function problemsOfText(locale: Locale, text: ContentText): ContentProblem[] {
  const at = (field: string, reason: ContentProblem['reason'] | undefined): ContentProblem[] =>
    reason === undefined ? [] : [{ field: `${locale}/${field}`, reason }];
  return [
    ...at('title', text.title.trim() === '' ? 'required' : undefined),
    ...at('slug', slugProblem(text.slug)),
    ...at('seolink', text.seolink === '' ? undefined : slugProblem(text.seolink)),
    ...at('body', plainParagraphs(text.body).length === 0 ? 'required' : undefined),
    ...at('body', imagesOf(text.body.content).some(({ alt }) => alt.trim() === '') ? 'required' : undefined),
  ];
}

/** What prevents publishing: at least one language is needed, and each must be complete. */
export function contentProblems(texts: ContentTexts): readonly ContentProblem[] {
  const languages = (['ru', 'en'] as const).flatMap((locale) => {
    const text = texts[locale];
    return text === null ? [] : [problemsOfText(locale, text)];
  });
  return languages.length === 0 ? [{ field: 'ru/title', reason: 'required' }] : languages.flat();
}

/** Which version is shown from a moment on. With the version null, none is. */
export interface Publication {
  readonly version: number | null;
  readonly from: Instant;
  /** Of two publications at one moment the higher sequence wins. */
  readonly sequence: number;
}

/** The publication in force at a moment: the newest that has begun. */
export function publicationAt(publications: readonly Publication[], now: Instant): Publication | undefined {
  return publications
    .filter(({ from }) => from <= now)
    .toSorted((a, b) => a.from - b.from || a.sequence - b.sequence)
    .at(-1);
}

export const CONTENT_STATES = ['draft', 'in_review', 'scheduled', 'published', 'archived'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
