import { type BlockNode, type ContentDocument, EMPTY_DOCUMENT, isContentDocument } from '#core/content/document.ts';

interface Node {
  readonly type?: string | undefined;
  readonly text?: string | undefined;
  readonly attrs?: Readonly<Record<string, unknown>> | undefined;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> | undefined }[] | undefined;
  readonly content?: readonly Node[] | undefined;
}

/** Members of an element that are the text's own; the editor keeps others for itself. */
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

const bare = ({ type, text, attrs, marks, content }: Node): Node => ({
  ...(type === undefined ? {} : { type }),
  ...attrsOf(type, attrs),
  ...(text === undefined ? {} : { text }),
  ...(marks === undefined || marks.length === 0
    ? {}
    : { marks: marks.map((mark) => ({ type: mark.type, ...attrsOf(mark.type, mark.attrs) })) }),
  ...(content === undefined ? {} : { content: content.map(bare) }),
});

/** What stands in the editor as a document of ours; what it must not be is for the server to say by its place. */
export function documentOf(json: Node): ContentDocument {
  const blocks = json.content ?? [];
  // The editor keeps an empty line at the end to go on writing in
  const last = blocks.findLastIndex(({ type, content }) => type !== 'paragraph' || (content ?? []).length > 0);
  const content = blocks.slice(0, last + 1).map(bare) as unknown as readonly BlockNode[];
  return content.length === 0 ? EMPTY_DOCUMENT : { type: 'doc', content };
}

/** A document as it came, for drawing; an empty one where it is none. */
export const drawable = (body: unknown): ContentDocument => (isContentDocument(body) ? body : EMPTY_DOCUMENT);
