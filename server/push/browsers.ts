import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import type { NoticeOwner } from '#server/mails/notices/channel.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { deleteSubscription, insertSubscription, subscriptionsOf } from './subscription-store.ts';

const KeyRow = rowType({ public_key: col.text, private_sealed: col.bytes });

/** The shop's VAPID keys (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const findKeys = (db: Queryable) => db.maybe(KeyRow, sql`select public_key, private_sealed from push_keys where id = 1`);

/** Creates the keys on first use. They never change, because subscriptions are bound to them. Of concurrent creations the first is stored. */
export async function pushKeys({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, db: Queryable): Promise<PushKeys> {
  let row = await findKeys(db);
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await db.run(sql`
      insert into push_keys (id, public_key, private_sealed, made_at)
        values (1, ${publicKey}, ${secrets.seal(privateKey)}, ${new Date(clock.now())})
      on conflict do nothing`);
    row = await findKeys(db);
  }
  if (row === undefined) throw new Error('the push keys were not stored');
  return { publicKey: row.public_key, privateKey: secrets.unseal(row.private_sealed) };
}

/** A browser that receives notices. */
export interface Browser {
  readonly id: string;
  readonly name: string;
  readonly addedAt: Date;
}

export const browsersOf = async (db: Queryable, owner: NoticeOwner): Promise<Browser[]> =>
  (await subscriptionsOf(db, owner)).map(({ id, name, added_at: addedAt }) => ({ id, name, addedAt }));

/** Ends one of the owner's subscriptions. False if there is none. */
export const unsubscribeBrowser = async (tx: Tx, owner: NoticeOwner, id: string): Promise<boolean> =>
  (await deleteSubscription(tx, owner, id)) > 0;

export interface BrowserInput {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
}

/** Whether messages can be encrypted for this key, which must be a point on the P-256 curve. */
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

/** Adds a browser. Its endpoint and key must have been checked. */
export async function subscribeBrowser(
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
