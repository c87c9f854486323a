import { type PagePosition, positionOf } from '#office/format/paging.ts';
import { useCursor } from './use-cursor.ts';
import { type OrderRow, type QueueFilter, useChangeCounts, useOrders } from './use-orders.ts';

const NO_ROWS: readonly OrderRow[] = [];

interface LaneInput {
  readonly filter: QueueFilter;
  /** False: nothing is read. */
  readonly isShown?: boolean;
  /** The place in this list is restored when the operator comes back to it. */
  readonly isStored?: boolean;
  readonly onPage: (position: PagePosition) => void;
}

/** One list of orders with its current row. A step past the last row opens the next page. */
export function useLane({ filter, isShown = true, isStored = true, onPage }: LaneInput) {
  const orders = useOrders(filter, isShown);
  const rows = orders.data?.rows ?? NO_ROWS;
  const list = orders.data?.listKey ?? '';
  const changes = useChangeCounts(rows, list);
  const onLeavePage = (by: 1 | -1) => {
    const link = orders.data?.links[by === 1 ? 'next' : 'prev'];
    if (link !== undefined && link !== null && !orders.isPlaceholderData)
      onPage(positionOf(filter.page + by, filter, orders.data?.links ?? {}));
  };
  const { cursor, point, step } = useCursor({ rows, list, isStored, onLeavePage });
  return { filter, orders, rows, changes, cursor, point, step, isAnswered: orders.data !== undefined && !orders.isPlaceholderData };
}

export type Lane = ReturnType<typeof useLane>;
