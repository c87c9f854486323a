import { foldEmail } from '#core/requisites/email.ts';
import { bigints } from '#server/orders/terms/term-index.ts';
import { col, join, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { sessionCookies, sessionTokenHash } from '#server/sessions/caller.ts';
import type { Referrer } from './store.ts';

/** Why a referral is the referrer (R16). Office messages: `office_earnings.same.<name>`. */
export type SamePersonReason = 'account' | 'mailbox' | 'requisites' | 'device';

/** What is known of a customer who followed a link. */
export interface ReferredCustomer {
  readonly userId: string | null;
  readonly email: string;
  readonly customerId: string;
  /** The customer's order and its requisites (`orders/terms/order-terms.ts`). */
  readonly order?: { readonly id: string; readonly requisites: readonly (readonly bigint[])[] };
  /** SHA-256 of the browser's guest key, in hex. */
  readonly device?: string | undefined;
  readonly cookies?: string | undefined;
}

const sharesTermsSql = (groups: readonly (readonly bigint[])[]): Sql =>
  groups.length === 0
    ? sql`false`
    : sql`(${join(
        groups.map((group) => sql`s.terms @> ${bigints(group)}`),
        ' or ',
      )})`;

const MatchRow = rowType({ mailbox: col.bool, requisites: col.bool, device: col.bool });

/** Stored hash of the browser's device cookie. */
function deviceHashOf(cookies: string | undefined): Buffer | null {
  const token = sessionCookies('').readDevice(cookies);
  return (token === undefined ? undefined : sessionTokenHash(token)) ?? null;
}

/**
 * Why referrer and customer are one person: the same user, requisites, card or e-mail alias (domain 8), or the same browser. Null if
 * there is no sign of it.
 */
export async function samePerson(db: Queryable, referrer: Referrer, customer: ReferredCustomer): Promise<SamePersonReason | null> {
  if (customer.userId === referrer.id) return 'account';
  if (foldEmail(customer.email) === foldEmail(referrer.email)) return 'mailbox';
  const match = await db.one(
    MatchRow,
    sql`
    with referrer_customers as materialized (select customer_id from customer_users where user_id = ${referrer.id})
    select
      exists (select from referrer_customers where customer_id = ${customer.customerId}) as mailbox,
      exists (select from order_search s join orders o on o.id = s.order_id left join customer_orders c on c.order_id = s.order_id
        where ${sharesTermsSql(customer.order?.requisites ?? [])} and s.order_id is distinct from ${customer.order?.id ?? null}
          and (o.user_id = ${referrer.id} or c.customer_id in (select customer_id from referrer_customers))) as requisites,
      exists (select from known_devices where user_id = ${referrer.id} and device_hash = ${deviceHashOf(customer.cookies)})
        or exists (select from customer_orders
        where device = ${customer.device ?? null} and customer_id in (select customer_id from referrer_customers)) as device`,
  );
  return (['mailbox', 'requisites', 'device'] as const).find((reason) => match[reason]) ?? null;
}
