/** Every address of the office, below `/office`. */
export const BASE = '/office';

export const paths = {
  /** `list`: filter of the queue as a query string (`writeFilter`). */
  queue: (list = '') => (list === '' ? '/' : `/?${list}`),
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  reserves: () => '/reserves',
  approvals: () => '/approvals',
  incidents: () => '/incidents',
  withdrawals: (q = '') => (q === '' ? '/withdrawals' : `/withdrawals?list=all&q=${encodeURIComponent(q)}`),
  withdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}`,
  alarms: () => '/alarms',
  texts: () => '/texts',
  text: (id: string) => `/texts/${encodeURIComponent(id)}`,
  shifts: () => '/shifts',
  /** `period`: the query string with the period. */
  figures: (period = '') => (period === '' ? '/figures' : `/figures?${period}`),
  /** `list`: filter of the orders as a query string (`ordersQuery`). */
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
  notices: () => '/notices',
  /** `order`: id of the order whose review is shown. */
  reviews: (order = '') => (order === '' ? '/reviews' : `/reviews?state=all&q=${encodeURIComponent(order)}`),
  businessRequests: () => '/business-requests',
  /** `code`: payment system whose requests are shown. */
  reserveRequests: (code = '') => (code === '' ? '/reserve-requests' : `/reserve-requests?system=${encodeURIComponent(code)}`),
  blacklist: () => '/blacklist',
  acquirers: () => '/acquirers',
  /** `q`: part of a partner's e-mail, a server's address or an event; `state`: of the deliveries, failed ones by default. */
  webhooks: (q = '', state = '') => {
    const query = new URLSearchParams({ ...(q === '' ? {} : { q }), ...(state === '' ? {} : { state }) }).toString();
    return query === '' ? '/webhooks' : `/webhooks?${query}`;
  },
  /** `q`: part of a partner's e-mail or of a server's address. */
  webhookServers: (q = '') => (q === '' ? '/webhooks/servers' : `/webhooks/servers?q=${encodeURIComponent(q)}`),
  customers: () => '/customers',
  /** `q`: e-mail of the referrer or the referral. */
  referralPairs: (q = '') => (q === '' ? '/earnings/pairs' : `/earnings/pairs?state=all&q=${encodeURIComponent(q)}`),
  programme: () => '/earnings/programme',
  /** `q`: e-mail of the recipient, or an order id. */
  earnings: (q = '') => (q === '' ? '/earnings' : `/earnings?q=${encodeURIComponent(q)}`),
  customer: (id: string) => `/customers/${encodeURIComponent(id)}`,
  /** `q`: part of a partner's e-mail. */
  partners: (q = '') => (q === '' ? '/partners' : `/partners?q=${encodeURIComponent(q)}`),
  partner: (id: string) => `/partners/${encodeURIComponent(id)}`,
  chats: () => '/chat',
  chat: (id: string) => `/chat/${encodeURIComponent(id)}`,
  cannedReplies: () => '/chat/replies',
  content: () => '/content',
  contentItem: (id: string) => `/content/${encodeURIComponent(id)}`,
  contentCategories: () => '/content/categories',
  switches: () => '/switches',
  limits: () => '/limits',
  systems: () => '/systems',
  system: (code: string) => `/systems/${encodeURIComponent(code)}`,
  newSystem: () => '/systems/new',
  library: () => '/systems/library',
  /** `list`: filter of the directions as a query string. */
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
