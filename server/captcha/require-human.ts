import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { LimitKind, RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Call, PreparedCall } from '#server/platform/http/route.ts';
import type { CaptchaRefusal } from './captcha.ts';

/** Protected actions, with the rate limit under which a network needs no captcha. */
const FREE_LIMITS = {
  sign_up: 'human_sign_up',
  reset_password: 'human_reset',
  resend_email: 'human_resend',
  sign_in: 'human_sign_in',
  chat: 'human_chat',
  reserve_request: 'human_request',
  business_request: 'human_request',
} as const satisfies Record<string, LimitKind>;

export type ProtectedAction = keyof typeof FREE_LIMITS;

export type HumanDeps = Pick<Deps, 'db' | 'captcha'> & { readonly limits: RateLimits };

/** Any endpoint whose body has a `captcha_token` (`contract/public/captcha.ts`). */
type CaptchaCall = Pick<Call<never>, 'ip'> &
  Pick<PreparedCall<never>, 'repetition'> & { readonly body: { readonly captcha_token?: string | undefined } };

/** Verifies a token before the transaction that spends it; a missing token is accepted here. */
export async function verifyProof(
  { captcha }: Pick<Deps, 'captcha'>,
  token: string | undefined,
  spentFor?: string,
): Promise<Result<undefined, CaptchaRefusal>> {
  const verified = token === undefined ? accept(undefined) : await captcha.verify(token, spentFor);
  return verified.ok ? verified : { ok: false, refusals: verified.refusals.map((refusal) => ({ ...refusal, field: 'captcha_token' })) };
}

/**
 * Requires a captcha (domain 9, "Captcha") beyond a few calls an hour of one network, and always under flood. It may call an external
 * service, so it must run outside transactions (`prepare` of `routeAfter`).
 */
export async function requireHuman(
  { db, captcha, limits }: HumanDeps,
  action: ProtectedAction,
  call: CaptchaCall,
): Promise<Result<undefined, CaptchaRefusal | 'captcha_required'>> {
  const isOverFreeLimit = (await limits.spend(FREE_LIMITS[action], peerOf(call.ip))) !== undefined;
  const isFlooded = (await limits.spend('human_all', action)) !== undefined;
  if (!isOverFreeLimit && !isFlooded) return accept(undefined);
  const token = call.body.captcha_token;
  if (token === undefined) return refuse({ code: 'captcha_required', field: 'captcha_token' });
  // A repetition may use its token again. Where responses are not stored (sign-in, sign-up) each try is another guess and needs a new one
  const verified = await verifyProof({ captcha }, token, call.repetition);
  if (!verified.ok) return verified;
  return (await captcha.spend(db, token, call.repetition)) ? accept(undefined) : refuse({ code: 'wrong_captcha', field: 'captcha_token' });
}

/** Refunds the limits after a legitimate call, such as a correct password. */
export async function refundHumanCheck(
  { limits }: Pick<HumanDeps, 'limits'>,
  action: ProtectedAction,
  { ip }: Pick<CaptchaCall, 'ip'>,
): Promise<void> {
  await limits.uncount(FREE_LIMITS[action], peerOf(ip));
  await limits.uncount('human_all', action);
}
