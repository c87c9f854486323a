import type { OfficeAction } from '#core/access/access.ts';
import { paths } from '#office/paths.ts';

/** The parts of the office's menu, in their order. */
export const PLACE_GROUPS = ['desk', 'money', 'prices', 'shop'] as const;

interface PlaceRule {
  readonly group: (typeof PLACE_GROUPS)[number];
  readonly to: string;
  /** Without it the place is not offered; the server checks every call again. */
  readonly needs: OfficeAction;
}

/** Entries of the menu, named `office.nav.<key>`. A new screen needs an entry here and a route in `routes.tsx`. */
export const PLACES = {
  queue: { group: 'desk', to: paths.queue(), needs: 'read_orders' },
  chats: { group: 'desk', to: paths.chats(), needs: 'read_chat' },
  approvals: { group: 'desk', to: paths.approvals(), needs: 'read_approvals' },
  incidents: { group: 'desk', to: paths.incidents(), needs: 'read_incidents' },
  withdrawals: { group: 'desk', to: paths.withdrawals(), needs: 'read_orders' },
  payoutTasks: { group: 'desk', to: paths.payoutTasks(), needs: 'handle_payouts' },
  cardChecks: { group: 'desk', to: paths.cardChecks(), needs: 'verify_cards' },
  bankLines: { group: 'desk', to: paths.bankLines(), needs: 'read_statements' },
  customers: { group: 'desk', to: paths.customers(), needs: 'read_customers' },
  blacklist: { group: 'desk', to: paths.blacklist(), needs: 'read_blacklist' },
  reviews: { group: 'desk', to: paths.reviews(), needs: 'read_reviews' },
  businessRequests: { group: 'desk', to: paths.businessRequests(), needs: 'read_business_requests' },
  partners: { group: 'desk', to: paths.partners(), needs: 'read_partners' },
  webhooks: { group: 'desk', to: paths.webhooks(), needs: 'read_partners' },
  pool: { group: 'money', to: paths.pool(), needs: 'read_pool' },
  acquirers: { group: 'money', to: paths.acquirers(), needs: 'read_catalogue' },
  reserves: { group: 'money', to: paths.reserves(), needs: 'read_reserves' },
  reserveRequests: { group: 'money', to: paths.reserveRequests(), needs: 'read_reserve_requests' },
  figures: { group: 'money', to: paths.figures(), needs: 'read_figures' },
  earnings: { group: 'money', to: paths.earnings(), needs: 'read_earnings' },
  shifts: { group: 'money', to: paths.shifts(), needs: 'read_reserves' },
  limits: { group: 'money', to: paths.limits(), needs: 'read_reserves' },
  opening: { group: 'shop', to: paths.opening(), needs: 'change_settings' },
  content: { group: 'shop', to: paths.content(), needs: 'read_content' },
  settings: { group: 'shop', to: paths.settings(), needs: 'change_settings' },
  switches: { group: 'shop', to: paths.switches(), needs: 'read_orders' },
  notices: { group: 'shop', to: paths.notices(), needs: 'read_notices' },
  texts: { group: 'shop', to: paths.texts(), needs: 'read_texts' },
  alarms: { group: 'shop', to: paths.alarms(), needs: 'change_settings' },
  rates: { group: 'prices', to: paths.rates(), needs: 'read_prices' },
  market: { group: 'prices', to: paths.market(), needs: 'read_prices' },
  changes: { group: 'prices', to: paths.changes(), needs: 'read_prices' },
  systems: { group: 'prices', to: paths.systems(), needs: 'read_catalogue' },
  directions: { group: 'prices', to: paths.directions(), needs: 'read_catalogue' },
  countries: { group: 'prices', to: paths.countries(), needs: 'read_catalogue' },
  slots: { group: 'prices', to: paths.slots(), needs: 'read_slots' },
  staff: { group: 'shop', to: paths.staff(), needs: 'read_staff' },
  audit: { group: 'shop', to: paths.audit(), needs: 'read_audit' },
} as const satisfies Readonly<Record<string, PlaceRule>>;

export type PlaceName = keyof typeof PLACES;

/** Names and rules, in the order of the menu. */
export const placesOf = (group: (typeof PLACE_GROUPS)[number]): readonly (readonly [PlaceName, PlaceRule])[] =>
  (Object.entries(PLACES) as [PlaceName, PlaceRule][]).filter(([, place]) => place.group === group);
