import type { Caller } from './access.ts';

export type Called = Caller & { readonly header: (name: string) => string | undefined };

/** A guest's key: the header, or the cookie that the mailed link set (event streams and downloads cannot send headers). */
export function callerOf(call: Called, orderId: string): Caller {
  if (call.orderToken !== undefined) return { visitor: call.visitor, orderToken: call.orderToken };
  const name = `order_token_${orderId}=`;
  const cookie = call
    .header('cookie')
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(name));
  return { visitor: call.visitor, orderToken: cookie?.slice(name.length) };
}
