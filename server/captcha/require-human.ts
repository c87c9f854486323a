import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { LimitKind, RateLimits } from '#server/platform/http/rate-limits.ts';
import type { Call, PreparedCall } from '#server/platform/http/route.ts';
import type { CaptchaRefusal } from './captcha.ts';

/** Where guessing or flooding pays, and what counts the times that one network goes unasked. */
const UNASKED = {
  sign_up: 'human_sign_up',
  reset_password: 'human_reset',
  resend_email: 'human_resend',
  sign_in: 'human_sign_in',
  chat: 'human_chat',
  reserve_request: 'human_request',
  business_request: 'human_request',
} as const satisfies Record<string, LimitKind>;

export type HumanDeed = keyof typeof UNASKED;

export type HumanDeps = Pick<Deps, 'db' | 'captcha'> & { readonly limits: RateLimits };

/** Of any endpoint whose body has a `captcha_token` (`contract/captcha.ts`). */
type Asked = Pick<Call<never>, 'ip'> &
  Pick<PreparedCall<never>, 'repetition'> & { readonly body: { readonly captcha_token?: string | undefined } };

/** What can be said of a token before the transaction that spends it; of none there is nothing to say. */
export async function lookAtProof(
  { captcha }: Pick<Deps, 'captcha'>,
  token: string | undefined,
  spentFor?: string,
): Promise<Result<undefined, CaptchaRefusal>> {
  const looked = token === undefined ? accept(undefined) : await captcha.look(token, spentFor);
  return looked.ok ? looked : { ok: false, refusals: looked.refusals.map((refusal) => ({ ...refusal, field: 'captcha_token' })) };
}

/**
 * Whether a person is behind a call (domain 9, "Captcha"). A few times an hour nobody of a network is asked for anything; beyond
 * that, and while the whole shop is flooded, the call needs a `captcha_token`: without one it is refused with `captcha_required`,
 * and the page works on it and sends again by itself (`web/captcha`).
 *
 * It may ask another service, so it stands before the transaction: as the `prepare` of `routeAfter`, or in a call that has none.
 * As `prepare` it runs again when a lost answer is asked for again, and takes the same token for that request of the same visitor
 * only. Where no answer is kept (sign-in, sign-up) each try needs a token of its own: a repeated try is another guess.
 */
export async function requireHuman(
  { db, captcha, limits }: HumanDeps,
  deed: HumanDeed,
  call: Asked,
): Promise<Result<undefined, CaptchaRefusal | 'captcha_required'>> {
  const isUnusual = (await limits.spend(UNASKED[deed], peerOf(call.ip))) !== undefined;
  const isFlooded = (await limits.spend('human_all', deed)) !== undefined;
  if (!isUnusual && !isFlooded) return accept(undefined);
  const token = call.body.captcha_token;
  if (token === undefined) return refuse({ code: 'captcha_required', field: 'captcha_token' });
  const looked = await lookAtProof({ captcha }, token, call.repetition);
  if (!looked.ok) return looked;
  return (await captcha.spend(db, token, call.repetition)) ? accept(undefined) : refuse({ code: 'wrong_captcha', field: 'captcha_token' });
}

/** The call was rightly made (a password was right): it counts against nobody. */
export async function forgiveHuman({ limits }: Pick<HumanDeps, 'limits'>, deed: HumanDeed, { ip }: Pick<Asked, 'ip'>): Promise<void> {
  await limits.giveBack(UNASKED[deed], peerOf(ip));
  await limits.giveBack('human_all', deed);
}
