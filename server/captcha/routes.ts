import { type CaptchaAttributes, createCaptcha } from '#contract/captcha.ts';
import { accept, refuse } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { makeChallenge } from './proof-of-work.ts';
import { isProofGood } from './spend-proof.ts';

const PASSED: CaptchaAttributes = {
  kind: 'proof_of_work',
  algorithm: null,
  challenge: null,
  salt: null,
  maxnumber: null,
  signature: null,
  site_key: null,
  expires_at: null,
  passed: true,
};

/** `POST /api/v1/captcha`: our own proof of work; no third party learns of our visitors. */
export const captchaRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>): Route[] => [
  route(createCaptcha, async ({ body }) => {
    const id = deps.random.publicId(16);
    if (body.token !== undefined) {
      const isGood = await isProofGood(deps, deps.db, body.token);
      return isGood ? accept({ data: { type: 'captchas', id, attributes: PASSED } }) : refuse({ code: 'wrong_captcha', field: 'token' });
    }
    const { challenge, salt, maxnumber, signature, expiresAt } = makeChallenge(deps);
    return accept({
      data: {
        type: 'captchas',
        id,
        attributes: {
          kind: 'proof_of_work',
          algorithm: 'SHA-256',
          challenge,
          salt,
          maxnumber,
          signature,
          site_key: null,
          expires_at: toRfc3339(expiresAt),
          passed: false,
        },
      },
    });
  }),
];
