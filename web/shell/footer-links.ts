/** A link of the footer: `name` is its key below `shell.footer`, `path` has no language prefix. */
export interface FooterLink {
  readonly name: string;
  readonly path: string;
}

/** Links of the footer, by group. Each public page has an entry here. */
export const FOOTER_LINKS: readonly (readonly [group: string, places: readonly FooterLink[]])[] = [
  [
    'exchange',
    [
      { name: 'counter', path: '/' },
      { name: 'directions', path: '/directions' },
      { name: 'crypto', path: '/crypto' },
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
