import { checkPassword } from '#core/password.ts';
import { refuse, type Result } from '#core/result.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { joinOrder } from '#server/orders/join-orders.ts';
import type { Entering, OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { makeAccount } from './sign-up.ts';

export interface SigningUpFromOrder extends Omit<Entering, 'user' | 'factorGivenAt' | 'isRemembered'> {
  readonly orderId: string;
  /** Who shows that the order is his. */
  readonly caller: Caller;
  readonly password: string;
}

/**
 * An account in one step from a guest's order: its address and a password. The order comes along, since he holds its key; other orders
 * of the address do not before he has proven it, and its letters reach him. Until then the address stays masked: a key is no mailbox.
 */
export async function signUpFromOrder(
  deps: SignInDeps,
  { orderId, caller, password, ...entering }: SigningUpFromOrder,
): Promise<Result<OpenedSession, 'not_found' | 'order_state_conflict' | 'too_short' | 'invalid_format' | 'too_many_requests'>> {
  const order = await findOwnOrder(deps, deps.db, orderId, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  if (order.userId !== null) return refuse({ code: 'order_state_conflict', message: 'order_has_account' });
  const fits = checkPassword(password, order.email);
  if (!fits.ok) return fits;
  const { email, locale } = order;
  return await makeAccount(deps, {
    ...entering,
    email,
    password,
    fullName: null,
    phone: null,
    locale,
    isEmailMasked: true,
    // Of two who come at once one gets it, and the other an account without it
    alongside: async (tx, userId) => void (await joinOrder(tx, { userId, orderId })),
  });
}
