import type { BlockNode, ContentDocument, InlineNode, TextNode } from '#core/content/document.ts';
import type { Locale } from '#core/locale.ts';

/** The head of a file, line by line: `name: value`. */
export type Head = Readonly<Record<string, string>>;

const HEAD = /^---\n([\s\S]*?)\n---\n/;

function headLines(text: string): Head {
  const lines = text.split('\n').map((line) => /^([a-z_]+): (.+)$/.exec(line));
  if (lines.includes(null)) throw new Error(`not a head: ${text}`);
  return Object.fromEntries(lines.map((found) => [found?.[1] ?? '', found?.[2] ?? '']));
}

/** Splits a file into its head and its text. */
export function readHead(file: string): { readonly head: Head; readonly rest: string } {
  const found = HEAD.exec(file);
  if (found === null) throw new Error('a text begins with its head between two lines of ---');
  return { head: headLines(found[1] ?? ''), rest: file.slice(found[0].length) };
}

/** Pages of the site have an address in each language. */
const inLanguage = (href: string, locale: Locale): string => (locale === 'en' && href.startsWith('/') ? `/en${href}` : href);

const MARKED = /\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<name>[^\]]+)\]\((?<href>[^)\s]+)\)/g;

/** Bold, code and links of a line. */
function inlineOf(line: string, locale: Locale): readonly InlineNode[] {
  const nodes: TextNode[] = [];
  const plain = (text: string) => (text === '' ? undefined : nodes.push({ type: 'text', text }));
  let end = 0;
  for (const found of line.matchAll(MARKED)) {
    plain(line.slice(end, found.index));
    end = found.index + found[0].length;
    const { bold, code, name = '', href = '' } = found.groups ?? {};
    if (bold !== undefined) nodes.push({ type: 'text', text: bold, marks: [{ type: 'bold' }] });
    else if (code !== undefined) nodes.push({ type: 'text', text: code, marks: [{ type: 'code' }] });
    else nodes.push({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href: inLanguage(href, locale) } }] });
  }
  plain(line.slice(end));
  return nodes;
}

const LISTS = [
  ['bulletList', /^- /],
  ['orderedList', /^\d+\. /],
] as const;

function blockOf(lines: readonly string[], locale: Locale): BlockNode {
  const [first = ''] = lines;
  const heading = /^(#{2,3}) (.+)$/.exec(first);
  if (heading !== null && lines.length === 1)
    return { type: 'heading', attrs: { level: heading[1] === '##' ? 2 : 3 }, content: inlineOf(heading[2] ?? '', locale) };
  const list = LISTS.find(([, sign]) => sign.test(first));
  if (list === undefined) return { type: 'paragraph', content: inlineOf(lines.join(' '), locale) };
  const [type, sign] = list;
  const stray = lines.find((line) => !sign.test(line));
  if (stray !== undefined) throw new Error(`not a line of the list: ${stray}`);
  return {
    type,
    content: lines.map((line) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: inlineOf(line.replace(sign, ''), locale) }],
    })),
  };
}

/**
 * The little of Markdown that the texts of a new shop are written in, as a document: headings, lists of one level, bold, code, links.
 * Blocks stand apart by an empty line; a link to a page of the site leads to it in the text's language.
 */
export function documentOf(text: string, locale: Locale): ContentDocument {
  const blocks = text.split(/\n{2,}/).map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  return { type: 'doc', content: blocks.filter((lines) => lines.length > 0).map((lines) => blockOf(lines, locale)) };
}
