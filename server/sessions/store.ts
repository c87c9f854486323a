import type { SecurityTopic } from '#core/security/security-event.ts';
import { type Instant, SECOND_MS } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

export interface Session {
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly ip: string;
  readonly device: string;
  /** Null if it is not yet given, or the user has no second factor. */
  readonly factorGivenAt: Instant | null;
}

const LiveRow = rowType({
  token_hash: col.bytes,
  user_id: col.text,
  role: col.text,
  email: col.text,
  has_verified_email: col.bool,
  created_at: col.timestamp,
  last_seen_at: col.timestamp,
  active_at: col.timestamp,
  factor_given_at: col.nullable(col.timestamp),
  proved_at: col.timestamp,
  is_enrolled: col.bool,
});

export interface LiveSession {
  /** The token's hash as text. */
  readonly sessionId: string;
  readonly userId: string;
  readonly role: string;
  readonly email: string;
  readonly hasVerifiedEmail: boolean;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  readonly activeAt: Instant;
  readonly factorGivenAt: Instant | null;
  readonly provedAt: Instant;
  readonly isEnrolled: boolean;
}

export async function insertSession(db: Queryable, session: Session): Promise<void> {
  const { tokenHash, userId, ip, device } = session;
  const created = new Date(session.createdAt);
  const factorGivenAt = session.factorGivenAt === null ? null : new Date(session.factorGivenAt);
  await db.run(sql`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, active_at, expires_at, ip, device, factor_given_at, proved_at)
    values (${tokenHash}, ${userId}, ${created}, ${created}, ${created}, ${new Date(session.expiresAt)}, ${ip}, ${device},
      ${factorGivenAt}, ${created})`);
}

/** Those sessions that are live, with their users' current roles; without the expired ones and those of disabled users. */
export async function findLiveSessions(db: Queryable, tokenHashes: readonly Buffer[], now: Instant): Promise<readonly LiveSession[]> {
  const rows = await db.many(
    LiveRow,
    sql`
    select s.token_hash, s.user_id, u.role, u.email, u.email_verified_at is not null as has_verified_email, s.created_at, s.last_seen_at,
      s.active_at, s.factor_given_at,
      coalesce(s.proved_at, s.created_at) as proved_at, u.second_factor_since is not null as is_enrolled
    from sessions s join users u on u.id = s.user_id
    where s.token_hash = any(${[...tokenHashes]}::bytea[]) and s.expires_at > ${new Date(now)} and u.disabled_at is null`,
  );
  return rows.map((row) => ({
    sessionId: row.token_hash.toString('base64url'),
    userId: row.user_id,
    role: row.role,
    email: row.email,
    hasVerifiedEmail: row.has_verified_email,
    createdAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    activeAt: row.active_at.getTime(),
    factorGivenAt: row.factor_given_at?.getTime() ?? null,
    provedAt: row.proved_at.getTime(),
    isEnrolled: row.is_enrolled,
  }));
}

/** Records that a session was used, and whether by a user's action. */
export async function touchSession(
  db: Queryable,
  tokenHash: Buffer,
  use: { readonly now: Instant; readonly isUserAction: boolean },
): Promise<void> {
  const now = new Date(use.now);
  await db.run(
    sql`update sessions set last_seen_at = ${now}, active_at = case when ${use.isUserAction} then ${now} else active_at end
      where token_hash = ${tokenHash}`,
  );
}

const TriesRow = rowType({ factor_tries: col.number });

/** Counts one more try of a second factor; undefined when the session does not exist. */
export async function countFactorTry(db: Queryable, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db.maybe(
    TriesRow,
    sql`update sessions set factor_tries = factor_tries + 1 where token_hash = ${tokenHash} returning factor_tries`,
  );
  return row?.factor_tries;
}

const LifetimeRow = rowType({ created_at: col.timestamp, expires_at: col.timestamp });

