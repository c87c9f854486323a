/** Latin letters, digits and single hyphens. */
const SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_SLUG_LENGTH = 100;

/** Slugs that are, or may become, addresses of something else. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'api office health metrics en ru news faq page pages content rss feed archive category categories search new index admin assets ' +
    'account orders order exchange sitemap robots'
  ).split(' '),
);

/** Why a text cannot have this slug; undefined: it can. A number alone is a year or a page. */
export function slugProblem(slug: string): 'required' | 'too_long' | 'invalid_slug' | 'reserved_slug' | undefined {
  if (slug === '') return 'required';
  if (slug.length > MAX_SLUG_LENGTH) return 'too_long';
  if (!SLUG_PATTERN.test(slug)) return 'invalid_slug';
  return RESERVED.has(slug) || /^\d+$/.test(slug) ? 'reserved_slug' : undefined;
}

const LATIN: ReadonlyMap<string, string> = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ' +
    'ю:yu я:ya і:i ї:yi є:ye ґ:g'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** A slug made of a title: Russian transliterated, accents removed, cut at a word, at most 80 characters. */
export function slugOf(title: string): string {
  const latin = [...title.toLowerCase()].map((character) => LATIN.get(character) ?? character).join('');
  const slug = latin
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (slug.length <= 80) return slug;
  const cut = slug.slice(0, 80);
  return cut.slice(0, cut.lastIndexOf('-') > 40 ? cut.lastIndexOf('-') : 80).replace(/-+$/, '');
}
