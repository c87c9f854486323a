/** Market change within a day, in both directions, as the board of the page shows it. */
interface BoardChange {
  readonly id: string;
  readonly change: string | null;
  readonly inverseChange: string | null;
}

const changes = new Map<string, BoardChange>();
const listeners = new Set<() => void>();

/** The board's changes, for the chart: both load at different times, and must show the same number. */
export const boardChanges = {
  publish: (pairs: readonly BoardChange[]): void => {
    for (const change of pairs) changes.set(change.id, change);
    for (const listener of listeners) listener();
  },
  get: (id: string): BoardChange | undefined => changes.get(id),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const pairId = (fromId: string, toId: string): string => `${fromId}-${toId}`;
