import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

const ReferrerRow = rowType({ id: col.text, email: col.text });
export type Referrer = RowOf<typeof ReferrerRow>;

/** The active customer who has this referral code. Operators earn nothing by links. */
export const findReferrer = (db: Queryable, code: string): Promise<Referrer | undefined> =>
  db.maybe(ReferrerRow, sql`select id::text, email from users where referral_code = ${code} and role = 'customer' and disabled_at is null`);

/** The referrer by account; undefined if the account is closed. */
export const findReferrerById = (db: Queryable, id: string): Promise<Referrer | undefined> =>
  db.maybe(ReferrerRow, sql`select id::text, email from users where id = ${id} and role = 'customer' and disabled_at is null`);

const ReferralRow = rowType(
  {
    id: col.text,
    referrer_id: col.text,
    refused: col.nullable(col.text),
  },
  'r',
);
export type ReferralRow = RowOf<typeof ReferralRow>;

export const findByUser = (db: Queryable, userId: string): Promise<ReferralRow | undefined> =>
  db.maybe(ReferralRow, sql`select ${ReferralRow.list} from referrals r where r.user_id = ${userId}`);

/** A guest's final referral: after a completed exchange, or of an account that has verified the mailbox. */
export const findFinalOfGuest = (db: Queryable, mailbox: string): Promise<ReferralRow | undefined> =>
  db.maybe(
    ReferralRow,
    sql`
    select ${ReferralRow.list} from customers c join referrals r on r.customer_id = c.id and r.is_firm where c.mailbox = ${mailbox}
    union all
    select ${ReferralRow.list} from customers c join customer_users cu on cu.customer_id = c.id
      join users u on u.id = cu.user_id and u.email_verified_at is not null join referrals r on r.user_id = u.id
    where c.mailbox = ${mailbox}
    limit 1`,
  );

/** Moves a guest's final referral to the account that has verified the mailbox. */
export const adoptGuest = (tx: Tx, userId: string, customerId: string): Promise<ReferralRow | undefined> =>
  tx.maybe(
    ReferralRow,
    sql`
    update referrals r set user_id = ${userId} where r.customer_id = ${customerId} and r.is_firm and r.user_id is null
      and exists (select from users where id = ${userId} and email_verified_at is not null)
    returning ${ReferralRow.list}`,
  );

/** Converts a guest's referral into the account's if both have the same referrer. Returns whether there was one; verifies no mailbox. */
export const convertGuestReferral = async (
  tx: Tx,
  { userId, customerId, referrerId }: { readonly userId: string; readonly customerId: string; readonly referrerId: string },
): Promise<boolean> =>
  (await tx.run(sql`
    update referrals set user_id = ${userId}, customer_id = null, is_firm = true, bound_by = 'registration'
    where customer_id = ${customerId} and referrer_id = ${referrerId} and not is_firm and user_id is null`)) > 0;

const PriorActivityRow = rowType({ had_account: col.bool, had_exchange: col.bool });

/** Whether the customer had an account or a paid exchange before the click. */
export const findPriorActivity = (
  db: Queryable,
  { userId, customerId, before }: { readonly userId: string | null; readonly customerId: string; readonly before: Instant },
): Promise<RowOf<typeof PriorActivityRow>> =>
  db.one(
    PriorActivityRow,
    sql`
    select
      exists (select from users u left join customer_users c on c.user_id = u.id
        where u.created_at < ${new Date(before)}
          and (u.id = ${userId} or (c.customer_id = ${customerId} and u.email_verified_at is not null))) as had_account,
      exists (select from customer_orders c join orders o on o.id = c.order_id
        where c.customer_id = ${customerId} and c.at < ${new Date(before)} and o.received_amount > 0) as had_exchange`,
  );

export interface NewReferral {
  readonly id: string;
  readonly referrerId: string;
  readonly userId: string | null;
  readonly customerId: string | null;
  readonly by: 'registration' | 'order';
  readonly at: Date;
  readonly clickedAt: Date;
  readonly source: Readonly<Record<string, string>>;
  readonly refused: string | null;
}

const insertSql = (referral: NewReferral): Sql => sql`
  insert into referrals as r (id, referrer_id, user_id, customer_id, bound_by, bound_at, is_firm, clicked_at, source, refused)
  values (${referral.id}, ${referral.referrerId}, ${referral.userId}, ${referral.customerId}, ${referral.by}, ${referral.at},
    ${referral.userId !== null}, ${referral.clickedAt},
    ${JSON.stringify(referral.source)}, ${referral.refused})`;

/** Inserts an account's referral; of two concurrent ones the first is kept. */
export async function insertForUser(tx: Tx, referral: NewReferral & { readonly userId: string }): Promise<ReferralRow | undefined> {
  await tx.run(sql`${insertSql(referral)} on conflict (user_id) do nothing`);
  return await findByUser(tx, referral.userId);
}

/** Inserts a guest's referral, or replaces one that is not final yet. Undefined if it has become final. */
export const insertForGuest = (tx: Tx, referral: NewReferral): Promise<ReferralRow | undefined> =>
  tx.maybe(
    ReferralRow,
    sql`
    ${insertSql(referral)}
    on conflict (customer_id) do update set referrer_id = excluded.referrer_id, bound_at = excluded.bound_at,
      clicked_at = excluded.clicked_at, source = excluded.source, refused = excluded.refused
      where not r.is_firm and r.user_id is null
    returning ${ReferralRow.list}`,
  );

export interface ReferralOrder {
  readonly orderId: string;
  readonly referralId: string;
  readonly referrerId: string;
  readonly at: Date;
  readonly source: Readonly<Record<string, string>>;
  readonly refused: string | null;
}

export const insertReferralOrder = (tx: Tx, referralOrder: ReferralOrder): Promise<number> =>
  tx.run(sql`
    insert into referral_orders (order_id, referral_id, referrer_id, at, source, refused)
    values (${referralOrder.orderId}, ${referralOrder.referralId}, ${referralOrder.referrerId}, ${referralOrder.at},
      ${JSON.stringify(referralOrder.source)}, ${referralOrder.refused})
    on conflict (order_id) do nothing`);

const ReferrerOfRow = rowType({
  user_id: col.text,
  referral_id: col.text,
  bound_at: col.timestamp,
  refused: col.nullable(col.text),
  counted: col.number,
  source: col.textRecord,
});

/** The referrer of an order, with the number of counted referrals. */
export const findReferrerOf = (db: Queryable, orderId: string): Promise<RowOf<typeof ReferrerOfRow> | undefined> =>
  db.maybe(
    ReferrerOfRow,
    sql`
    select o.referrer_id::text as user_id, o.referral_id::text, r.bound_at, coalesce(o.refused, r.refused) as refused,
      coalesce(t.counted, 0) as counted, o.source
    from referral_orders o join referrals r on r.id = o.referral_id left join referral_totals t on t.user_id = o.referrer_id
    where o.order_id = ${orderId}`,
  );
