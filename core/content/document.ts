import { isMisleadingAddress } from '#core/security/mixed-script.ts';
import { isUuid } from '#core/text/uuid.ts';

/** A text as stored (domain 9, "Content"): a structured document of the office's editor. Any node that is not listed here is refused. */
export interface Mark {
  readonly type: 'bold' | 'italic' | 'strike' | 'code';
}
export interface LinkMark {
  readonly type: 'link';
  readonly attrs: { readonly href: string };
}
export interface TextNode {
  readonly type: 'text';
  readonly text: string;
  readonly marks?: readonly (Mark | LinkMark)[];
}
export type InlineNode = TextNode | { readonly type: 'hardBreak' };

export interface ImageAttrs {
  /** Id of an uploaded image. */
  readonly id: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}
export interface ListItem {
  readonly type: 'listItem';
  readonly content: readonly BlockNode[];
}
export type BlockNode =
  | { readonly type: 'paragraph'; readonly content?: readonly InlineNode[] }
  | { readonly type: 'heading'; readonly attrs: { readonly level: 2 | 3 }; readonly content?: readonly InlineNode[] }
  | { readonly type: 'codeBlock'; readonly content?: readonly { readonly type: 'text'; readonly text: string }[] }
  | { readonly type: 'bulletList' | 'orderedList'; readonly content: readonly ListItem[] }
  | { readonly type: 'blockquote'; readonly content: readonly BlockNode[] }
  | { readonly type: 'horizontalRule' }
  | { readonly type: 'image'; readonly attrs: ImageAttrs };

export interface ContentDocument {
  readonly type: 'doc';
  readonly content: readonly BlockNode[];
}

export const EMPTY_DOCUMENT: ContentDocument = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Size limits of a text, in characters, nodes, levels and pixels. */
export const CONTENT_LIMITS = { chars: 100_000, nodes: 5_000, nesting: 4, alt: 300, href: 2_000, side: 2_400 } as const;

