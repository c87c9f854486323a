import { checkEmail, checkFullName, checkPhone } from '#core/account/profile.ts';
import type { Locale } from '#core/locale.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { checkPassword, newPasswordProblems } from '#core/security/password.ts';
import { createCustomerAccount } from '#server/customers/customers.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { attachOrder } from '#server/orders/customer-orders.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bindAccount } from '#server/referrals/bind-referral.ts';
import { beginSession, type BeginSessionInput, type OpenedSession, type SignInDeps } from '#server/sessions/begin-session.ts';
import { recordSecurityEvent } from '#server/sessions/record-security-event.ts';
import { areHashersBusy, BUSY_SECONDS, hashPassword } from '#server/users/hash-password.ts';
import { mailToken } from './mail-token.ts';

export interface SignUpForm extends Omit<BeginSessionInput, 'user' | 'factorGivenAt' | 'isRemembered'> {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly fullName: string;
  readonly phone: string;
  readonly locale: Locale;
  readonly acceptsTerms: boolean;
}

type FormCode = 'required' | 'invalid_format' | 'too_short' | 'too_long' | 'terms_not_accepted';

interface CheckedForm {
  readonly email: string;
  readonly fullName: string | null;
  readonly phone: string | null;
}

/** Checks all fields. Returns every problem with its field. */
function checkForm(form: SignUpForm): Result<CheckedForm, FormCode> {
  const [email, fullName, phone] = [checkEmail(form.email), checkFullName(form.fullName), checkPhone(form.phone)];
  const emailProblems: readonly Refusal<FormCode>[] =
    form.email.trim() === '' ? [{ code: 'required', field: 'email' }] : email.ok ? [] : email.refusals;
  const problems: Refusal<FormCode>[] = [
    ...emailProblems,
    ...newPasswordProblems(form),
    ...[fullName, phone].flatMap((checked) => (checked.ok ? [] : checked.refusals)),
  ];
  if (!form.acceptsTerms) problems.push({ code: 'terms_not_accepted', field: 'accept_terms' });
  const [problem, ...otherProblems] = problems;
  if (problem !== undefined) return refuse(problem, ...otherProblems);
  return email.ok && fullName.ok && phone.ok
    ? accept({ email: email.value, fullName: fullName.value, phone: phone.value })
    : refuse({ code: 'invalid_format' });
}

export interface NewAccount extends Omit<BeginSessionInput, 'user' | 'factorGivenAt' | 'isRemembered'> {
  readonly email: string;
  readonly password: string;
  readonly fullName: string | null;
  readonly phone: string | null;
  readonly locale: Locale;
  readonly isEmailMasked?: boolean;
  /** Further work in the same transaction. */
  readonly inTransaction?: (tx: Tx, userId: string) => Promise<void>;
}

/** Creates an unverified account, its session and its mail in one transaction. */
async function createAccount(deps: SignInDeps, account: NewAccount): Promise<Result<OpenedSession, 'too_many_requests'>> {
  if (areHashersBusy()) return refuse({ code: 'too_many_requests', params: { seconds: BUSY_SECONDS } });
  const passwordHash = await hashPassword(account.password);
  const { email, fullName, phone, locale, isEmailMasked = false, ip, device, deviceToken, cookies, oldToken } = account;
  return accept(
    await deps.db.tx(async (tx) => {
      const user = await createCustomerAccount(deps, tx, { email, fullName, phone, locale, isEmailMasked, passwordHash });
      await mailToken(deps, tx, { purpose: 'activate', userId: user.id, email });
      await recordSecurityEvent(deps, tx, { userId: user.id, topic: 'signed_up', ip, device });
      await account.inTransaction?.(tx, user.id);
      await bindAccount(deps, tx, { userId: user.id, email, cookies });
      const signInContext = { ip, device, deviceToken, cookies, oldToken, factorGivenAt: null, isRemembered: false };
      return await beginSession(deps, tx, { user, ...signInContext });
    }),
  );
}

/**
 * Opens an account and signs in. Each caller gets a new unverified account, even for an e-mail in use. The content of the mail is decided
 * later (R29, decision 0044).
 */
export async function signUp(deps: SignInDeps, form: SignUpForm): Promise<Result<OpenedSession, FormCode | 'too_many_requests'>> {
  const checked = checkForm(form);
  if (!checked.ok) return checked;
  return await createAccount(deps, { ...form, ...checked.value });
}

export interface SignUpFromOrderInput extends Omit<BeginSessionInput, 'user' | 'factorGivenAt' | 'isRemembered'> {
  readonly orderId: string;
  /** Proves access to the order. */
  readonly caller: Caller;
  readonly password: string;
}

/**
 * Opens an account with the address of a guest's order and a password:
 * - the order joins the account, because the caller has its key;
 * - other orders of the address join when it is verified;
 * - until then the address is shown masked.
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
    // Of two simultaneous calls only one account gets the order
    inTransaction: async (tx, userId) => void (await attachOrder(tx, { userId, orderId })),
  });
}
