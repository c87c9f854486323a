import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type CallWithOrderKeys, callerOf, findOwnOrder } from '#server/orders/access.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findByKey, findThread, insertThread, mergeThreads, lockByKey, type ThreadReader, type ThreadKey } from './store.ts';

/** Prefix of a thread's id in the guest's cookie. */
const THREAD_PREFIX = 'chat_';
const LINK_PURPOSE = 'chat-thread';

export const cookieThreadId = (threadId: string): string => `${THREAD_PREFIX}${threadId}`;

/** The key in the link of a guest's mail. It opens only that thread, until the thread becomes an account's. */
export const linkKeyOf = (deps: Pick<Deps, 'secrets'>, threadId: string): string => deps.secrets.sign(LINK_PURPOSE, threadId);
export const isLinkKey = (deps: Pick<Deps, 'secrets'>, threadId: string, key: string): boolean =>
  deps.secrets.verifyLongLived(LINK_PURPOSE, threadId, key);

/** A call about a chat thread. */
export type ChatCall = CallWithOrderKeys & { readonly guestKey: string | undefined };

const hashOf = (guestKey: string): string => createHash('sha256').update(`chat ${guestKey}`).digest('hex');

/** What the caller may read. A signed-in user reads by account only, not by browser. */
export function readerOf({ visitor, guestKey, guestItemIds }: ChatCall): ThreadReader {
  const userId = visitor.kind === 'user' ? visitor.userId : null;
  return {
    userId,
    guestHash: userId === null && guestKey !== undefined ? hashOf(guestKey) : null,
    orderIds: guestItemIds.filter((id) => !id.startsWith(THREAD_PREFIX)),
    threadIds: userId === null ? guestItemIds.filter((id) => id.startsWith(THREAD_PREFIX)).map((id) => id.slice(THREAD_PREFIX.length)) : [],
  };
}

/** A guest's thread: the one opened by the link of a mail, otherwise the browser's own. */
async function guestThread(db: Queryable, { guestHash, threadIds }: ThreadReader): Promise<ThreadKey | undefined> {
  for (const id of threadIds) {
    const hash = (await findThread(db, id))?.guest_hash;
    if (typeof hash === 'string') return { guestHash: hash };
  }
  return guestHash === null ? undefined : { guestHash };
}

/**
 * The thread of a call (decision 0061): the named order's, if the caller has access to it; without an order the account's, otherwise the
 * browser's.
 */
export async function findThreadKey(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  call: ChatCall,
  orderId: string | undefined,
): Promise<Result<ThreadKey, 'not_found' | 'not_authenticated'>> {
  if (orderId !== undefined) {
    const order = await findOwnOrder(deps, db, orderId, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : accept({ orderId: order.id });
  }
  const reader = readerOf(call);
  if (reader.userId !== null) return accept({ userId: reader.userId });
  const key = await guestThread(db, reader);
  return key === undefined ? refuse({ code: 'not_authenticated', message: 'chat_needs_cookies' }) : accept(key);
}

type JoinDeps = Pick<Deps, 'clock' | 'random'>;

/** After sign-in the browser's guest thread is merged into the account's. Links to it in mails end. */
export async function mergeGuestThread(deps: JoinDeps & Pick<Deps, 'db'>, { visitor, guestKey }: ChatCall): Promise<void> {
  if (visitor.kind !== 'user' || guestKey === undefined) return;
  const guest: ThreadKey = { guestHash: hashOf(guestKey) };
  if ((await findByKey(deps.db, guest)) === undefined) return;
  await deps.db.tx(async (tx) => await mergeThread(deps, tx, guest, { userId: visitor.userId }));
}

/** Merges one thread into another. Both are locked, the remaining one first, so that of concurrent calls one does it. */
async function mergeThread(deps: JoinDeps, tx: Tx, from: ThreadKey, to: ThreadKey): Promise<void> {
  const source = await findByKey(tx, from);
  if (source === undefined) return;
  await insertThread(tx, { id: deps.random.uuid(), key: to, locale: source.locale, now: new Date(deps.clock.now()) });
  const target = await lockByKey(tx, to);
  const merged = await lockByKey(tx, from);
  if (target !== undefined && merged !== undefined && merged.id !== target.id) await mergeThreads(tx, merged, target);
}
