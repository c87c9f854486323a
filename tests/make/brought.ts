import sql from 'sql-template-tag';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { bindAccount } from '#server/referrals/bind-referral.ts';
import { clickCookie } from '#server/referrals/link-cookie.ts';
import { makeCustomer } from '#server/users/make-customer.ts';
import { as } from './rows.ts';
import type { World } from './world.ts';

/** Somebody with an account. */
export interface Customer {
  readonly id: string;
  readonly email: string;
}

let made = 0;
/** A word that nobody else has. */
export const another = (): string => `one-${(made += 1)}`;

/** A customer with an account, who came by the link of another. */
export async function makeBrought({ deps }: World, sentBy?: Customer): Promise<Customer> {
  const email = `${another()}@example.org`;
  return await deps.db.tx(async (tx) => {
    const { id } = await makeCustomer(deps, tx, { email, passwordHash: null, fullName: null, phone: null, locale: 'ru' });
    if (sentBy) {
      const { code } = await tx.one(as<{ code: string }>(), sql`select referral_code as code from users where id = ${sentBy.id}`);
      const cookies = clickCookie(deps, { code, at: deps.clock.now(), source: {} }, false).split(';', 1)[0];
      await bindAccount(deps, tx, { userId: id, email, cookies });
    }
    return { id, email };
  });
}

/** An order of a customer, ready to be paid: with requisites of its own, and from a network of its own. */
export async function orderOf(world: World, { id: userId, email }: Customer, change: Partial<OrderForm> = {}): Promise<string> {
  const own = { income_requisites: { refund: `refund-${another()}` }, outcome_requisites: { account: `account-${another()}` } };
  const form = await world.form({ email, ...own, ...change });
  const visitor = { kind: 'user', userId, sessionId: '', role: 'customer', email, hasVerifiedEmail: true } as const;
  const ip = `198.51.${Math.floor(made / 250)}.${made % 250}`;
  const created = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, { visitor, ip, locale: 'ru' }));
  if (!created.ok) throw new Error(`refused: ${created.refusals[0]?.code}`);
  await prepareRequisites(world.deps, created.value.order.id);
  return created.value.order.id;
}
