/** Path of the account's first page. */
export const ACCOUNT = '/account';

/** A page of the account in its navigation. */
export interface AccountPage {
  readonly path: string;
  /** Message key of the page's name. */
  readonly name: string;
}

const HOME: AccountPage = { path: ACCOUNT, name: 'account.places.home' };
/** Navigation of the account, in order. A new page is added here and in `web/routes.ts`. */
export const ACCOUNT_PAGES: readonly AccountPage[] = [
  HOME,
  { path: '/account/orders', name: 'own.places.orders' },
  { path: '/account/earnings', name: 'account.places.earnings' },
  { path: '/account/cards', name: 'account.places.cards' },
  { path: '/account/wallets', name: 'own.places.wallets' },
  { path: '/account/requests', name: 'account.places.requests' },
  { path: '/account/settings', name: 'account.places.settings' },
  { path: '/account/security', name: 'security.title' },
  { path: '/account/letters', name: 'own.places.letters' },
  { path: '/account/data', name: 'own.places.data' },
  { path: '/account/contacts', name: 'account.places.contacts' },
];

/** The account page of a path without language prefix. */
export const pageAt = (path: string): AccountPage =>
  ACCOUNT_PAGES.findLast((page) => path === page.path || path.startsWith(`${page.path}/`)) ?? HOME;
