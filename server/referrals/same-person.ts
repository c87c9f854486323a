import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { rangeOf } from '#server/orders/terms/number-terms.ts';
import { bigints, findTermsOf } from '#server/orders/terms/term-index.ts';
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
  /** An order whose requisites are compared. */
  readonly orderId?: string;
  /** SHA-256 of the browser's guest key, in hex. */
  readonly device?: string | undefined;
  readonly cookies?: string | undefined;
}

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
  const terms = comer.orderId === undefined ? [] : await findTermsOf(db, comer.orderId, [rangeOf('requisite')]);
  const found = await db.one(
    FoundRow,
    sql`
    with his as materialized (select customer_id from customer_users where user_id = ${referrer.id})
    select
      exists (select from his where customer_id = ${comer.customerId}) as mailbox,
      exists (select from order_search s join orders o on o.id = s.order_id left join customer_orders c on c.order_id = s.order_id
        where s.terms && ${bigints(terms)} and s.order_id is distinct from ${comer.orderId ?? null}
          and (o.user_id = ${referrer.id} or c.customer_id in (select customer_id from his))) as requisites,
      exists (select from known_devices where user_id = ${referrer.id} and device_hash = ${knownDevice(comer.cookies)})
        or exists (select from customer_orders where device = ${comer.device ?? null} and customer_id in (select customer_id from his)) as device`,
  );
  return (['mailbox', 'requisites', 'device'] as const).find((by) => found[by]) ?? null;
}
