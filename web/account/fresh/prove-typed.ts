import { call, type Failure, type Transport } from '#contract/call.ts';
import { giveSecondFactor } from '#contract/second-factors.ts';
import type { UserAttributes } from '#contract/sessions.ts';
import { getWaysIn, proveByPassword } from '#contract/ways-in.ts';
import { textOf } from '#web/account/posted.ts';
import type { Typeable } from './TypedProof.tsx';

/** Proves once more who sits there by what was typed; why it was not proven, or nothing. Nothing typed: whoever has just proved it elsewhere goes on. */
export async function proveTyped(transport: Transport, form: FormData): Promise<Failure | undefined> {
  const [password, code] = [textOf(form, 'password'), textOf(form, 'code').trim()];
  if (password === '' && code === '') return undefined;
  const proved =
    password === ''
      ? await call(giveSecondFactor, { body: { totp: code } }, transport)
      : await call(proveByPassword, { body: { password } }, transport);
  return proved.ok ? undefined : proved;
}

/** What he may type to prove it. */
export async function typeableOf(transport: Transport, user: UserAttributes): Promise<Typeable> {
  const ways = await call(getWaysIn, {}, transport);
  return { hasFactor: user.two_factor_enabled, hasPassword: !ways.ok || ways.data.attributes.has_password };
}
