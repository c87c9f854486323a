import * as z from 'zod/mini';
import sql, { join, type Sql } from 'sql-template-tag';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { bigints } from '#server/orders/terms/term-index.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { sessionCookies } from '#server/sessions/cookies.ts';
import { sessionTokenHash } from '#server/sessions/session-token.ts';
import type { Referrer } from './store.ts';

/** By what a referral was found to be the referrer himself (R16). The office's words are `office_earnings.same.<name>`. */
export type SameBy = 'account' | 'mailbox' | 'requisites' | 'device';

/** Somebody who comes by a link, as far as he is known. */
export interface Comer {
  readonly userId: string | null;
  readonly email: string;
  readonly customerId: string;
  /** An order of his, and what it is paid from and to (`orders/terms/own-requisites.ts`). */
  readonly order?: { readonly id: string; readonly requisites: readonly (readonly bigint[])[] };
  /** SHA-256 of the browser's guest key, in hex. */
  readonly device?: string | undefined;
  readonly cookies?: string | undefined;
}

const sharing = (groups: readonly (readonly bigint[])[]): Sql =>
  groups.length === 0
    ? sql`false`
    : sql`(${join(
        groups.map((group) => sql`s.terms @> ${bigints(group)}`),
        ' or ',
      )})`;

const FoundRow = z.object({ mailbox: z.boolean(), requisites: z.boolean(), device: z.boolean() });

/** What the browser is known again by at sign-in, as it is kept. */
function knownDevice(cookies: string | undefined): Buffer | null {
  const token = sessionCookies('').readDevice(cookies);
  return (token === undefined ? undefined : sessionTokenHash(token)) ?? null;
}

/** By what they are one person; null: by nothing that we can see. Domain 8: "not as the same user, not with the same requisites, the same card or an alias of the e-mail address"; nor in the same browser. */
export async function samePerson(db: Queryable, referrer: Referrer, comer: Comer): Promise<SameBy | null> {
  if (comer.userId === referrer.id) return 'account';
  if (foldEmail(comer.email) === foldEmail(referrer.email)) return 'mailbox';
  const found = await db.one(
    FoundRow,
    sql`
    with his as materialized (select customer_id from customer_users where user_id = ${referrer.id})
    select
      exists (select from his where customer_id = ${comer.customerId}) as mailbox,
      exists (select from order_search s join orders o on o.id = s.order_id left join customer_orders c on c.order_id = s.order_id
        where ${sharing(comer.order?.requisites ?? [])} and s.order_id is distinct from ${comer.order?.id ?? null}
          and (o.user_id = ${referrer.id} or c.customer_id in (select customer_id from his))) as requisites,
      exists (select from known_devices where user_id = ${referrer.id} and device_hash = ${knownDevice(comer.cookies)})
        or exists (select from customer_orders where device = ${comer.device ?? null} and customer_id in (select customer_id from his)) as device`,
  );
  return (['mailbox', 'requisites', 'device'] as const).find((by) => found[by]) ?? null;
}
