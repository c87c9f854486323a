import { addressOf } from './address.ts';
import { type BlockNode, type ContentDocument, type ImageAttrs, type InlineNode, isForeignHref, type TextNode } from './document.ts';
import { imagePath, imageWidths } from './image.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Tags of marks, from the outermost: the order of a document's own list says nothing. */
const TAGS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['code', 'code'],
] as const;

function renderText({ text, marks = [] }: TextNode): string {
  const inner = TAGS.toReversed().reduce(
    (html, [type, tag]) => (marks.some((mark) => mark.type === type) ? `<${tag}>${html}</${tag}>` : html),
    escape(text),
  );
  const link = marks.find((mark) => mark.type === 'link');
  if (link === undefined) return inner;
  const { href } = link.attrs;
  const rel = isForeignHref(href) ? ' rel="noopener noreferrer nofollow"' : '';
  return `<a href="${escape(href)}"${rel}>${inner}</a>`;
}

const renderInline = (nodes: readonly InlineNode[] = []): string =>
  nodes.map((node) => (node.type === 'hardBreak' ? '<br>' : renderText(node))).join('');

function renderImage({ id, alt, width, height }: ImageAttrs): string {
  const widths = imageWidths(width);
  const widest = widths.at(-1) ?? width;
  const sources = widths.map((one) => `${imagePath(id, one)} ${one}w`).join(', ');
  const shown = `src="${imagePath(id, widest)}" srcset="${sources}" sizes="(max-width: 760px) 100vw, 720px"`;
  return `<p><img ${shown} alt="${escape(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async"></p>`;
}

/** A heading's words as its address on the page, behind a prefix: nobody's words become a name that a script looks for. */
function idOf(nodes: readonly InlineNode[] = []): string {
  const name = addressOf(nodes.map((node) => (node.type === 'text' ? node.text : ' ')).join(''));
  return name === '' ? '' : ` id="s-${name}"`;
}

function renderBlock(block: BlockNode): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${renderInline(block.content)}</p>`;
    case 'heading':
      return `<h${block.attrs.level}${idOf(block.content)}>${renderInline(block.content)}</h${block.attrs.level}>`;
    case 'codeBlock':
      return `<pre><code>${escape((block.content ?? []).map(({ text }) => text).join(''))}</code></pre>`;
    case 'bulletList':
      return `<ul>${block.content.map((item) => `<li>${renderBlocks(item.content)}</li>`).join('')}</ul>`;
    case 'orderedList':
      return `<ol>${block.content.map((item) => `<li>${renderBlocks(item.content)}</li>`).join('')}</ol>`;
    case 'blockquote':
      return `<blockquote>${renderBlocks(block.content)}</blockquote>`;
    case 'horizontalRule':
      return '<hr>';
    case 'image':
      return renderImage(block.attrs);
  }
}

const renderBlocks = (blocks: readonly BlockNode[]): string => blocks.map(renderBlock).join('');

/**
 * A checked text as HTML (domain 9, R47): the tags of `document.ts`, attributes of our own, everything that somebody typed escaped.
 * Give it only what `isContentDocument` has seen.
 */
export const renderDocument = ({ content }: ContentDocument): string => renderBlocks(content);

function paragraphsOf(block: BlockNode): readonly string[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return [(block.content ?? []).map((node) => (node.type === 'hardBreak' ? '\n' : node.text)).join('')];
    case 'codeBlock':
      return [(block.content ?? []).map(({ text }) => text).join('')];
    case 'bulletList':
    case 'orderedList':
      return block.content.flatMap((item) => item.content.flatMap(paragraphsOf));
    case 'blockquote':
      return block.content.flatMap(paragraphsOf);
    case 'horizontalRule':
      return [];
    case 'image':
      return [block.attrs.alt];
  }
}

/** The words of a text, paragraph by paragraph, without the empty ones: for search, excerpts and comparing. */
export const plainParagraphs = ({ content }: ContentDocument): readonly string[] =>
  content.flatMap(paragraphsOf).filter((paragraph) => paragraph.trim() !== '');

/** The beginning of a text as one line of at most so many characters, ended at a word. */
export function shortened(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:–—-]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}…`;
}
