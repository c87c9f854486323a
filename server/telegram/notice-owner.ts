/** Who a chat or browser is linked to: an account, or one order of a guest. */
export type NoticeOwner = { readonly userId: string; readonly orderId: null } | { readonly userId: null; readonly orderId: string };
