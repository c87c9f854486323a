import { type BlockNode, type ContentDocument, EMPTY_DOCUMENT, isContentDocument } from '#core/content/document.ts';

interface Node {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[] | undefined;
  readonly content?: readonly Node[] | undefined;
}

/** Attributes that belong to the document; the editor's others are dropped. */
const ATTRS: Readonly<Record<string, readonly string[]>> = {
  heading: ['level'],
  image: ['id', 'alt', 'width', 'height'],
  link: ['href'],
};

const attrsOf = (type: string | undefined, attrs: Readonly<Record<string, unknown>> | undefined) => {
  const names = ATTRS[type ?? ''];
  if (names === undefined) return {};
  return { attrs: Object.fromEntries(names.map((name) => [name, attrs?.[name]])) };
};

const documentNode = ({ type, text, attrs, marks, content }: Node): Node => ({
  ...(type === undefined ? {} : { type }),
  ...attrsOf(type, attrs),
  ...(text === undefined ? {} : { text }),
  ...(marks === undefined || marks.length === 0
    ? {}
    : { marks: marks.map((mark) => ({ type: mark.type, ...attrsOf(mark.type, mark.attrs) })) }),
  ...(content === undefined ? {} : { content: content.map(documentNode) }),
});

/** The editor's JSON as a content document; the server refuses wrong nodes by their path. */
export function documentOf(json: Node): ContentDocument {
  const blocks = json.content ?? [];
  // The editor keeps an empty paragraph at the end
  const last = blocks.findLastIndex(({ type, content }) => type !== 'paragraph' || (content ?? []).length > 0);
  const content = blocks.slice(0, last + 1).map(documentNode) as unknown as readonly BlockNode[];
  return content.length === 0 ? EMPTY_DOCUMENT : { type: 'doc', content };
}

/** A stored body as a document; empty where it is none. */
export const drawable = (body: unknown): ContentDocument => (isContentDocument(body) ? body : EMPTY_DOCUMENT);
