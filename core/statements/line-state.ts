/** Source of a bank line. */
export const LINE_SOURCES = ['hand', 'text', 'csv', '1c'] as const;
export type LineSource = (typeof LINE_SOURCES)[number];

/** State of a bank line: in suspense, matched to an order, returned, kept as own money, or entered by mistake. */
export const LINE_STATES = ['unmatched', 'matched', 'returned', 'kept', 'mistaken'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** How a person closes a line without an order. */
export const LINE_ENDS = ['returned', 'kept', 'mistaken'] as const;
export type LineEnd = (typeof LINE_ENDS)[number];
