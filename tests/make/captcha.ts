import { type Captcha, type CaptchaDeps, createCaptcha } from '#server/captcha/captcha.ts';
import { systemRandom } from '#server/platform/random.ts';

const log = { warn: () => undefined, error: () => undefined };

/** The default captcha of a shop without configuration. */
export const makeCaptcha = (deps: Pick<CaptchaDeps, 'db' | 'clock' | 'secrets'>): Captcha =>
  createCaptcha({ ...deps, random: systemRandom, log }, { kind: 'proof_of_work' });
