/** Pages that are navigated to only when all their files are fetched (`isRouteReady`), with their message namespaces. */
export const PRELOADED_PAGES = { order: ['order', 'status'] } as const;
export type PreloadedPage = keyof typeof PRELOADED_PAGES;
