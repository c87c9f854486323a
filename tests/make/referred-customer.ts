import { sql } from '#server/platform/db/db.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { bindAccount } from '#server/referrals/bind-referral.ts';
import { clickCookie } from '#server/referrals/follow-link.ts';
import { createCustomerAccount } from '#server/customers/customers.ts';
import { as } from './rows.ts';
import type { World } from './world.ts';

/** A customer with an account. */
export interface Customer {
  readonly id: string;
  readonly email: string;
}

let made = 0;
/** A unique name. */
export const uniqueName = (): string => `one-${(made += 1)}`;

/** A customer with an account, optionally referred by another. */
export async function makeReferred({ deps }: World, referrer?: Customer): Promise<Customer> {
  const email = `${uniqueName()}@example.org`;
  return await deps.db.tx(async (tx) => {
    const { id } = await createCustomerAccount(deps, tx, { email, passwordHash: null, fullName: null, phone: null, locale: 'ru' });
    if (referrer) {
      const { code } = await tx.one(as<{ code: string }>(), sql`select referral_code as code from users where id = ${referrer.id}`);
      const cookies = clickCookie(deps, { code, at: deps.clock.now(), source: {} }, false).split(';', 1)[0];
      await bindAccount(deps, tx, { userId: id, email, cookies });
    }
    return { id, email };
  });
}

/** A customer's order that is ready to be paid, with its own requisites and network address. */
export async function orderOf(world: World, { id: userId, email }: Customer, change: Partial<OrderForm> = {}): Promise<string> {
  const own = { income_requisites: { refund: `refund-${uniqueName()}` }, outcome_requisites: { account: `account-${uniqueName()}` } };
  const form = await world.form({ email, ...own, ...change });
  const visitor = { kind: 'user', userId, sessionId: '', role: 'customer', email, hasVerifiedEmail: true } as const;
  const ip = `198.51.${Math.floor(made / 250)}.${made % 250}`;
  const created = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, { visitor, ip, locale: 'ru' }));
  if (!created.ok) throw new Error(`refused: ${created.refusals[0]?.code}`);
  await prepareRequisites(world.deps, created.value.order.id);
  return created.value.order.id;
}
