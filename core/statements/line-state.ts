/** Where a bank line comes from. */
export const LINE_SOURCES = ['hand', 'text', 'csv', '1c'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** What became of it: in suspense, an order's, sent back, ours, or written by mistake. */
export const LINE_STATES = ['unmatched', 'matched', 'returned', 'kept', 'mistaken'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** How a person ends what no order is found for. */
export const LINE_ENDS = ['returned', 'kept', 'mistaken'] as const;
export type LineEnd = (typeof LINE_ENDS)[number];
