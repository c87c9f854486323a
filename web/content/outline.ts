/** A heading of a text. */
export interface OutlineLine {
  readonly id: string;
  readonly title: string;
}

const HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Words of our own HTML, without its tags. */
const words = (html: string): string =>
  html.replaceAll(/<[^>]+>/g, '').replaceAll(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** Headings of a text as the server has rendered it, for its list of contents. */
export const outlineOf = (html: string): readonly OutlineLine[] =>
  [...html.matchAll(HEADING)].map(([, id = '', title = '']) => ({ id, title: words(title) }));
