/** Every address of the office, below `/office`. */
export const BASE = '/office';

export const paths = {
  /** `list`: which orders, as `writeFilter` of the queue writes it. */
  queue: (list = '') => (list === '' ? '/' : `/?${list}`),
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  reserves: () => '/reserves',
  approvals: () => '/approvals',
  incidents: () => '/incidents',
  slots: () => '/slots',
  switches: () => '/switches',
  limits: () => '/limits',
  rates: () => '/rates',
  changes: () => '/changes',
  change: (id: string) => `/changes/${encodeURIComponent(id)}`,
} as const;
