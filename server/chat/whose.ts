import { createHash } from 'node:crypto';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { type CallAbout, callerOf } from '#server/orders/caller-of.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findByKey, findThread, insertThread, joinThreads, lockByKey, type Talker, type ThreadKey } from './store.ts';

/** Among the things that a guest's browser holds: a thread that was opened by the link of a letter. */
const HELD = 'chat_';
const LINK_PURPOSE = 'chat-thread';

export const heldThread = (threadId: string): string => `${HELD}${threadId}`;

/** The key in the link of a letter to a guest: it opens his thread and nothing else, until the thread is an account's. */
export const linkKeyOf = (deps: Pick<Deps, 'secrets'>, threadId: string): string => deps.secrets.sign(LINK_PURPOSE, threadId);
export const isLinkKey = (deps: Pick<Deps, 'secrets'>, threadId: string, key: string): boolean =>
  deps.secrets.verifyKept(LINK_PURPOSE, threadId, key);

/** A call about a talk. */
export type ChatCall = CallAbout & { readonly guestKey: string | undefined };

const hashOf = (guestKey: string): string => createHash('sha256').update(`chat ${guestKey}`).digest('hex');

/** Whoever calls, by all that he has shown. Somebody signed in is his account, and no browser any more. */
export function talkerOf({ visitor, guestKey, heldIds }: ChatCall): Talker {
  const userId = visitor.kind === 'user' ? visitor.userId : null;
  return {
    userId,
    guestHash: userId === null && guestKey !== undefined ? hashOf(guestKey) : null,
    orderIds: heldIds.filter((id) => !id.startsWith(HELD)),
    threadIds: userId === null ? heldIds.filter((id) => id.startsWith(HELD)).map((id) => id.slice(HELD.length)) : [],
  };
}

/** A guest's own thread: the one he has opened by a letter's link, else his browser's. */
async function guestThread(db: Queryable, { guestHash, threadIds }: Talker): Promise<ThreadKey | undefined> {
  for (const id of threadIds) {
    const hash = (await findThread(db, id))?.guest_hash;
    if (typeof hash === 'string') return { guestHash: hash };
  }
  return guestHash === null ? undefined : { guestHash };
}

/**
 * Which talk a call is about (decision 0061): of the order it names, where its caller has that order; else his account's, else his
 * browser's. Nobody reads the talk about one order by the key of another.
 */
export async function findWhose(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  call: ChatCall,
  orderId: string | undefined,
): Promise<Result<ThreadKey, 'not_found' | 'not_authenticated'>> {
  if (orderId !== undefined) {
    const order = await findOwnOrder(deps, db, orderId, callerOf(call));
    return order === undefined ? refuse({ code: 'not_found' }) : accept({ orderId: order.id });
  }
  const talker = talkerOf(call);
  if (talker.userId !== null) return accept({ userId: talker.userId });
  const key = await guestThread(db, talker);
  return key === undefined ? refuse({ code: 'not_authenticated', message: 'chat_needs_cookies' }) : accept(key);
}

type JoinDeps = Pick<Deps, 'clock' | 'random'>;

/**
 * Whoever has signed in takes along what his browser has said before: it goes up in his account's thread. The guest's thread ends with
 * that, and the links of letters that opened it.
 */
export async function takeAlong(deps: JoinDeps & Pick<Deps, 'db'>, { visitor, guestKey }: ChatCall): Promise<void> {
  if (visitor.kind !== 'user' || guestKey === undefined) return;
  const guest: ThreadKey = { guestHash: hashOf(guestKey) };
  if ((await findByKey(deps.db, guest)) === undefined) return;
  await deps.db.tx(async (tx) => await joinThread(deps, tx, guest, { userId: visitor.userId }));
}

/** All of one thread goes over into another one. Of several calls at once one does it: both are locked, the one that stays first. */
async function joinThread(deps: JoinDeps, tx: Tx, from: ThreadKey, to: ThreadKey): Promise<void> {
  const found = await findByKey(tx, from);
  if (found === undefined) return;
  await insertThread(tx, { id: deps.random.uuid(), key: to, locale: found.locale, now: new Date(deps.clock.now()) });
  const stays = await lockByKey(tx, to);
  const goes = await lockByKey(tx, from);
  if (stays !== undefined && goes !== undefined && goes.id !== stays.id) await joinThreads(tx, goes, stays);
}
