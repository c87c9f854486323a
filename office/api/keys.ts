/** Names of what is cached, in one place, so that what is read again is what was read. */
export const keys = {
  operator: () => ['operator'] as const,
  lists: () => ['orders'] as const,
  list: (filter: object) => ['orders', filter] as const,
  order: (id: string) => ['order', id] as const,
  reserves: () => ['reserves'] as const,
  postings: (spot: object) => ['reserve_postings', spot] as const,
  approvals: () => ['approvals'] as const,
  incidents: () => ['incidents'] as const,
  slots: () => ['slots'] as const,
  pool: () => ['pool_requisites'] as const,
  poolSystems: () => ['pool_systems'] as const,
  payoutTasks: () => ['payout_tasks'] as const,
  bankLines: () => ['bank_lines'] as const,
  switches: () => ['switches'] as const,
  factors: () => ['factors'] as const,
  limits: () => ['limits'] as const,
  changes: () => ['changes'] as const,
  /** Payment systems, directions and the library alike: a change of one is read in all. */
  catalogue: () => ['catalogue'] as const,
  opening: () => ['opening'] as const,
  settings: (section: string) => ['settings', section] as const,
} as const;
