import { OPERATOR_ROLES, type OperatorRole } from '#core/access/access.ts';
import { LOCALES, type Locale } from '#core/locale.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const StaffRow = rowType(
  {
    id: col.text,
    email: col.text,
    full_name: col.nullable(col.text),
    role: col.oneOf(OPERATOR_ROLES),
    disabled_at: col.nullable(col.timestamp),
    second_factor_since: col.nullable(col.timestamp),
    last_seen_at: col.computed(col.nullable(col.timestamp), sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`),
    created_at: col.timestamp,
  },
  'u',
);
export type StaffRow = RowOf<typeof StaffRow>;

export const listStaff = (db: Queryable): Promise<StaffRow[]> =>
  db.many(
    StaffRow,
    sql`select ${StaffRow.list} from users u where u.role <> 'customer' order by u.disabled_at is not null, u.created_at, u.id`,
  );

export const findColleague = (db: Queryable, id: string): Promise<StaffRow | undefined> =>
  db.maybe(StaffRow, sql`select ${StaffRow.list} from users u where u.id::text = ${id} and u.role <> 'customer'`);

/** Serializes changes of the staff, so that of two owners who disable each other at once one is refused. */
export const lockStaff = (tx: Tx): Promise<unknown> => tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtextextended('staff', 133))`);

const CountRow = rowType({ total: col.number });

/** Number of owners except this one: enabled, or disabled after `disabledAfter`. */
export async function countOtherOwners(db: Queryable, id: string, disabledAfter: Instant | null = null): Promise<number> {
  const since = disabledAfter === null ? null : new Date(disabledAfter);
  const row = await db.one(
    CountRow,
    sql`
    select count(*)::int as total from users
    where role = 'owner' and (disabled_at is null or disabled_at > ${since}::timestamptz) and id::text <> ${id}`,
  );
  return row.total;
}

const InvitationRow = rowType(
  {
    id: col.text,
    email: col.text,
    role: col.oneOf(OPERATOR_ROLES),
    locale: col.oneOf(LOCALES),
    version: col.number,
    invited_by_name: col.computed(col.text, sql`coalesce(u.full_name, u.email)`),
    sent_at: col.timestamp,
    expires_at: col.timestamp,
  },
  'i',
);
export type InvitationRow = RowOf<typeof InvitationRow>;

const isOpen = sql`i.accepted_at is null and i.withdrawn_at is null`;

export const listInvitations = (db: Queryable): Promise<InvitationRow[]> =>
  db.many(
    InvitationRow,
    sql`select ${InvitationRow.list} from invitations i join users u on u.id = i.invited_by where ${isOpen} order by i.sent_at desc, i.id`,
  );

export const findInvitation = (db: Queryable, id: string): Promise<InvitationRow | undefined> =>
  db.maybe(
    InvitationRow,
    sql`select ${InvitationRow.list} from invitations i join users u on u.id = i.invited_by where ${isOpen} and i.id::text = ${id}`,
  );

const IdRow = rowType({ id: col.text });

interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly locale: Locale;
  readonly invitedBy: string;
  readonly now: Instant;
  readonly expiresAt: Instant;
}

/** Inserts an invitation, or renews the open one of the address with a new link. Returns its id. */
export async function upsertInvitation(tx: Tx, invitation: NewInvitation): Promise<string> {
  const now = new Date(invitation.now);
  const row = await tx.one(
    IdRow,
    sql`
    insert into invitations (id, email, role, locale, invited_by, created_at, sent_at, expires_at)
    values (${invitation.id}, ${invitation.email}, ${invitation.role}, ${invitation.locale}, ${invitation.invitedBy}, ${now}, ${now},
      ${new Date(invitation.expiresAt)})
    on conflict (lower(email)) where accepted_at is null and withdrawn_at is null do update
      set role = excluded.role, locale = excluded.locale,
      version = invitations.version + 1, invited_by = excluded.invited_by, sent_at = excluded.sent_at, expires_at = excluded.expires_at
    returning id`,
  );
  return row.id;
}

export const renewInvitation = (tx: Tx, id: string, term: { readonly now: Instant; readonly expiresAt: Instant }): Promise<number> =>
  tx.run(sql`
    update invitations i set version = version + 1, sent_at = ${new Date(term.now)}, expires_at = ${new Date(term.expiresAt)}
    where i.id::text = ${id} and ${isOpen}`);

/** Returns 0 if it was accepted or withdrawn, or a newer link was sent. */
export const markAccepted = (tx: Tx, id: string, accepted: { readonly version: number; readonly now: Instant }): Promise<number> =>
  tx.run(sql`
    update invitations i set accepted_at = ${new Date(accepted.now)}
    where i.id::text = ${id} and i.version = ${accepted.version} and i.expires_at > ${new Date(accepted.now)} and ${isOpen}`);

export const markWithdrawn = (tx: Tx, id: string, now: Instant): Promise<number> =>
  tx.run(sql`update invitations i set withdrawn_at = ${new Date(now)} where i.id::text = ${id} and ${isOpen}`);
