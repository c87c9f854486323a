/** What a link of a referrer says: whose it is, and of its place (`utm_*`, without the prefix). */
export interface LinkMarks {
  readonly code: string;
  readonly source: Readonly<Record<string, string>>;
}

/** The parameter that names the referrer, as monitors write it. */
export const REFERRER_PARAM = 'rid';
const SOURCES = ['source', 'medium', 'campaign', 'content', 'term'] as const;
const CODE = /^[0-9a-f]{12}$/;
const MAX_SOURCE = 64;

/** Parameters that say where somebody comes from and nothing of what he wants to see. */
export const LINK_PARAMS: ReadonlySet<string> = new Set([REFERRER_PARAM, ...SOURCES.map((name) => `utm_${name}`)]);

const readable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SOURCE)
    .trimEnd();

/** Reads the marks of an address; undefined where it names no referrer. What cannot be one of our codes is none. */
export function readMarks(query: { readonly get: (name: string) => string | null }): LinkMarks | undefined {
  const code = query.get(REFERRER_PARAM)?.trim().toLowerCase() ?? '';
  if (!CODE.test(code)) return undefined;
  const said = SOURCES.flatMap((name) => {
    const text = readable(query.get(`utm_${name}`) ?? '');
    return text === '' ? [] : [[name, text] as const];
  });
  return { code, source: Object.fromEntries(said) };
}
