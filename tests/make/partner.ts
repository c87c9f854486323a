import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Db, sql } from '#server/platform/db/db.ts';
import type { Api, ApiAnswer, ApiCall } from './call-api.ts';

/** A verified account with a recently re-authenticated session. */
export interface TestAccount {
  readonly userId: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function makeAccount(db: Db, name: string): Promise<TestAccount> {
  const [userId, email] = [randomUUID(), `${name}-${randomUUID().slice(0, 8)}@partners.test`];
  await db.run(
    sql`insert into users (id, email, full_name, role, email_verified_at) values (${userId}, ${email}, ${name}, 'customer', now())`,
  );
  const token = randomBytes(32).toString('base64url');
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, active_at, expires_at, ip, device, proved_at)
    values (${createHash('sha256').update(token).digest()}, ${userId}, now(), now(), now(), now() + interval '1 day', '127.0.0.1', 'test', now())`);
  return { userId, email, headers: { cookie: `session=${token}` } };
}

/** A key with its secret. */
export interface PartnerKey {
  readonly id: string;
  readonly secret: string;
}

const ALL_SCOPES = ['rates:read', 'orders:read', 'orders:write'];

export async function makeKey(api: Api, owner: TestAccount, change: Readonly<Record<string, unknown>> = {}): Promise<PartnerKey> {
  const attributes = { name: 'A program', mode: 'live', scopes: ALL_SCOPES, ...change };
  const made = (await api.call('POST', '/api/v1/partner_keys', { type: 'partner_keys', attributes, headers: owner.headers })).resource();
  return { id: made.id, secret: String(made.attributes['secret']) };
}

let calls = 0;

/** Headers of a signed call; unique even within a millisecond. */
export function signedHeaders(
  { id, secret }: PartnerKey,
  { method, target, body = '' }: { readonly method: string; readonly target: string; readonly body?: string },
  at = Date.now() / 1000,
): Readonly<Record<string, string>> {
  calls = (calls + 1) % 1000;
  const timestamp = `${at.toFixed(3)}${String(calls).padStart(3, '0')}`;
  const hash = createHash('sha256').update(body).digest('hex');
  const mac = createHmac('sha256', secret).update(`${timestamp}\n${method}\n${target}\n${hash}`).digest('hex');
  return { 'partner-key': id, 'partner-timestamp': timestamp, 'partner-signature': `v1=${mac}` };
}

/** A client that signs every call and sends neither locale nor cookies. */
export const signedApi = (api: Api, key: PartnerKey): Api => ({
  ...api,
  async call(method: string, target: string, { type, attributes, headers, ...request }: ApiCall = {}): Promise<ApiAnswer> {
    const body = attributes === undefined ? request.body : JSON.stringify({ data: { type: type ?? 'orders', attributes } });
    const signed = signedHeaders(key, { method, target, ...(typeof body === 'string' ? { body } : {}) });
    return await api.call(method, target, { ...(body === undefined ? {} : { body }), headers: { ...signed, ...headers } });
  },
});
