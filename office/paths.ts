/** Every address of the office, below `/office`. */
export const BASE = '/office';

export const paths = {
  queue: () => '/',
  order: (id: string) => `/orders/${encodeURIComponent(id)}`,
  reserves: () => '/reserves',
  slots: () => '/slots',
} as const;
