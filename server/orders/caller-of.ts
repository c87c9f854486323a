import type { Deps } from '#server/deps.ts';
import { type Caller, mayAccess } from './access.ts';

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

const ORDER_COOKIE = /^order_token_([0-9a-z]+)=(.+)$/;

/** Orders whose keys the caller's cookies hold. */
export const ownOrderIdsOf = (deps: Pick<Deps, 'secrets'>, call: Called): string[] =>
  (call.header('cookie') ?? '').split(/;\s*/).flatMap((pair) => {
    const [, id, orderToken] = ORDER_COOKIE.exec(pair) ?? [];
    if (id === undefined || orderToken === undefined) return [];
    return mayAccess(deps, { visitor: { kind: 'guest' }, orderToken }, { id, userId: null }) ? [id] : [];
  });