/** Completes a session under a new token, after a right factor. Undefined if there is no such session. */
export async function completeSessionRow(
  db: Queryable,
  tokenHash: Buffer,
  completion: { readonly newHash: Buffer; readonly now: Instant },
): Promise<{ readonly createdAt: Instant; readonly expiresAt: Instant } | undefined> {
  const now = new Date(completion.now);
  const row = await db.maybe(
    LifetimeRow,
    sql`
    update sessions set token_hash = ${completion.newHash}, factor_given_at = ${now}, proved_at = ${now}, factor_tries = 0,
      active_at = ${now}, last_seen_at = ${now}
    where token_hash = ${tokenHash} returning created_at, expires_at`,
  );
  return row === undefined ? undefined : { createdAt: row.created_at.getTime(), expiresAt: row.expires_at.getTime() };
}

/** Records that a factor was given again or enrolled. The session keeps its token. */
export const refreshSession = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<number> =>
  db.run(
    sql`update sessions set factor_given_at = ${new Date(now)}, proved_at = ${new Date(now)}, factor_tries = 0
      where token_hash = ${tokenHash}`,
  );

/** Records that the user proved the identity without a second factor. */
export const setProvedAt = (db: Queryable, tokenHash: Buffer, now: Instant): Promise<number> =>
  db.run(sql`update sessions set proved_at = ${new Date(now)} where token_hash = ${tokenHash}`);

