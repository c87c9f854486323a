import { createECDH } from 'node:crypto';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { deleteSubscription, insertSubscription, subscriptionsOf } from './subscription-store.ts';

/** A browser that receives notices. */
export interface Browser {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
}

export const browsersOf = async (db: Queryable, owner: NoticeOwner): Promise<Browser[]> =>
  (await subscriptionsOf(db, owner)).map(({ id, name, added_at: addedAt }) => ({ id, name, addedAt }));

/** Ends one of the owner's subscriptions; false when there is none. */
export const unsubscribeBrowser = async (tx: Tx, owner: NoticeOwner, id: string): Promise<boolean> =>
  (await deleteSubscription(tx, owner, id)) > 0;

export interface BrowserInput {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

/** Whether messages can be encrypted for this key: a point on the P-256 curve. */
export function isValidKey(p256dh: string): boolean {
  const ownKey = createECDH('prime256v1');
  ownKey.generateKeys();
  try {
    ownKey.computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    return false;
  }
}

/** Adds a browser; its endpoint and key must have been checked. */
export async function addBrowser(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  { owner, locale, browser }: { readonly owner: NoticeOwner; readonly locale: Locale; readonly browser: BrowserInput },
): Promise<void> {
  const { name, ...subscription } = browser;
  await insertSubscription(tx, {
    id: deps.random.uuid(),
    owner,
    endpoint: browser.endpoint,
    sealed: deps.secrets.seal(JSON.stringify(subscription)),
    name: name
      .normalize('NFC')
      .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim(),
    locale,
    now: deps.clock.now(),
  });
}
