/** Where earnings begin. */
export const EARNINGS = '/account/earnings';

interface Tab {
  readonly path: string;
  /** Key of its name. */
  readonly name: string;
}

/** The pages of earnings in the order they are listed: a new one has its line here and below `earnings` in `web/routes.ts`. */
export const TABS: readonly Tab[] = [
  { path: EARNINGS, name: 'earnings.tabs.overview' },
  { path: `${EARNINGS}/incomes`, name: 'earned.incomes' },
  { path: `${EARNINGS}/rewards`, name: 'earned.rewards' },
  { path: `${EARNINGS}/withdraw`, name: 'withdrawal.tab' },
  { path: '/account/earnings/api', name: 'earnings.tabs.api' },
];

/** The tab of a page, by its address without a language. */
export const tabAt = (path: string): Tab | undefined => TABS.findLast((tab) => path === tab.path || path.startsWith(`${tab.path}/`));
