import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeOf } from './code.ts';
import { exists, filesBelow, textOf } from './files.ts';

/** Documents cited by section. */
const PAGES = {
  spec: 'docs/specification.md',
  specification: 'docs/specification.md',
  domain: 'docs/domain.md',
  contract: 'docs/contract.md',
  architecture: 'ARCHITECTURE.md',
} as const;
type Page = keyof typeof PAGES;

const SELF = 'tests/architecture/citations.test.ts';
const folders = ['core', 'contract', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts', 'docs'];
const sources = [...folders.flatMap((folder) => filesBelow(folder, /\.(ts|tsx|mjs|sql|css|md)$/)), 'README.md', 'ARCHITECTURE.md'].filter(
  (file) => file !== SELF,
);

/** A text with its comments unwrapped: a citation may run over the end of a line. */
const unwrapped = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--)?[ \t]*/g, ' ');
const plain = (text: string): string =>
  text
    .replace(/[*_`“”]/g, '')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The numbered sections of a page by their numbers. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const parts = textOf(page)
    .split(/^## (?=\d+\. )/m)
    .slice(1);
  return new Map(parts.map((part) => [/^\d+/.exec(part)?.[0] ?? '', part.split(/^## /m)[0] ?? part]));
}
const sections = new Map([...new Set(Object.values(PAGES))].map((page) => [page, sectionsOf(page)]));

/** The rows of tables and lists that are cited by a short name: `T22`, `G17`, `R20`. */
const ROWS = {
  T: new Set([...textOf('docs/domain.md').matchAll(/^\| (T\d+) \|/gm)].map(([, name]) => name)),
  G: new Set([...textOf('docs/quality.md').matchAll(/^\| (G\d+) \|/gm)].map(([, name]) => name)),
  R: new Set([...textOf('docs/quality.md').matchAll(/^- (R\d+) /gm)].map(([, name]) => name)),
};
const decisions = new Set(filesBelow('docs/decisions', /\.md$/).map((file) => path.basename(file).slice(0, 4)));

const SECTION =
  /\b(spec|specification|domain|contract|architecture)(?:\.md)?,?(?: sections?)? (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)(?!\d|\.\d|[ -]?(?:px|ms|s|min|h|%|of)\b)((?:[,:]? "[^"\n]{3,80}")?)/gi;

/** Citations of a section or item that does not exist, or that does not contain the quoted words. */
function brokenSections(text: string): string[] {
  return [...unwrapped(text).matchAll(SECTION)].flatMap(([whole, name = '', numbers = '', quoted = '']) => {
    const page = sections.get(PAGES[name.toLowerCase() as Page]);
    const cited = numbers.split(/, | and /).map((number) => {
      const [section = '', item] = number.split('.');
      const body = page?.get(section);
      return item === undefined || body === undefined ? body : new RegExp(`^${item}\\. .*$`, 'm').exec(body)?.[0];
    });
    const title = plain(/"([^"]+)"/.exec(quoted)?.[1] ?? '');
    const holds = cited.every((body) => body !== undefined) && plain(cited.join(' ')).includes(title);
    return holds ? [] : [whole];
  });
}

/** `R1` and the like are names of type parameters and test data as well: a citation is written with all its digits. */
const ROW = /(?<![\w#.'-])(?:([TG])([1-9]\d?)|(R)(\d\d))(?:-([TGR]?)(\d{1,2}))?(?![\w'(])/g;

function brokenRows(text: string): string[] {
  return [...text.matchAll(ROW)].flatMap(([whole, short, n, long, nn, , to]) => {
    const kind = (short ?? long ?? 'T') as keyof typeof ROWS;
    const numbers = [n ?? nn, ...(to === undefined ? [] : [to])];
    return numbers.every((number) => ROWS[kind].has(`${kind}${number}`)) ? [] : [whole];
  });
}

const brokenDecisions = (text: string): string[] =>
  [...text.matchAll(/\bdecisions? (\d{4})\b/gi)].flatMap(([whole, number]) => (decisions.has(number ?? '') ? [] : [whole]));

const brokenPages = (text: string): string[] =>
  [...text.matchAll(/(?<![\w/])docs\/[\w./-]+\.md\b/g)].flatMap(([place]) => (exists(place) ? [] : [place]));

const wrongIn = (files: readonly string[], broken: (text: string) => string[]): string[] =>
  files.flatMap((file) => broken(textOf(file)).map((what) => `${file}: ${what}`));

describe('what comments and pages cite exists', () => {
  it('a section, and the words quoted from it', () => {
    expect(wrongIn(sources, brokenSections)).toEqual([]);
  });

  it('a move, a goal, an acceptance check', () => {
    expect(wrongIn(sources, brokenRows)).toEqual([]);
  });

  it('a decision, a page', () => {
    expect(wrongIn(sources, brokenDecisions)).toEqual([]);
    expect(wrongIn(sources, brokenPages)).toEqual([]);
  });

  it('broken citations are found', () => {
    expect(brokenSections('(domain 5,\n * "Open orders"); domain 6, 11; architecture 2.5; Spec 5: "Enter a valid email"')).toEqual([]);
    expect(brokenSections('domain 12, spec 5.1, domain 5, "Closed orders", architecture 2.19')).toHaveLength(4);
    expect(brokenRows('T22, T27-29 and R20, (G17)')).toEqual([]);
    expect(brokenRows('T30, R99, G99')).toHaveLength(3);
    expect([...brokenDecisions('decision 9999'), ...brokenPages('docs/nowhere.md')]).toHaveLength(2);
  });
});

describe('comments', () => {
  it('name files that exist, by path or by name', () => {
    const files = folders.flatMap((folder) => filesBelow(folder));
    const paths = new Set(files);
    const names = new Set(files.map((file) => path.posix.basename(file)));
    const isKnown = (place: string): boolean =>
      paths.has(place) || (!place.includes('/') && names.has(place)) || files.some((file) => file.endsWith(`/${place}`));
    const wrong = files
      .filter((file) => /\.tsx?$/.test(file) && file !== SELF && file !== 'tests/architecture/vocabulary.ts')
      .flatMap((file) =>
        codeOf(file).comments.flatMap(({ text, line }) =>
          [...text.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|json|md|css|sql))`/g)]
            .map(([, place = '']) => place)
            .filter((place) => !place.includes('NNNN') && !isKnown(place))
            .map((place) => `${file}:${line} ${place}`),
        ),
      );
    expect(wrong).toEqual([]);
  });
});

// Texts of a new shop link to pages of the site, not to files
const pages = sources.filter((file) => file.endsWith('.md') && !file.startsWith('server/content/seed/'));

describe('pages', () => {
  it('link to existing files', () => {
    const wrong = pages.flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].flatMap(([, link = '']) =>
        exists(path.posix.join(path.posix.dirname(file), link)) ? [] : [`${file}: ${link}`],
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('name files that exist', () => {
    const first = new RegExp(`^(?:${folders.join('|')})/`);
    const wrong = pages.flatMap((file) =>
      [...textOf(file).matchAll(/`([\w.-]+(?:\/[\w.-]+)+\/?)`/g)].flatMap(([, place = '']) =>
        first.test(place) && !place.includes('NNNN') && !exists(place) ? [`${file}: ${place}`] : [],
      ),
    );
    expect(wrong).toEqual([]);
  });
});
