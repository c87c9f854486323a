import type { BlockNode, ContentDocument, InlineNode, ListItem, TextNode } from './document.ts';
import { EMPTY_DOCUMENT } from './document.ts';
import type { ContentText } from './item.ts';

/** Variables that the settings of the shop fill in texts (domain 10), written `{{shop_name}}`. */
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

/** Values of the variables in one language; `text` is empty where a setting is not set. `href`: target of the link made of it. */
export type ContentValues = { readonly [N in ContentVariable]: { readonly text: string; readonly href?: string } };

const VARIABLE = /\{\{(\w+)\}\}/g;
const isVariable = (name: string): name is ContentVariable => CONTENT_VARIABLES.some((variable) => variable === name);

/** Every name in double braces, known or unknown. */
export const variablesIn = (text: string): readonly string[] => [...text.matchAll(VARIABLE)].map(([, name]) => name ?? '');

const hasEmptyVariable = (text: string, values: ContentValues): boolean =>
  variablesIn(text).some((name) => isVariable(name) && values[name].text === '');

/** A line with its variables filled. An empty setting is left out; an unknown name stays. */
export const fillLine = (text: string, values: ContentValues): string =>
  text.replaceAll(VARIABLE, (match, name: string) => (isVariable(name) ? values[name].text : match));

/** A text node with its variables filled. Values with a target become links unless the node is a link or code. */
function fillTextNode(node: TextNode, values: ContentValues): readonly TextNode[] {
  const marks = node.marks ?? [];
  const isPlain = !marks.some(({ type }) => type === 'link' || type === 'code');
  return node.text.split(/(\{\{\w+\}\})/).flatMap((part): TextNode[] => {
    const text = fillLine(part, values);
    if (text === '') return [];
    const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1] ?? '';
    const href = isPlain && isVariable(name) ? values[name].href : undefined;
    return [href === undefined ? { ...node, text } : { ...node, text, marks: [...marks, { type: 'link', attrs: { href } }] }];
  });
}

const fillInline = (nodes: readonly InlineNode[], values: ContentValues): readonly InlineNode[] =>
  nodes.flatMap((node): readonly InlineNode[] => (node.type === 'text' ? fillTextNode(node, values) : [node]));

const hasEmptyVariableIn = (nodes: readonly InlineNode[] = [], values: ContentValues): boolean =>
  nodes.some((node) => node.type === 'text' && hasEmptyVariable(node.text, values));

function fillItem(item: ListItem, values: ContentValues): readonly ListItem[] {
  const content = fillBlocks(item.content, values);
  return content.length === 0 ? [] : [{ ...item, content }];
}

function fillBlock(block: BlockNode, values: ContentValues): readonly BlockNode[] {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      if (hasEmptyVariableIn(block.content, values)) return [];
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

/** A document as readers see it. Paragraphs and items with an empty variable are left out. */
export function fillDocument(document: ContentDocument, values: ContentValues): ContentDocument {
  const content = fillBlocks(document.content, values);
  return content.length === 0 ? EMPTY_DOCUMENT : { ...document, content };
}

/** A text as readers see it, with its variables filled. */
export const fillText = (text: ContentText, values: ContentValues): ContentText => ({
  ...text,
  title: fillLine(text.title, values),
  excerpt: fillLine(text.excerpt, values),
  body: fillDocument(text.body, values),
  seo: { title: fillLine(text.seo.title, values), description: fillLine(text.seo.description, values) },
});
