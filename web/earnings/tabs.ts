/** Path of the first earnings page. */
export const EARNINGS = '/account/earnings';

interface Tab {
  readonly path: string;
  /** Message key of the tab's name. */
  readonly name: string;
}

/** Tabs of earnings, in order. A new tab is added here and below `earnings` in `web/routes.ts`. */
export const TABS: readonly Tab[] = [
  { path: EARNINGS, name: 'earnings.tabs.overview' },
  { path: `${EARNINGS}/incomes`, name: 'earned.incomes' },
  { path: `${EARNINGS}/rewards`, name: 'earned.rewards' },
  { path: `${EARNINGS}/withdraw`, name: 'withdrawal.tab' },
  { path: '/account/earnings/api', name: 'earnings.tabs.api' },
];

/** The tab of a path without language prefix. */
export const tabAt = (path: string): Tab | undefined => TABS.findLast((tab) => path === tab.path || path.startsWith(`${tab.path}/`));
