import type { BlockNode, ContentDocument, InlineNode, ListItem, TextNode } from './document.ts';
import { EMPTY_DOCUMENT } from './document.ts';
import type { ContentText } from './item.ts';

/** What a text may leave to the settings of the shop (domain 10), as `{{shop_name}}`. */
export const CONTENT_VARIABLES = [
  'shop_name',
  'site',
  'legal_name',
  'support_email',
  'support_phone',
  'support_telegram',
  'support_hours',
  'orders_kept_days',
] as const;
export type ContentVariable = (typeof CONTENT_VARIABLES)[number];

/** What the settings say now, in one language; its text is empty where they say nothing. `href`: where a press on it leads. */
export type ContentValues = { readonly [N in ContentVariable]: { readonly text: string; readonly href?: string } };

const VARIABLE = /\{\{(\w+)\}\}/g;
const isKnown = (name: string): name is ContentVariable => CONTENT_VARIABLES.some((one) => one === name);

/** Every name in double braces, known or not. */
export const variablesIn = (text: string): readonly string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name ?? '');

const lacks = (text: string, values: ContentValues): boolean => variablesIn(text).some((name) => isKnown(name) && values[name].text === '');

/** A line with what the settings say; what they do not say is left out of it, and an unknown name stays as it is. */
export const fillLine = (text: string, values: ContentValues): string =>
  text.replaceAll(VARIABLE, (whole, name: string) => (isKnown(name) ? values[name].text : whole));

/** A piece of text with its values; those that can be pressed become links where the piece is none already. */
function fillPiece(node: TextNode, values: ContentValues): readonly TextNode[] {
  const marks = node.marks ?? [];
  const isPlain = !marks.some(({ type }) => type === 'link' || type === 'code');
  return node.text.split(/(\{\{\w+\}\})/).flatMap((part): TextNode[] => {
    const text = fillLine(part, values);
    if (text === '') return [];
    const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1] ?? '';
    const href = isPlain && isKnown(name) ? values[name].href : undefined;
    return [href === undefined ? { ...node, text } : { ...node, text, marks: [...marks, { type: 'link', attrs: { href } }] }];
  });
}

const fillInline = (nodes: readonly InlineNode[], values: ContentValues): readonly InlineNode[] =>
  nodes.flatMap((node): readonly InlineNode[] => (node.type === 'text' ? fillPiece(node, values) : [node]));

const isLacking = (nodes: readonly InlineNode[] = [], values: ContentValues): boolean =>
  nodes.some((node) => node.type === 'text' && lacks(node.text, values));

function fillItem(item: ListItem, values: ContentValues): readonly ListItem[] {
  const content = fillBlocks(item.content, values);
  return content.length === 0 ? [] : [{ ...item, content }];
}

function fillBlock(block: BlockNode, values: ContentValues): readonly BlockNode[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      if (isLacking(block.content, values)) return [];
      return [block.content === undefined ? block : { ...block, content: fillInline(block.content, values) }];
    case 'bulletList':
    case 'orderedList': {
      const content = block.content.flatMap((item) => fillItem(item, values));
      return content.length === 0 ? [] : [{ ...block, content }];
    }
    case 'blockquote': {
      const content = fillBlocks(block.content, values);
      return content.length === 0 ? [] : [{ ...block, content }];
    }
    case 'codeBlock':
    case 'horizontalRule':
    case 'image':
      return [block];
  }
}

const fillBlocks = (blocks: readonly BlockNode[], values: ContentValues): readonly BlockNode[] =>
  blocks.flatMap((block) => fillBlock(block, values));

/** A document as readers see it: a paragraph or line that names what the settings do not say is left out whole. */
export function fillDocument(document: ContentDocument, values: ContentValues): ContentDocument {
  const content = fillBlocks(document.content, values);
  return content.length === 0 ? EMPTY_DOCUMENT : { ...document, content };
}

/** A text as readers see it, with what the settings of the shop say. */
export const fillText = (text: ContentText, values: ContentValues): ContentText => ({
  ...text,
  title: fillLine(text.title, values),
  excerpt: fillLine(text.excerpt, values),
  body: fillDocument(text.body, values),
  seo: { title: fillLine(text.seo.title, values), description: fillLine(text.seo.description, values) },
});
