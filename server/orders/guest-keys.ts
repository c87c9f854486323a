/** How a guest shows that an order is his: its key in this header, or the cookie in which his browser keeps the ids of his (contract 3). */
export const ORDER_KEYS = { header: 'order-token', held: 'orders' } as const;
