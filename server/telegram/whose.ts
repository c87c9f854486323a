/** Whom a place hears of: an account, or one order of a guest. */
export type Whose = { readonly userId: string; readonly orderId: null } | { readonly userId: null; readonly orderId: string };
