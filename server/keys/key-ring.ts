import * as z from 'zod/mini';
import { randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import type { Db } from '#server/platform/db/db.ts';

const SECRET_BYTES = 32;

/** What an installation was given to keep secrets with. */
interface GivenSecrets {
  readonly mode: 'demo' | 'production';
  readonly secretKey: string | undefined;
  readonly previousSecretKeys: readonly string[];
}

/** Secrets of an installation, newest first. */
export type KeyRing = readonly [newest: string, ...previous: string[]];

/**
 * The key of a demonstration: made once and kept in its database, so that every process of it has the same one.
 * A production start never comes here: it refuses to run without its own.
 */
async function demoSecretKey(db: Db): Promise<string> {
  const made = JSON.stringify(randomBytes(SECRET_BYTES).toString('base64url'));
  await db.run(sql`insert into settings (key, value) values ('demo_secret_key', ${made}::jsonb) on conflict (key) do nothing`);
  return (await keptDemoKey(db)) ?? '';
}

const KeptDemoKeyRow = z.object({
  value: z.string(),
});

async function keptDemoKey(db: Db): Promise<string | undefined> {
  const row = await db.maybe(KeptDemoKeyRow, sql`select value #>> '{}' as value from settings where key = 'demo_secret_key'`);
  return row?.value;
}

/** The configured secrets; a demonstration that began with a key of its own keeps it as the oldest one. */
export async function openKeyRing(db: Db, { mode, secretKey, previousSecretKeys }: GivenSecrets): Promise<KeyRing> {
  if (secretKey === undefined) return [await demoSecretKey(db)];
  const kept = mode === 'demo' ? await keptDemoKey(db) : undefined;
  return [secretKey, ...previousSecretKeys, ...(kept === undefined ? [] : [kept])];
}
