import { call, type Failure, type Transport } from '#contract/call.ts';
import { giveSecondFactor } from '#contract/account/second-factors.ts';
import type { UserAttributes } from '#contract/account/sessions.ts';
import { getWaysIn, proveByPassword } from '#contract/account/sign-in-methods.ts';
import { textOf } from '#web/form/returned-form.ts';
import type { ProofMethods } from '#web/step-up/ProofFields.tsx';

/** Sends the proof that a form carries; returns the failure, if any. Without one, an earlier proof may still be fresh. */
export async function submitProof(transport: Transport, form: FormData): Promise<Failure | undefined> {
  const [password, code] = [textOf(form, 'password'), textOf(form, 'code').trim()];
  if (password === '' && code === '') return undefined;
  const response =
    password === ''
      ? await call(giveSecondFactor, { body: { totp: code } }, transport)
      : await call(proveByPassword, { body: { password } }, transport);
  return response.ok ? undefined : response;
}

/** The proofs that the user can type. */
export async function proofMethodsOf(transport: Transport, user: UserAttributes): Promise<ProofMethods> {
  const ways = await call(getWaysIn, {}, transport);
  return { hasFactor: user.two_factor_enabled, hasPassword: !ways.ok || ways.data.attributes.has_password };
}
