import type { BlockNode, ContentDocument, InlineNode, TextNode } from '#core/content/document.ts';
import type { Locale } from '#core/locale.ts';

/** Metadata of a file: `name: value` lines between two lines of ---. */
export type FrontMatter = Readonly<Record<string, string>>;

const HEAD = /^---\n([\s\S]*?)\n---\n/;

function parseFrontMatter(text: string): FrontMatter {
  const lines = text.split('\n').map((line) => /^([a-z_]+): (.+)$/.exec(line));
  if (lines.includes(null)) throw new Error(`not a head: ${text}`);
  return Object.fromEntries(lines.map((match) => [match?.[1] ?? '', match?.[2] ?? '']));
}

/** Splits a file into its front matter and text. */
export function readFrontMatter(file: string): { readonly head: FrontMatter; readonly rest: string } {
  const match = HEAD.exec(file);
  if (match === null) throw new Error('a text begins with its head between two lines of ---');
  return { head: parseFrontMatter(match[1] ?? ''), rest: file.slice(match[0].length) };
}

/** Paths of the site differ by locale. */
const inLocale = (href: string, locale: Locale): string => (locale === 'en' && href.startsWith('/') ? `/en${href}` : href);

const INLINE_MARKUP = /\*\*(?<bold>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<name>[^\]]+)\]\((?<href>[^)\s]+)\)/g;

/** Bold, code and links of a line. */
function inlineOf(line: string, locale: Locale): readonly InlineNode[] {
  const nodes: TextNode[] = [];
  const plain = (text: string) => (text === '' ? undefined : nodes.push({ type: 'text', text }));
  let end = 0;
  for (const match of line.matchAll(INLINE_MARKUP)) {
    plain(line.slice(end, match.index));
    end = match.index + match[0].length;
    const { bold, code, name = '', href = '' } = match.groups ?? {};
    if (bold !== undefined) nodes.push({ type: 'text', text: bold, marks: [{ type: 'bold' }] });
    else if (code !== undefined) nodes.push({ type: 'text', text: code, marks: [{ type: 'code' }] });
    else nodes.push({ type: 'text', text: name, marks: [{ type: 'link', attrs: { href: inLocale(href, locale) } }] });
  }
  plain(line.slice(end));
  return nodes;
}

const LISTS = [
  ['bulletList', /^- /],
  ['orderedList', /^\d+\. /],
] as const;

const QUOTE = /^> /;

function blockOf(lines: readonly string[], locale: Locale): BlockNode {
  const [first = ''] = lines;
  if (lines.every((line) => QUOTE.test(line)))
    return {
      type: 'blockquote',
      content: [
        blockOf(
          lines.map((line) => line.replace(QUOTE, '')),
          locale,
        ),
      ],
    };
  const heading = /^(#{2,3}) (.+)$/.exec(first);
  if (heading !== null && lines.length === 1)
    return { type: 'heading', attrs: { level: heading[1] === '##' ? 2 : 3 }, content: inlineOf(heading[2] ?? '', locale) };
  const list = LISTS.find(([, sign]) => sign.test(first));
  if (list === undefined) return { type: 'paragraph', content: inlineOf(lines.join(' '), locale) };
  const [type, sign] = list;
  const otherLine = lines.find((line) => !sign.test(line));
  if (otherLine !== undefined) throw new Error(`not a line of the list: ${otherLine}`);
  return {
    type,
    content: lines.map((line) => ({
      type: 'listItem',
      content: [{ type: 'paragraph', content: inlineOf(line.replace(sign, ''), locale) }],
    })),
  };
}

/**
 * Parses the Markdown of seed texts: headings, quotes, one-level lists, bold, code and links, in blocks separated by empty lines. Links to the site
 * get the locale of the text.
 */
export function documentOf(text: string, locale: Locale): ContentDocument {
  const blocks = text.split(/\n{2,}/).map((block) => block.split('\n').filter((line) => line.trim() !== ''));
  return { type: 'doc', content: blocks.filter((lines) => lines.length > 0).map((lines) => blockOf(lines, locale)) };
}
