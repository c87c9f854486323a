import { createCaptcha } from '#contract/captcha.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { passedAttributes } from './captcha.ts';

/** `POST /api/v1/captcha`: what is to be worked on, or whether a token would be taken (contract 4). */
export const captchaRoutes = ({ captcha, random }: Pick<Deps, 'captcha' | 'random'>): Route[] => [
  route(createCaptcha, async ({ body }) => {
    const given = captcha.challenge();
    if (!given.ok) return given;
    const looked = body.token === undefined ? undefined : await captcha.look(body.token);
    if (looked?.ok === false) return { ok: false, refusals: looked.refusals.map((refusal) => ({ ...refusal, field: 'token' })) };
    const attributes = looked === undefined ? given.value : passedAttributes(given.value.kind);
    return accept({ data: { type: 'captchas', id: random.publicId(16), attributes } });
  }),
];
