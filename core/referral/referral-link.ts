/** A referral link: the referrer's code, and its `utm_*` parameters without the prefix. */
export interface ReferralLink {
  readonly code: string;
  readonly source: Readonly<Record<string, string>>;
}

/** The parameter with the referrer's code, as monitoring sites write it. */
export const REFERRER_PARAM = 'rid';
const UTM_FIELDS = ['source', 'medium', 'campaign', 'content', 'term'] as const;
const CODE = /^[0-9a-f]{12}$/;
const MAX_SOURCE_LENGTH = 64;

/** Parameters that describe where a visitor comes from, not what page is requested. */
export const LINK_PARAMS: ReadonlySet<string> = new Set([REFERRER_PARAM, ...UTM_FIELDS.map((name) => `utm_${name}`)]);

const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SOURCE_LENGTH)
    .trimEnd();

/** Reads a referral link from its query; undefined without a valid referrer's code. */
export function readReferralLink(query: { readonly get: (name: string) => string | null }): ReferralLink | undefined {
  const code = query.get(REFERRER_PARAM)?.trim().toLowerCase() ?? '';
  if (!CODE.test(code)) return undefined;
  const source = UTM_FIELDS.flatMap((name) => {
    const text = cleanText(query.get(`utm_${name}`) ?? '');
    return text === '' ? [] : [[name, text] as const];
  });
  return { code, source: Object.fromEntries(source) };
}
