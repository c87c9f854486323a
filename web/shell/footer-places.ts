/** What the shop has, as far as it decides which pages there are. */
export interface FooterSite {
  readonly hasCryptoStats: boolean;
}

/** A page that the footer leads to: `name` is its key below `shell.footer`, `path` its bare address. */
export interface FooterPlace {
  readonly name: string;
  readonly path: string;
  /** Left out where it does not hold; without it the page is always there. */
  readonly when?: (site: FooterSite) => boolean;
}

/** What the footer leads to, by group; a new public page has its line here once it exists. */
export const FOOTER_PLACES: readonly (readonly [group: string, places: readonly FooterPlace[]])[] = [
  [
    'exchange',
    [
      { name: 'counter', path: '/' },
      { name: 'directions', path: '/directions' },
      { name: 'crypto', path: '/crypto', when: ({ hasCryptoStats }) => hasCryptoStats },
    ],
  ],
  [
    'help',
    [
      { name: 'faq', path: '/faq' },
      { name: 'how_we_work', path: '/how-we-work' },
      { name: 'fees', path: '/fees' },
      { name: 'contacts', path: '/contacts' },
      { name: 'support', path: '/support' },
    ],
  ],
  [
    'rules',
    [
      { name: 'terms', path: '/terms' },
      { name: 'aml', path: '/aml' },
      { name: 'privacy', path: '/privacy' },
    ],
  ],
  [
    'about',
    [
      { name: 'who', path: '/about' },
      { name: 'reviews', path: '/reviews' },
      { name: 'news', path: '/news' },
    ],
  ],
  [
    'programs',
    [
      { name: 'developers', path: '/developers' },
      { name: 'widget', path: '/developers/widget' },
      { name: 'referral', path: '/referral' },
      { name: 'business', path: '/business' },
    ],
  ],
];
