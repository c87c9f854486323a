import { createCaptcha } from '#contract/public/captcha.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { passedAttributes } from './captcha.ts';

/** `POST /api/v1/captcha`: a challenge, or whether a token would be accepted (contract 4). */
export const captchaRoutes = ({ captcha, random }: Pick<Deps, 'captcha' | 'random'>): Route[] => [
  route(createCaptcha, async ({ body }) => {
    const challenge = captcha.challenge();
    if (!challenge.ok) return challenge;
    const verified = body.token === undefined ? undefined : await captcha.verify(body.token);
    if (verified?.ok === false) return { ok: false, refusals: verified.refusals.map((refusal) => ({ ...refusal, field: 'token' })) };
    const attributes = verified === undefined ? challenge.value : passedAttributes(challenge.value.kind);
    return accept({ data: { type: 'captchas', id: random.publicId(16), attributes } });
  }),
];
