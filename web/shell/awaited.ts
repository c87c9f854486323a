/** Pages that another gives way to only when all their files are there (`routeArrived`), with the words that they speak. */
export const AWAITED = { order: ['order', 'status'] } as const;
export type AwaitedPage = keyof typeof AWAITED;
