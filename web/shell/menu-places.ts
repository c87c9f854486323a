import type { FooterLink } from '#web/shell/footer-links.ts';

interface MenuPlace extends FooterLink {
  /** Shown in the header itself on wide screens. */
  readonly isFirst?: true;
}

/** Links of the header; `name` is the key below `shell.menu`. */
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

/** The links whose pages are on. */
export const menuOf = (linksOff: readonly string[]): readonly MenuPlace[] => MENU_PLACES.filter(({ path }) => !linksOff.includes(path));