const MARKS = ['bold', 'italic', 'strike', 'code'] as const;
const OWN_PATH = /^\/(?![/\\])[^\s\\<>"'`\p{Cc}]*$/u;
const WEB = /^https?:\/\/[^\s\\/<>"'`@?#\p{Cc}]+(?:[/?#][^\s\\<>"'`\p{Cc}]*)?$/iu;
const MAILBOX = /^mailto:[^\s\\<>"'`@\p{Cc}?]+@[^\s\\<>"'`@\p{Cc}?]+$/iu;
const PHONE = /^tel:\+?[\d().-]{3,30}$/i;

/** Whether a link is allowed: pages of the site, the web, a mailbox, a telephone; no other scheme, and no host that imitates another. */
export const isAllowedHref = (href: string): boolean =>
  href.length <= CONTENT_LIMITS.href && [OWN_PATH, WEB, MAILBOX, PHONE].some((pattern) => pattern.test(href)) && !isMisleadingAddress(href);

/** Whether a link leads to another site. */
export const isForeignHref = (href: string): boolean => WEB.test(href);

interface CheckState {
  nodes: number;
  chars: number;
}
type Json = Readonly<Record<string, unknown>>;

/** Internal: the path of the first invalid part of a document. */
class InvalidDocument extends Error {
  readonly place: string;
  constructor(place: string) {
    super(place);
    this.place = place;
  }
}

function objectAt(value: unknown, place: string, members: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidDocument(place);
  const unknownMember = Object.keys(value).find((key) => !members.includes(key));
  if (unknownMember !== undefined) throw new InvalidDocument(`${place}/${unknownMember}`);
  return value as Json;
}

function listAt(value: unknown, place: string, minLength: number): readonly unknown[] {
  if (value === undefined && minLength === 0) return [];
  if (!Array.isArray(value) || value.length < minLength) throw new InvalidDocument(place);
  return value as readonly unknown[];
}

const each = (list: readonly unknown[], place: string, check: (item: unknown, at: string) => void): void => {
  for (const [index, item] of list.entries()) check(item, `${place}/${index}`);
};

function checkMarks(value: unknown, place: string): void {
  const usedMarks = new Set<unknown>();
  each(listAt(value, place, 0), place, (item, at) => {
    const mark = objectAt(item, at, ['type', 'attrs']);
    if (usedMarks.has(mark['type'])) throw new InvalidDocument(at);
    usedMarks.add(mark['type']);
    if (mark['type'] === 'link') {
      const { href } = objectAt(mark['attrs'], `${at}/attrs`, ['href']);
      if (typeof href !== 'string' || !isAllowedHref(href)) throw new InvalidDocument(`${at}/attrs/href`);
    } else if (!MARKS.some((name) => name === mark['type']) || mark['attrs'] !== undefined) throw new InvalidDocument(at);
  });
}

function checkText(node: Json, place: string, state: CheckState): void {
  const { text } = node;
  if (typeof text !== 'string' || text === '') throw new InvalidDocument(`${place}/text`);
  state.chars += text.length;
  if (state.chars > CONTENT_LIMITS.chars) throw new InvalidDocument(`${place}/text`);
}

const checkInline = (value: unknown, place: string, state: CheckState): void =>
  each(listAt(value, place, 0), place, (item, at) => {
    const { type } = objectAt(item, at, ['type', 'text', 'marks']);
    count(state, at);
    if (type === 'hardBreak') return void objectAt(item, at, ['type']);
    if (type !== 'text') throw new InvalidDocument(`${at}/type`);
    const node = objectAt(item, at, ['type', 'text', 'marks']);
    checkText(node, at, state);
    checkMarks(node['marks'], `${at}/marks`);
  });

const checkPlain = (value: unknown, place: string, state: CheckState): void =>
  each(listAt(value, place, 0), place, (item, at) => {
    const node = objectAt(item, at, ['type', 'text']);
    if (node['type'] !== 'text') throw new InvalidDocument(`${at}/type`);
    count(state, at);
    checkText(node, at, state);
  });

function checkImage(value: unknown, place: string): void {
  const { id, alt, width, height } = objectAt(value, place, ['id', 'alt', 'width', 'height']);
  if (typeof id !== 'string' || !isUuid(id)) throw new InvalidDocument(`${place}/id`);
  if (typeof alt !== 'string' || alt.length > CONTENT_LIMITS.alt) throw new InvalidDocument(`${place}/alt`);
  const isSide = (side: unknown) => Number.isInteger(side) && Number(side) >= 1 && Number(side) <= CONTENT_LIMITS.side;
  if (!isSide(width)) throw new InvalidDocument(`${place}/width`);
  if (!isSide(height)) throw new InvalidDocument(`${place}/height`);
}

function count(state: CheckState, place: string): void {
  state.nodes += 1;
  if (state.nodes > CONTENT_LIMITS.nodes) throw new InvalidDocument(place);
}

interface Block {
  readonly node: Json;
  readonly place: string;
  readonly state: CheckState;
  readonly nesting: number;
}

const checkItems = ({ node, place, state, nesting }: Block): void =>
  each(listAt(node['content'], `${place}/content`, 1), `${place}/content`, (item, at) => {
    const listItem = objectAt(item, at, ['type', 'content']);
    if (listItem['type'] !== 'listItem') throw new InvalidDocument(`${at}/type`);
    count(state, at);
    checkBlocks(listItem['content'], `${at}/content`, { state, nesting: nesting + 1 });
  });

/** Members of each kind of block, and the check of its content. */
const BLOCKS: Readonly<Record<string, { readonly members: readonly string[]; readonly check: (block: Block) => void }>> = {
  paragraph: { members: ['type', 'content'], check: ({ node, place, state }) => checkInline(node['content'], `${place}/content`, state) },
  heading: {
    members: ['type', 'attrs', 'content'],
    check({ node, place, state }) {
      const { level } = objectAt(node['attrs'], `${place}/attrs`, ['level']);
      if (level !== 2 && level !== 3) throw new InvalidDocument(`${place}/attrs/level`);
      checkInline(node['content'], `${place}/content`, state);
    },
  },
  codeBlock: { members: ['type', 'content'], check: ({ node, place, state }) => checkPlain(node['content'], `${place}/content`, state) },
  bulletList: { members: ['type', 'content'], check: checkItems },
  orderedList: { members: ['type', 'content'], check: checkItems },
  blockquote: {
    members: ['type', 'content'],
    check: ({ node, place, state, nesting }) => checkBlocks(node['content'], `${place}/content`, { state, nesting: nesting + 1 }),
  },
  horizontalRule: { members: ['type'], check: () => undefined },
  image: { members: ['type', 'attrs'], check: ({ node, place }) => checkImage(node['attrs'], `${place}/attrs`) },
};

function checkBlocks(value: unknown, place: string, { state, nesting }: { readonly state: CheckState; readonly nesting: number }): void {
  if (nesting > CONTENT_LIMITS.nesting) throw new InvalidDocument(place);
  each(listAt(value, place, 1), place, (item, at) => {
    const { type } = objectAt(item, at, ['type', 'attrs', 'content']);
    const rule = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
    if (rule === undefined) throw new InvalidDocument(`${at}/type`);
    count(state, at);
    rule.check({ node: objectAt(item, at, rule.members), place: at, state, nesting });
  });
}

/**
 * Path of the first invalid part of a document (`content/2/marks/0`); undefined: it is valid. Unknown members are invalid, never dropped.
 */
export function invalidPlaceOf(value: unknown): string | undefined {
  try {
    const { type, content } = objectAt(value, '', ['type', 'content']);
    if (type !== 'doc') return 'type';
    checkBlocks(content, 'content', { state: { nodes: 0, chars: 0 }, nesting: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof InvalidDocument) return error.place.replace(/^\//, '') || 'type';
    throw error;
  }
}

/** Whether this is a valid document with all its nodes, marks, attributes and links. */
export const isContentDocument = (value: unknown): value is ContentDocument => invalidPlaceOf(value) === undefined;

/** Every image of a document, in order. */
export function imagesOf(blocks: readonly BlockNode[]): readonly ImageAttrs[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block.attrs];
    if (block.type === 'blockquote') return imagesOf(block.content);
    return block.type === 'bulletList' || block.type === 'orderedList' ? block.content.flatMap((item) => imagesOf(item.content)) : [];
  });
}
