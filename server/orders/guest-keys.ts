/** How a guest proves access to an order: the token in this header, or the cookie with the ids of the browser's orders (contract 3). */
export const ORDER_KEYS = { header: 'order-token', itemsCookie: 'orders' } as const;
