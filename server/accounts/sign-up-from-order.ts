import { checkPassword } from '#core/security/password.ts';
import { refuse, type Result } from '#core/result.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { attachOrder } from '#server/orders/customer-orders.ts';
import type { BeginSessionInput, OpenedSession, SignInDeps } from '#server/sessions/begin-session.ts';
import { createAccount } from './sign-up.ts';

export interface SignUpFromOrderInput extends Omit<BeginSessionInput, 'user' | 'factorGivenAt' | 'isRemembered'> {
  readonly orderId: string;
  /** Proves access to the order. */
  readonly caller: Caller;
  readonly password: string;
}

/**
 * Opens an account from a guest's order with its address and a password. The order joins it, as the caller has its key; other orders of
 * the address join on verification. Until then the address stays masked.
 */
export async function signUpFromOrder(
  deps: SignInDeps,
  { orderId, caller, password, ...signInContext }: SignUpFromOrderInput,
): Promise<Result<OpenedSession, 'not_found' | 'order_state_conflict' | 'too_short' | 'invalid_format' | 'too_many_requests'>> {
  const order = await findOwnOrder(deps, deps.db, orderId, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  if (order.userId !== null) return refuse({ code: 'order_state_conflict', message: 'order_has_account' });
  const checked = checkPassword(password, order.email);
  if (!checked.ok) return checked;
  const { email, locale } = order;
  return await createAccount(deps, {
    ...signInContext,
    email,
    password,
    fullName: null,
    phone: null,
    locale,
    isEmailMasked: true,
    // Of two simultaneous calls one account gets the order
    inTransaction: async (tx, userId) => void (await attachOrder(tx, { userId, orderId })),
  });
}
