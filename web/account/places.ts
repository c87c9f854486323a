/** Where an account begins. */
export const ACCOUNT = '/account';

/** A page of the account, as its list shows it. */
export interface Place {
  readonly path: string;
  /** Key of its name. */
  readonly name: string;
}

const HOME: Place = { path: ACCOUNT, name: 'account.places.home' };
/** Pages of the account in the order they are listed: a new page has its line here and in `web/routes.ts`. */
export const PLACES: readonly Place[] = [
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

/** Where somebody is in his account, by an address without its language. */
export const placeAt = (path: string): Place =>
  PLACES.findLast((place) => path === place.path || path.startsWith(`${place.path}/`)) ?? HOME;
