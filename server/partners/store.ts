import { KEY_ENDERS, KEY_MODES, type KeyEnder, type KeyMode, PARTNER_SCOPES, type PartnerScope } from '#core/partner/partner.ts';
import { col, type Queryable, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { addPartner } from './queries.ts';

const COLUMNS = raw(
  'id, name, mode, scopes, networks, secret_since, case when old_secret_until > now() then old_secret_until end as old_secret_until, created_at, last_used_at, last_used_ip, revoked_at, revoked_by, revoked_reason',
);

export const PartnerKeyRow = rowType({
  id: col.text,
  name: col.text,
  mode: col.oneOf(KEY_MODES),
  scopes: col.arrayOf(col.oneOf(PARTNER_SCOPES)),
  networks: col.arrayOf(col.text),
  secret_since: col.timestamp,
  old_secret_until: col.nullable(col.timestamp),
  created_at: col.timestamp,
  last_used_at: col.nullable(col.timestamp),
  last_used_ip: col.nullable(col.text),
  revoked_at: col.nullable(col.timestamp),
  revoked_by: col.nullable(col.oneOf(KEY_ENDERS)),
  revoked_reason: col.nullable(col.text),
});
export type PartnerKeyRow = RowOf<typeof PartnerKeyRow>;

/** Keys of an account, active ones first, then newest first. */
export const listKeys = async (db: Queryable, userId: string): Promise<PartnerKeyRow[]> =>
  await db.many(
    PartnerKeyRow,
    sql`select ${COLUMNS} from partner_keys where user_id = ${userId} order by revoked_at is not null, created_at desc, id limit 100`,
  );

export const findKey = async (db: Queryable, userId: string, id: string): Promise<PartnerKeyRow | undefined> =>
  await db.maybe(PartnerKeyRow, sql`select ${COLUMNS} from partner_keys where user_id = ${userId} and id = ${id}`);

/** Creates the partner row with the first key and locks it, so that changes of one account's keys are serialized. */
export async function lockPartner(tx: Tx, userId: string, now: Date): Promise<void> {
  await addPartner(tx, userId, now);
  await tx.run(sql`select from partners where user_id = ${userId} for update`);
}

const CountRow = rowType({ count: col.number });

export const countLiveKeys = async (tx: Tx, userId: string): Promise<number> =>
  (await tx.one(CountRow, sql`select count(*)::int as count from partner_keys where user_id = ${userId} and revoked_at is null`)).count;

export interface NewKey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly PartnerScope[];
  readonly networks: readonly string[];
  readonly sealed: Buffer;
  readonly at: Date;
}

export const insertKey = async (tx: Tx, key: NewKey): Promise<PartnerKeyRow> =>
  await tx.one(
    PartnerKeyRow,
    sql`
    insert into partner_keys (id, user_id, name, mode, scopes, networks, secret_sealed, secret_since, created_at)
    values (${key.id}, ${key.userId}, ${key.name}, ${key.mode}, ${key.scopes}, ${key.networks}, ${key.sealed}, ${key.at}, ${key.at})
    returning ${COLUMNS}`,
  );

export const changeKey = async (
  tx: Tx,
  { userId, id, name, scopes, networks }: Pick<NewKey, 'userId' | 'id' | 'name' | 'scopes' | 'networks'>,
): Promise<number> =>
  await tx.run(sql`
    update partner_keys set name = ${name}, scopes = ${scopes}, networks = ${networks}
    where user_id = ${userId} and id = ${id} and revoked_at is null`);

/** Sets a new secret. The previous one remains valid until `oldUntil`; an even older one ends at once. */
export const rotateSecret = async (
  tx: Tx,
  { userId, id, sealed, at, oldUntil }: Pick<NewKey, 'userId' | 'id' | 'sealed' | 'at'> & { readonly oldUntil: Date | null },
): Promise<number> =>
  await tx.run(sql`
    update partner_keys set secret_sealed = ${sealed}, secret_since = ${at},
      old_secret_sealed = case when ${oldUntil}::timestamptz is null then null else secret_sealed end, old_secret_until = ${oldUntil}
    where user_id = ${userId} and id = ${id} and revoked_at is null`);

export const revokeKey = async (
  tx: Tx,
  { userId, id, at, by, reason }: { userId: string; id: string; at: Date; by: KeyEnder; reason: string | null },
): Promise<number> =>
  await tx.run(sql`
    update partner_keys set revoked_at = ${at}, revoked_by = ${by}, revoked_reason = ${reason}, old_secret_sealed = null,
      old_secret_until = null
    where user_id = ${userId} and id = ${id} and revoked_at is null`);

/** Revokes the keys of an account created or rotated since a time. Returns their number. */
export const cutOffKeys = async (tx: Tx, { userId, since, at }: { userId: string; since: Date; at: Date }): Promise<number> =>
  await tx.run(sql`
    update partner_keys set revoked_at = ${at}, revoked_by = 'cut_off', old_secret_sealed = null, old_secret_until = null
    where user_id = ${userId} and revoked_at is null and (created_at >= ${since} or secret_since >= ${since})`);

const SigningKeyRow = rowType({
  user_id: col.text,
  mode: col.oneOf(KEY_MODES),
  scopes: col.arrayOf(col.oneOf(PARTNER_SCOPES)),
  networks: col.arrayOf(col.text),
  secret_sealed: col.bytes,
  old_secret_sealed: col.nullable(col.bytes),
  is_suspended: col.bool,
  requests_per_minute: col.nullable(col.number),
  orders_per_day: col.nullable(col.number),
  open_orders: col.nullable(col.number),
  reserve_percent: col.nullable(col.number),
});
export type SigningKeyRow = RowOf<typeof SigningKeyRow>;

/** An active key with its valid secrets, and whether its partner is suspended. */
export const findSigningKey = async (db: Queryable, id: string, now: Date): Promise<SigningKeyRow | undefined> =>
  await db.maybe(
    SigningKeyRow,
    sql`
    select k.user_id, k.mode, k.scopes, k.networks, k.secret_sealed,
      case when k.old_secret_until > ${now} then k.old_secret_sealed end as old_secret_sealed,
      (p.suspended_at is not null or u.disabled_at is not null) as is_suspended, p.requests_per_minute,
      p.orders_per_day, p.open_orders, p.reserve_percent
    from partner_keys k join partners p using (user_id) join users u on u.id = k.user_id
    where k.id = ${id} and k.revoked_at is null`,
  );

const SpentRow = rowType({ spent: col.number, oldest: col.nullable(col.timestamp), is_taken: col.bool });

/**
 * Stores a signature unless used before or the key's quota per minute is exhausted. Calls of one key are serialized: no burst over
 * several processes exceeds the quota.
 */
export const takeSignature = async (
  db: Queryable,
  { keyId, mac, now, most }: { readonly keyId: string; readonly mac: Buffer; readonly now: Date; readonly most: number | null },
): Promise<RowOf<typeof SpentRow>> =>
  await db.one(SpentRow, sql`select spent, oldest, is_taken from take_partner_signature(${keyId}, ${mac}, ${now}, ${most})`);

/** Records the last use of a key, at most once a minute. */
export const touchKey = async (db: Queryable, id: string, { now, ip }: { readonly now: Date; readonly ip: string }): Promise<number> =>
  await db.run(sql`
    update partner_keys set last_used_at = ${now}, last_used_ip = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')`);

export const deleteSignatures = async (db: Queryable, before: Date): Promise<number> =>
  await db.run(sql`delete from partner_signatures where seen_at < ${before}`);
