import type { FooterLink } from '#web/shell/footer-links.ts';

interface MenuPlace extends FooterLink {
  /** Stands in the header itself where there is room. */
  readonly isFirst?: true;
}

/** What the header leads to: what a visitor wants to know before he gives money; `name` is its key below `shell.menu`. */
const MENU_PLACES: readonly MenuPlace[] = [
  { name: 'counter', path: '/' },
  { name: 'directions', path: '/directions', isFirst: true },
  { name: 'how_we_work', path: '/how-we-work', isFirst: true },
  { name: 'faq', path: '/faq', isFirst: true },
  { name: 'reviews', path: '/reviews', isFirst: true },
  { name: 'news', path: '/news', isFirst: true },
  { name: 'fees', path: '/fees' },
  { name: 'crypto', path: '/crypto' },
  { name: 'contacts', path: '/contacts' },
];

/** Those whose pages exist. */
export const menuOf = (linksOff: readonly string[]): readonly MenuPlace[] => MENU_PLACES.filter(({ path }) => !linksOff.includes(path));
