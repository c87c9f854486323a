/** A heading of a text. */
export interface OutlineHeading {
  readonly id: string;
  readonly title: string;
}

const HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of our own HTML, without tags. */
const plainText = (html: string): string =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Headings of a rendered text, for its table of contents. */
export const outlineOf = (html: string): readonly OutlineHeading[] =>
  [...html.matchAll(HEADING)].map(([, id = '', title = '']) => ({ id, title: plainText(title) }));
