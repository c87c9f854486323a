/** What an address of a text looks like: Latin letters, digits and single hyphens. */
const ADDRESS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_ADDRESS = 100;

/** Words that are, or may become, addresses of something else. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'api office health metrics en ru news faq page pages content rss feed archive category categories search new index admin assets ' +
    'account orders order exchange sitemap robots'
  ).split(' '),
);

/** Why this cannot be the address of a text; undefined: it can. A number alone is a year or a page. */
export function addressProblem(address: string): 'required' | 'too_long' | 'invalid_slug' | 'reserved_slug' | undefined {
  if (address === '') return 'required';
  if (address.length > MAX_ADDRESS) return 'too_long';
  if (!ADDRESS.test(address)) return 'invalid_slug';
  return RESERVED.has(address) || /^\d+$/.test(address) ? 'reserved_slug' : undefined;
}

const LATIN: ReadonlyMap<string, string> = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ' +
    'ю:yu я:ya і:i ї:yi є:ye ґ:g'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);

/** An address made of a title: Russian by its sounds, accents dropped, cut at a word. */
export function addressOf(title: string): string {
  const latin = [...title.toLowerCase()].map((character) => LATIN.get(character) ?? character).join('');
  const bare = latin
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (bare.length <= 80) return bare;
  const cut = bare.slice(0, 80);
  return cut.slice(0, cut.lastIndexOf('-') > 40 ? cut.lastIndexOf('-') : 80).replace(/-+$/, '');
}