export async function deleteSessionRow(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`);
}

export const deleteOwnSession = (db: Queryable, userId: string, tokenHash: Buffer): Promise<number> =>
  db.run(sql`delete from sessions where token_hash = ${tokenHash} and user_id = ${userId}`);

/** Ends every session of a user except one. */
export const deleteOtherSessions = (db: Queryable, userId: string, keptTokenHash: Buffer | null): Promise<number> =>
  db.run(sql`delete from sessions where user_id = ${userId} and (${keptTokenHash}::bytea is null or token_hash <> ${keptTokenHash})`);

export async function deleteExpiredSessions(db: Queryable, now: Instant): Promise<void> {
  await db.run(sql`delete from sessions where expires_at <= ${new Date(now)}`);
}

const SessionRow = rowType({
  token_hash: col.bytes,
  created_at: col.timestamp,
  last_seen_at: col.timestamp,
  expires_at: col.timestamp,
  ip: col.nullable(col.text),
  device: col.nullable(col.text),
});
export type SessionRow = RowOf<typeof SessionRow>;

export const listSessions = (db: Queryable, userId: string, now: Instant): Promise<SessionRow[]> =>
  db.many(
    SessionRow,
    sql`
    select token_hash, created_at, last_seen_at, expires_at, ip, device from sessions
    where user_id = ${userId} and expires_at > ${new Date(now)} order by last_seen_at desc limit 100`,
  );

export interface SecurityEvent {
  readonly id: string;
  /** Null if the e-mail has no account. */
  readonly userId: string | null;
  readonly at: Instant;
  readonly topic: SecurityTopic;
  readonly ip: string | null;
  readonly device: string | null;
  /** The session that began with the event. */
  readonly sessionHash: Buffer | null;
}

export async function insertSecurityEvent(db: Queryable, event: SecurityEvent): Promise<void> {
  await db.run(sql`
    insert into security_events (id, user_id, at, topic, ip, device, session_hash)
    values (${event.id}, ${event.userId}, ${new Date(event.at)}, ${event.topic}, ${event.ip}, ${event.device}, ${event.sessionHash})`);
}

/** Ends one session and all that began at or after a moment. */
export const deleteSessionsSince = (
  db: Queryable,
  userId: string,
  range: { readonly sessionHash: Buffer | null; readonly since: Instant },
): Promise<number> =>
  db.run(sql`
    delete from sessions where user_id = ${userId} and (token_hash = ${range.sessionHash} or created_at >= ${new Date(range.since)})`);

/** A browser is stored up to this long before its security event. */
const DEVICE_BEFORE_EVENT_MS = SECOND_MS;

export const forgetDevicesSince = (db: Queryable, userId: string, since: Instant): Promise<number> =>
  db.run(sql`delete from known_devices where user_id = ${userId} and first_seen_at >= ${new Date(since - DEVICE_BEFORE_EVENT_MS)}`);

/** Forgets all browsers of a user except this one. */
export async function keepOnlyDevice(
  db: Queryable,
  { userId, deviceHash, now }: { readonly userId: string; readonly deviceHash: Buffer; readonly now: Instant },
): Promise<void> {
  const at = new Date(now);
  await db.run(sql`delete from known_devices where user_id = ${userId} and device_hash <> ${deviceHash}`);
  await db.run(sql`
    insert into known_devices (user_id, device_hash, first_seen_at, last_seen_at) values (${userId}, ${deviceHash}, ${at}, ${at})
    on conflict (user_id, device_hash) do nothing`);
}

const SecurityEventRow = rowType({
  id: col.text,
  user_id: col.nullable(col.text),
  at: col.timestamp,
  topic: col.text,
  ip: col.nullable(col.text),
  device: col.nullable(col.text),
  session_hash: col.nullable(col.bytes),
});
export type SecurityEventRow = RowOf<typeof SecurityEventRow>;

/** Events of a user, newest first. */
export const listSecurityEvents = (db: Queryable, userId: string, limit: number): Promise<SecurityEventRow[]> =>
  db.many(
    SecurityEventRow,
    sql`select id, user_id, at, topic, ip, device, session_hash from security_events where user_id = ${userId} order by at desc, id
      limit ${limit}`,
  );

/** The first event of a topic that is still stored. */
export const findFirstEventRow = (db: Queryable, userId: string, topic: SecurityTopic): Promise<SecurityEventRow | undefined> =>
  db.maybe(
    SecurityEventRow,
    sql`select id, user_id, at, topic, ip, device, session_hash from security_events where user_id = ${userId} and topic = ${topic}
      order by at limit 1`,
  );

const MomentRow = rowType({ at: col.nullable(col.timestamp) });

/** Time of the first event of a topic since a moment. */
export async function findFirstEventAt(
  db: Queryable,
  userId: string,
  filter: { readonly topic: SecurityTopic; readonly since: Instant },
): Promise<Instant | undefined> {
  const { at } = await db.one(
    MomentRow,
    sql`select min(at) as at from security_events
      where user_id = ${userId} and topic = ${filter.topic} and at >= ${new Date(filter.since)}`,
  );
  return at?.getTime();
}

export const findSecurityEvent = (db: Queryable, id: string): Promise<SecurityEventRow | undefined> =>
  db.maybe(SecurityEventRow, sql`select id, user_id, at, topic, ip, device, session_hash from security_events where id = ${id}`);

/** Events of no account are kept for a shorter time. They exist only so that every refusal takes equally long. */
export async function deleteOldSecurityEvents(
  db: Queryable,
  before: { readonly anonymous: Instant; readonly all: Instant },
): Promise<void> {
  await db.run(
    sql`delete from security_events where at < ${new Date(before.all)} or (user_id is null and at < ${new Date(before.anonymous)})`,
  );
}

const DeviceRow = rowType({ is_first: col.bool, is_known: col.bool });

/** Stores a user's browser. Returns whether it was known, new, or the user's first. */
export async function upsertDevice(
  db: Queryable,
  device: { readonly userId: string; readonly deviceHash: Buffer; readonly now: Instant },
): Promise<'known' | 'new' | 'first'> {
  const now = new Date(device.now);
  const row = await db.one(
    DeviceRow,
    sql`
    select not exists (select from known_devices where user_id = ${device.userId}) as is_first,
      exists (select from known_devices where user_id = ${device.userId} and device_hash = ${device.deviceHash}) as is_known`,
  );
  await db.run(sql`
    insert into known_devices (user_id, device_hash, first_seen_at, last_seen_at)
      values (${device.userId}, ${device.deviceHash}, ${now}, ${now})
    on conflict (user_id, device_hash) do update set last_seen_at = excluded.last_seen_at`);
  if (row.is_known) return 'known';
  return row.is_first ? 'first' : 'new';
}
