import { escapeHtml } from '#core/text/escape-html.ts';
import { slugOf } from './slug.ts';
import {
  type BlockNode,
  type ContentDocument,
  type ImageAttrs,
  type InlineNode,
  isForeignHref,
  type ListItem,
  type TextNode,
} from './document.ts';

/** Widths that an image of a text is stored in, ascending. */
const WIDTHS = [480, 960, 1600] as const;

/** Stored widths of an image, which is never enlarged: the standard widths below its own, and its own up to 1600. */
export function imageWidths(width: number): readonly number[] {
  const narrower = WIDTHS.filter((stored) => stored < width);
  return width <= WIDTHS[2] ? [...narrower, width] : narrower;
}

/** The public path of an image in one of its widths. */
export const imagePath = (id: string, width: number): string => `/content/images/${id}-${width}.webp`;

/** Tags of marks, outermost first; the order in the document does not matter. */
const TAGS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strike', 's'],
  ['code', 'code'],
] as const;

function renderText({ text, marks = [] }: TextNode): string {
  const inner = TAGS.toReversed().reduce(
    (html, [type, tag]) => (marks.some((mark) => mark.type === type) ? `<${tag}>${html}</${tag}>` : html),
    escapeHtml(text),
  );
  const link = marks.find((mark) => mark.type === 'link');
  if (link === undefined) return inner;
  const { href } = link.attrs;
  const rel = isForeignHref(href) ? ' rel="noopener noreferrer nofollow"' : '';
  return `<a href="${escapeHtml(href)}"${rel}>${inner}</a>`;
}

const renderInline = (nodes: readonly InlineNode[] = []): string =>
  nodes.map((node) => (node.type === 'hardBreak' ? '<br>' : renderText(node))).join('');

function renderImage({ id, alt, width, height }: ImageAttrs): string {
  const widths = imageWidths(width);
  const widest = widths.at(-1) ?? width;
  const sources = widths.map((sourceWidth) => `${imagePath(id, sourceWidth)} ${sourceWidth}w`).join(', ');
  const attributes = `src="${imagePath(id, widest)}" srcset="${sources}" sizes="(max-width: 760px) 100vw, 720px"`;
  return `<p><img ${attributes} alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy" decoding="async"></p>`;
}

/** The id attribute of a heading, from its text. The prefix keeps it apart from names that scripts use. */
function idOf(nodes: readonly InlineNode[] = []): string {
  const name = slugOf(nodes.map((node) => (node.type === 'text' ? node.text : ' ')).join(''));
  return name === '' ? '' : ` id="s-${name}"`;
}

/** Whether every item begins with bold words: such a numbered list is drawn as steps. */
const isSteps = (items: readonly ListItem[]): boolean =>
  items.every(({ content: [first] }) => {
    const start = first?.type === 'paragraph' ? first.content?.[0] : undefined;
    return start?.type === 'text' && start.marks?.some(({ type }) => type === 'bold') === true;
  });

function renderBlock(block: BlockNode): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${renderInline(block.content)}</p>`;
    case 'heading':
      return `<h${block.attrs.level}${idOf(block.content)}>${renderInline(block.content)}</h${block.attrs.level}>`;
    case 'codeBlock':
      return `<pre><code>${escapeHtml((block.content ?? []).map(({ text }) => text).join(''))}</code></pre>`;
    case 'bulletList':
      return `<ul>${block.content.map((item) => `<li>${renderBlocks(item.content)}</li>`).join('')}</ul>`;
    case 'orderedList':
      return `${isSteps(block.content) ? '<ol class="steps" role="list">' : '<ol>'}${block.content.map((item) => `<li>${renderBlocks(item.content)}</li>`).join('')}</ol>`;
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
 * A validated text as HTML (domain 9, R47): the tags of `document.ts`, our own attributes, every typed text escaped.
 * `document` must have passed `isContentDocument`.
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

/** The text of a document, paragraph by paragraph, without empty ones: for search, excerpts and comparison. */
export const plainParagraphs = ({ content }: ContentDocument): readonly string[] =>
  content.flatMap(paragraphsOf).filter((paragraph) => paragraph.trim() !== '');

/** The beginning of a text on one line of at most `maxLength` characters, cut at a word. */
export function truncate(text: string, maxLength: number): string {
  const singleLine = text.replaceAll(/\s+/g, ' ').trim();
  if (singleLine.length <= maxLength) return singleLine;
  const cut = singleLine.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  const words = space > maxLength / 2 ? cut.slice(0, space) : cut;
  // Without punctuation and half of a surrogate pair at the end
  return `${words.replace(/[\s.,;:–—-]+$/u, '').replace(/[\uD800-\uDBFF]$/, '')}…`;
}
