/** How the market has moved within a day, each way round: as the board of the same page last told it. */
interface ToldChange {
  readonly id: string;
  readonly change: string | null;
  readonly inverseChange: string | null;
}

const told = new Map<string, ToldChange>();
const listeners = new Set<() => void>();

/** What two parts of a page say of one thing they say alike, though each asks in its own time: the chart takes the board's word. */
export const toldChanges = {
  tell: (pairs: readonly ToldChange[]): void => {
    for (const one of pairs) told.set(one.id, one);
    for (const listener of listeners) listener();
  },
  of: (id: string): ToldChange | undefined => told.get(id),
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const pairId = (fromId: string, toId: string): string => `${fromId}-${toId}`;
