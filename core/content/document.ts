import { isMisleadingAddress } from '#core/mixed-script.ts';

/** A text as it is kept (domain 9, "Content"): structured, in the shape that the office's editor speaks. What is not named here is refused. */
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
  /** Of an upload of our own. */
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

/** How large a text may be: more is a book, and every reader's telephone draws it. */
export const CONTENT_LIMITS = { chars: 100_000, nodes: 5_000, nesting: 4, alt: 300, href: 2_000, side: 2_400 } as const;

const MARKS = ['bold', 'italic', 'strike', 'code'] as const;
const OWN_PATH = /^\/(?![/\\])[^\s\\<>"'`\p{Cc}]*$/u;
const WEB = /^https?:\/\/[^\s\\/<>"'`@?#\p{Cc}]+(?:[/?#][^\s\\<>"'`\p{Cc}]*)?$/iu;
const MAILBOX = /^mailto:[^\s\\<>"'`@\p{Cc}?]+@[^\s\\<>"'`@\p{Cc}?]+$/iu;
const PHONE = /^tel:\+?[\d().-]{3,30}$/i;
const IMAGE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a link may stand in a text: pages of the site, the web, a mailbox, a telephone. No other scheme, and no host that imitates another. */
export const isAllowedHref = (href: string): boolean =>
  href.length <= CONTENT_LIMITS.href && [OWN_PATH, WEB, MAILBOX, PHONE].some((pattern) => pattern.test(href)) && !isMisleadingAddress(href);

/** Whether a link leads away from the site. */
export const isForeignHref = (href: string): boolean => WEB.test(href);

interface Checking {
  nodes: number;
  chars: number;
}
type Json = Readonly<Record<string, unknown>>;

/** Thrown inside alone: the first place of a document that is not as it may be. */
class Wrong extends Error {
  readonly place: string;
  constructor(place: string) {
    super(place);
    this.place = place;
  }
}

function objectAt(value: unknown, place: string, members: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Wrong(place);
  const stranger = Object.keys(value).find((key) => !members.includes(key));
  if (stranger !== undefined) throw new Wrong(`${place}/${stranger}`);
  return value as Json;
}

function listAt(value: unknown, place: string, least: number): readonly unknown[] {
  if (value === undefined && least === 0) return [];
  if (!Array.isArray(value) || value.length < least) throw new Wrong(place);
  return value as readonly unknown[];
}

const each = (list: readonly unknown[], place: string, check: (one: unknown, at: string) => void): void => {
  for (const [index, one] of list.entries()) check(one, `${place}/${index}`);
};

function checkMarks(value: unknown, place: string): void {
  const seen = new Set<unknown>();
  each(listAt(value, place, 0), place, (one, at) => {
    const mark = objectAt(one, at, ['type', 'attrs']);
    if (seen.has(mark['type'])) throw new Wrong(at);
    seen.add(mark['type']);
    if (mark['type'] === 'link') {
      const { href } = objectAt(mark['attrs'], `${at}/attrs`, ['href']);
      if (typeof href !== 'string' || !isAllowedHref(href)) throw new Wrong(`${at}/attrs/href`);
    } else if (!MARKS.some((name) => name === mark['type']) || mark['attrs'] !== undefined) throw new Wrong(at);
  });
}

function checkText(node: Json, place: string, state: Checking): void {
  const { text } = node;
  if (typeof text !== 'string' || text === '') throw new Wrong(`${place}/text`);
  state.chars += text.length;
  if (state.chars > CONTENT_LIMITS.chars) throw new Wrong(`${place}/text`);
}

const checkInline = (value: unknown, place: string, state: Checking): void =>
  each(listAt(value, place, 0), place, (one, at) => {
    const { type } = objectAt(one, at, ['type', 'text', 'marks']);
    count(state, at);
    if (type === 'hardBreak') return void objectAt(one, at, ['type']);
    if (type !== 'text') throw new Wrong(`${at}/type`);
    const node = objectAt(one, at, ['type', 'text', 'marks']);
    checkText(node, at, state);
    checkMarks(node['marks'], `${at}/marks`);
  });

const checkPlain = (value: unknown, place: string, state: Checking): void =>
  each(listAt(value, place, 0), place, (one, at) => {
    const node = objectAt(one, at, ['type', 'text']);
    if (node['type'] !== 'text') throw new Wrong(`${at}/type`);
    count(state, at);
    checkText(node, at, state);
  });

function checkImage(value: unknown, place: string): void {
  const { id, alt, width, height } = objectAt(value, place, ['id', 'alt', 'width', 'height']);
  if (typeof id !== 'string' || !IMAGE_ID.test(id)) throw new Wrong(`${place}/id`);
  if (typeof alt !== 'string' || alt.length > CONTENT_LIMITS.alt) throw new Wrong(`${place}/alt`);
  const isSide = (side: unknown) => Number.isInteger(side) && Number(side) >= 1 && Number(side) <= CONTENT_LIMITS.side;
  if (!isSide(width)) throw new Wrong(`${place}/width`);
  if (!isSide(height)) throw new Wrong(`${place}/height`);
}

function count(state: Checking, place: string): void {
  state.nodes += 1;
  if (state.nodes > CONTENT_LIMITS.nodes) throw new Wrong(place);
}

interface Block {
  readonly node: Json;
  readonly place: string;
  readonly state: Checking;
  readonly nesting: number;
}

const checkItems = ({ node, place, state, nesting }: Block): void =>
  each(listAt(node['content'], `${place}/content`, 1), `${place}/content`, (one, at) => {
    const item = objectAt(one, at, ['type', 'content']);
    if (item['type'] !== 'listItem') throw new Wrong(`${at}/type`);
    count(state, at);
    checkBlocks(item['content'], `${at}/content`, { state, nesting: nesting + 1 });
  });

/** Every kind of block: which members it has, and what is checked in it. */
const BLOCKS: Readonly<Record<string, { readonly members: readonly string[]; readonly check: (block: Block) => void }>> = {
  paragraph: { members: ['type', 'content'], check: ({ node, place, state }) => checkInline(node['content'], `${place}/content`, state) },
  heading: {
    members: ['type', 'attrs', 'content'],
    check({ node, place, state }) {
      const { level } = objectAt(node['attrs'], `${place}/attrs`, ['level']);
      if (level !== 2 && level !== 3) throw new Wrong(`${place}/attrs/level`);
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

function checkBlocks(value: unknown, place: string, { state, nesting }: { readonly state: Checking; readonly nesting: number }): void {
  if (nesting > CONTENT_LIMITS.nesting) throw new Wrong(place);
  each(listAt(value, place, 1), place, (one, at) => {
    const { type } = objectAt(one, at, ['type', 'attrs', 'content']);
    const rule = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
    if (rule === undefined) throw new Wrong(`${at}/type`);
    count(state, at);
    rule.check({ node: objectAt(one, at, rule.members), place: at, state, nesting });
  });
}

/** Where a document is not as it may be (`content/2/marks/0`); undefined: it is one. Nothing that is unknown is dropped in silence. */
export function wrongPlaceOf(value: unknown): string | undefined {
  try {
    const { type, content } = objectAt(value, '', ['type', 'content']);
    if (type !== 'doc') return 'type';
    checkBlocks(content, 'content', { state: { nodes: 0, chars: 0 }, nesting: 0 });
    return undefined;
  } catch (error) {
    if (error instanceof Wrong) return error.place.replace(/^\//, '') || 'type';
    throw error;
  }
}

/** Whether this is a document, every node, mark, attribute and address of it. */
export const isContentDocument = (value: unknown): value is ContentDocument => wrongPlaceOf(value) === undefined;

/** Every picture of a document, in the order of the text. */
export function imagesOf(blocks: readonly BlockNode[]): readonly ImageAttrs[] {
  return blocks.flatMap((block) => {
    if (block.type === 'image') return [block.attrs];
    if (block.type === 'blockquote') return imagesOf(block.content);
    return block.type === 'bulletList' || block.type === 'orderedList' ? block.content.flatMap((item) => imagesOf(item.content)) : [];
  });
}
