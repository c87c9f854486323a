import { type Captcha, type CaptchaDeps, createCaptcha } from '#server/captcha/captcha.ts';
import { systemRandom } from '#server/platform/random.ts';

const log = { warn: () => undefined, error: () => undefined };

/** The captcha of a shop that has configured none. */
export const makeCaptcha = (deps: Pick<CaptchaDeps, 'db' | 'clock' | 'secrets'>): Captcha =>
  createCaptcha({ ...deps, random: systemRandom, log }, { kind: 'proof_of_work' });
