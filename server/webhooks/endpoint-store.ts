import { KEY_MODES, type KeyMode } from '#core/partner/partner.ts';
import { AUTOMATIC_PAUSES, type Pause, PAUSES } from '#core/webhooks/webhook.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { makeDue } from './queue-store.ts';

/** All columns except the secrets. */
export const EndpointRow = rowType({
  id: col.text,
  user_id: col.text,
  mode: col.oneOf(KEY_MODES),
  url: col.text,
  topics: col.arrayOf(col.text),
  paused_by: col.nullable(col.oneOf(PAUSES)),
  paused_at: col.nullable(col.timestamp),
  paused_reason: col.nullable(col.text),
  failing_since: col.nullable(col.timestamp),
  last_taken_at: col.nullable(col.timestamp),
  former_until: col.nullable(col.timestamp),
  created_at: col.timestamp,
  version: col.number,
});
export type EndpointRow = RowOf<typeof EndpointRow>;

export interface NewEndpoint {
  readonly id: string;
  readonly userId: string;
  readonly mode: KeyMode;
  readonly url: string;
  readonly topics: readonly string[];
  readonly secretSealed: Buffer;
  readonly at: Instant;
}

export const insertEndpoint = (tx: Tx, { id, userId, mode, url, topics, secretSealed, at }: NewEndpoint): Promise<number> =>
  tx.run(sql`
    insert into webhook_endpoints (id, user_id, mode, url, topics, secret_sealed, created_at)
    values (${id}, ${userId}, ${mode}, ${url}, ${topics}, ${secretSealed}, ${new Date(at)})`);

/** Endpoints of a user in the order of creation. */
export const listEndpoints = (db: Queryable, userId: string): Promise<EndpointRow[]> =>
  db.many(EndpointRow, sql`select ${EndpointRow.list} from webhook_endpoints where user_id = ${userId} order by created_at, id`);

/** Serializes the creation of endpoints of one user. */
export const lockOwner = (tx: Tx, userId: string): Promise<object> =>
  tx.one(AnyRow, sql`select id from users where id = ${userId} for no key update`);

/** Reads and locks an endpoint; `userId` undefined: any owner, for the office. */
export const lockEndpoint = (tx: Tx, id: string, userId?: string): Promise<EndpointRow | undefined> =>
  tx.maybe(
    EndpointRow,
    sql`select ${EndpointRow.list} from webhook_endpoints
      where id = ${id} and ${userId === undefined ? sql`true` : sql`user_id = ${userId}`} for no key update`,
  );

export const findEndpoint = (db: Queryable, id: string): Promise<EndpointRow | undefined> =>
  db.maybe(EndpointRow, sql`select ${EndpointRow.list} from webhook_endpoints where id = ${id}`);

const change = (tx: Tx, id: string, values: Sql): Promise<number> =>
  tx.run(sql`update webhook_endpoints set ${values}, version = version + 1 where id = ${id}`);

export const saveEndpoint = (tx: Tx, id: string, { url, topics }: Pick<EndpointRow, 'url' | 'topics'>): Promise<number> =>
  change(tx, id, sql`url = ${url}, topics = ${topics}`);

/** Replaces the secret; the former one also signs until `formerUntil`. */
export const replaceSecret = (
  tx: Tx,
  id: string,
  { secretSealed, formerUntil }: { readonly secretSealed: Buffer; readonly formerUntil: Instant },
): Promise<number> =>
  change(tx, id, sql`former_secret_sealed = secret_sealed, former_until = ${new Date(formerUntil)}, secret_sealed = ${secretSealed}`);

/** Returns 0 if the endpoint is already paused. */
export const pause = (
  tx: Tx,
  id: string,
  { by, reason, now }: { readonly by: Pause; readonly reason: string | null; readonly now: Instant },
): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set paused_by = ${by}, paused_at = ${new Date(now)}, paused_reason = ${reason}, version = version + 1
    where id = ${id} and paused_by is null`);

/** Pauses all endpoints of a user, except those paused by a person. Returns their number. */
export const cutOffEndpoints = (tx: Tx, userId: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set paused_by = 'cut_off', paused_at = ${new Date(now)}, paused_reason = null, version = version + 1
    where user_id = ${userId} and (paused_by is null or paused_by = any(${AUTOMATIC_PAUSES}))`);

/** Ends a pause that began automatically, after the endpoint has accepted a check. A pause by a person stays. Returns 0 if there was no such pause. */
export const resumeAfterCheck = (tx: Tx, id: string, now: Instant): Promise<number> => resume(tx, id, now, AUTOMATIC_PAUSES);

/** Resumes an endpoint: its failure period restarts and waiting events are due now. Returns 0 if it is not paused. */
export async function resume(tx: Tx, id: string, now: Instant, pauses: readonly Pause[] = PAUSES): Promise<number> {
  const resumed = await tx.run(sql`
    update webhook_endpoints set paused_by = null, paused_at = null, paused_reason = null, failing_since = null, version = version + 1
    where id = ${id} and paused_by = any(${pauses})`);
  if (resumed > 0) await makeDue(tx, id, now);
  return resumed;
}

export const deleteEndpoint = (tx: Tx, id: string): Promise<number> => tx.run(sql`delete from webhook_endpoints where id = ${id}`);

/** `last_taken_at` is written at most this often, because all deliveries to the endpoint share the row. */
const TAKEN_PRECISION_MS = 10_000;

/** Records that the endpoint accepted an event. */
export const markAccepting = (tx: Tx, id: string, now: Instant): Promise<number> =>
  tx.run(sql`
    update webhook_endpoints set failing_since = null, last_taken_at = ${new Date(now)}
    where id = ${id} and (failing_since is not null or last_taken_at is null or last_taken_at < ${new Date(now - TAKEN_PRECISION_MS)})`);

const SinceRow = rowType({ failing_since: col.timestamp });

/** Records that the endpoint did not accept an event; returns since when it has been failing. */
export async function markFailing(tx: Tx, id: string, now: Instant): Promise<Instant> {
  await tx.run(sql`update webhook_endpoints set failing_since = ${new Date(now)} where id = ${id} and failing_since is null`);
  const row = await tx.maybe(SinceRow, sql`select failing_since from webhook_endpoints where id = ${id} and failing_since is not null`);
  return row?.failing_since.getTime() ?? now;
}
