import type { OfficeAction } from '#core/access/access.ts';
import { paths } from '#office/paths.ts';

/** Groups of the office's menu, in their order. The first has the daily screens. */
export const PLACE_GROUPS = ['desk', 'customers', 'prices', 'money', 'site', 'shop'] as const;

interface PlaceRule {
  readonly group: PlaceGroup;
  readonly to: string;
  /** Without it the place is not offered; the server checks every call again. */
  readonly needs: OfficeAction;
}

/** Entries of the menu, named `office.nav.<key>`. A new screen needs an entry here and a route in `routes.tsx`. */
export const PLACES = {
  queue: { group: 'desk', to: paths.queue(), needs: 'read_orders' },
  payoutTasks: { group: 'desk', to: paths.payoutTasks(), needs: 'handle_payouts' },
  bankLines: { group: 'desk', to: paths.bankLines(), needs: 'read_statements' },
  approvals: { group: 'desk', to: paths.approvals(), needs: 'read_approvals' },
  cardChecks: { group: 'desk', to: paths.cardChecks(), needs: 'verify_cards' },
  withdrawals: { group: 'desk', to: paths.withdrawals(), needs: 'read_orders' },
  chats: { group: 'desk', to: paths.chats(), needs: 'read_chat' },
  incidents: { group: 'desk', to: paths.incidents(), needs: 'read_incidents' },
  customers: { group: 'desk', to: paths.customers(), needs: 'read_customers' },
  reserves: { group: 'desk', to: paths.reserves(), needs: 'read_reserves' },
  rates: { group: 'desk', to: paths.rates(), needs: 'read_prices' },
  shifts: { group: 'desk', to: paths.shifts(), needs: 'read_reserves' },
  reviews: { group: 'customers', to: paths.reviews(), needs: 'read_reviews' },
  reserveRequests: { group: 'customers', to: paths.reserveRequests(), needs: 'read_reserve_requests' },
  businessRequests: { group: 'customers', to: paths.businessRequests(), needs: 'read_business_requests' },
  blacklist: { group: 'customers', to: paths.blacklist(), needs: 'read_blacklist' },
  partners: { group: 'customers', to: paths.partners(), needs: 'read_partners' },
  webhooks: { group: 'customers', to: paths.webhooks(), needs: 'read_partners' },
  earnings: { group: 'customers', to: paths.earnings(), needs: 'read_earnings' },
  market: { group: 'prices', to: paths.market(), needs: 'read_prices' },
  changes: { group: 'prices', to: paths.changes(), needs: 'read_prices' },
  slots: { group: 'prices', to: paths.slots(), needs: 'read_slots' },
  systems: { group: 'prices', to: paths.systems(), needs: 'read_catalogue' },
  directions: { group: 'prices', to: paths.directions(), needs: 'read_catalogue' },
  countries: { group: 'prices', to: paths.countries(), needs: 'read_catalogue' },
  pool: { group: 'money', to: paths.pool(), needs: 'read_pool' },
  acquirers: { group: 'money', to: paths.acquirers(), needs: 'read_catalogue' },
  limits: { group: 'money', to: paths.limits(), needs: 'read_reserves' },
  figures: { group: 'money', to: paths.figures(), needs: 'read_figures' },
  content: { group: 'site', to: paths.content(), needs: 'read_content' },
  texts: { group: 'site', to: paths.texts(), needs: 'read_texts' },
  notices: { group: 'site', to: paths.notices(), needs: 'read_notices' },
  opening: { group: 'shop', to: paths.opening(), needs: 'change_settings' },
  settings: { group: 'shop', to: paths.settings(), needs: 'change_settings' },
  switches: { group: 'shop', to: paths.switches(), needs: 'read_orders' },
  alarms: { group: 'shop', to: paths.alarms(), needs: 'change_settings' },
  staff: { group: 'shop', to: paths.staff(), needs: 'read_staff' },
  audit: { group: 'shop', to: paths.audit(), needs: 'read_audit' },
} as const satisfies Readonly<Record<string, PlaceRule>>;

export type PlaceName = keyof typeof PLACES;
export type PlaceGroup = (typeof PLACE_GROUPS)[number];

/** Names and rules, in the order of the menu. */
export const placesOf = (group: PlaceGroup): readonly (readonly [PlaceName, PlaceRule])[] =>
  (Object.entries(PLACES) as [PlaceName, PlaceRule][]).filter(([, place]) => place.group === group);
