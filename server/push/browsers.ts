import { createECDH } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { Whose } from '#server/telegram/whose.ts';
import { deleteSubscription, insertSubscription, subscriptionsOf } from './subscription-store.ts';

/** A browser that hears of somebody. */
export interface Browser {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
}

export const browsersOf = async (db: Queryable, whose: Whose): Promise<Browser[]> =>
  (await subscriptionsOf(db, whose)).map(({ id, name, added_at: addedAt }) => ({ id, name, addedAt }));

/** The browser hears no more; false for another's as for none. */
export const endBrowser = async (tx: Tx, whose: Whose, id: string): Promise<boolean> => (await deleteSubscription(tx, whose, id)) > 0;

export interface GivenBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

/** Whether a message can be sealed for this key: a point of the curve, which a browser's own always is. */
export function isSealable(p256dh: string): boolean {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    ours.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Adds a browser; its address and its key have been checked. */
export async function addBrowser(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { whose, locale, given }: { readonly whose: Whose; readonly locale: Locale; readonly given: GivenBrowser },
): Promise<void> {
  const { name, ...subscription } = given;
  await insertSubscription(tx, {
    id: deps.random.uuid(),
    whose,
    endpoint: given.endpoint,
    sealed: deps.secrets.seal(JSON.stringify(subscription)),
    name: name
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim(),
    locale,
    now: deps.clock.now(),
  });
}
