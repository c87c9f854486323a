import { randomBytes } from 'node:crypto';
import { col, type Db, rowType, sql } from '#server/platform/db/db.ts';

const SECRET_BYTES = 32;

/** The configured secrets. */
interface ConfiguredSecrets {
  readonly mode: 'demo' | 'production';
  readonly secretKey: string | undefined;
  readonly previousSecretKeys: readonly string[];
}

/** Secrets of an installation, newest first. */
export type KeyRing = readonly [newest: string, ...previous: string[]];

/** The secret of demo mode: created once and stored in the database for all processes. Production requires a configured one. */
async function demoSecretKey(db: Db): Promise<string> {
  const secret = JSON.stringify(randomBytes(SECRET_BYTES).toString('base64url'));
  await db.run(sql`insert into settings (key, value) values ('demo_secret_key', ${secret}::jsonb) on conflict (key) do nothing`);
  return (await findDemoKey(db)) ?? '';
}

const DemoKeyRow = rowType({
  value: col.text,
});

async function findDemoKey(db: Db): Promise<string | undefined> {
  const row = await db.maybe(DemoKeyRow, sql`select value #>> '{}' as value from settings where key = 'demo_secret_key'`);
  return row?.value;
}

/** The configured secrets. In demo mode, a secret created earlier stays as the oldest one. */
export async function openKeyRing(db: Db, { mode, secretKey, previousSecretKeys }: ConfiguredSecrets): Promise<KeyRing> {
  if (secretKey === undefined) return [await demoSecretKey(db)];
  const demoKey = mode === 'demo' ? await findDemoKey(db) : undefined;
  return [secretKey, ...previousSecretKeys, ...(demoKey === undefined ? [] : [demoKey])];
}
