import webPush from 'web-push';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const KeyRow = rowType({ public_key: col.text, private_sealed: col.bytes });

/** The shop's VAPID keys (RFC 8292). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const find = (db: Queryable) => db.maybe(KeyRow, sql`select public_key, private_sealed from push_keys where id = 1`);

/** Creates the keys on first use and keeps them for good: subscriptions are bound to them. Of concurrent creations the first is stored. */
export async function pushKeys({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>, db: Queryable): Promise<PushKeys> {
  let row = await find(db);
  if (row === undefined) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await db.run(sql`
      insert into push_keys (id, public_key, private_sealed, made_at)
        values (1, ${publicKey}, ${secrets.seal(privateKey)}, ${new Date(clock.now())})
      on conflict do nothing`);
    row = await find(db);
  }
  if (row === undefined) throw new Error('the push keys were not kept');
  return { publicKey: row.public_key, privateKey: secrets.unseal(row.private_sealed) };
}
