/** Every address of the office, below `/office`. */
export const BASE = '/office';

export const paths = {
  /** `list`: which orders, as `writeFilter` of the queue writes it. */
  queue: (list = '') => (list === '' ? '/' : `/?${list}`),
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  reserves: () => '/reserves',
  approvals: () => '/approvals',
  incidents: () => '/incidents',
  alarms: () => '/alarms',
  shifts: () => '/shifts',
  /** `period`: which, as the address has it. */
  figures: (period = '') => (period === '' ? '/figures' : `/figures?${period}`),
  /** `list`: which orders, as `rowsQuery` writes it. */
  figureOrders: (list: string) => `/figures/orders?${list}`,
  slots: () => '/slots',
  countries: () => '/countries',
  pool: () => '/requisites',
  payoutTasks: () => '/payouts',
  cardChecks: () => '/cards',
  cardCheck: (id: string) => `/cards/${encodeURIComponent(id)}`,
  bankLines: () => '/bank-lines',
  staff: () => '/staff',
  colleague: (id: string) => `/staff/${encodeURIComponent(id)}`,
  roles: () => '/roles',
  account: () => '/account',
  audit: () => '/audit',
  blacklist: () => '/blacklist',
  customers: () => '/customers',
  programme: () => '/earnings/programme',
  /** `q`: whose, or of which order. */
  earnings: (q = '') => (q === '' ? '/earnings' : `/earnings?q=${encodeURIComponent(q)}`),
  customer: (id: string) => `/customers/${encodeURIComponent(id)}`,
  partners: () => '/partners',
  partner: (id: string) => `/partners/${encodeURIComponent(id)}`,
  switches: () => '/switches',
  limits: () => '/limits',
  systems: () => '/systems',
  system: (code: string) => `/systems/${encodeURIComponent(code)}`,
  newSystem: () => '/systems/new',
  library: () => '/systems/library',
  /** `list`: which directions, as the list writes it into its address. */
  directions: (list = '') => (list === '' ? '/directions' : `/directions?${list}`),
  direction: (income: string, outcome: string) => `/directions/${encodeURIComponent(income)}/${encodeURIComponent(outcome)}`,
  directionRule: () => '/directions/rule',
  catalogueFiles: (entity: string) => `/catalogue_files/${entity}`,
  rates: () => '/rates',
  market: () => '/market',
  changes: () => '/changes',
  change: (id: string) => `/changes/${encodeURIComponent(id)}`,
  opening: () => '/opening',
  settings: () => '/settings',
} as const;
