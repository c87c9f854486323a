import { CAPTCHA_SERVICES } from './adapters/captcha/index.ts';
import type { CaptchaChoice } from './captcha/captcha.ts';
import type { Config } from './config/config.ts';
import type { Log } from './platform/log.ts';

/** The captcha of this shop. reCAPTCHA without its keys refuses all visitors and logs the reason. */
export function chooseCaptcha({ recaptcha, publicUrl }: Pick<Config, 'recaptcha' | 'publicUrl'>, log: Pick<Log, 'error'>): CaptchaChoice {
  if (recaptcha === undefined) return { kind: 'proof_of_work' };
  const { siteKey, secret, url } = recaptcha;
  if (siteKey === undefined || secret === undefined) {
    log.error({}, 'recaptcha_key_missing');
    return { kind: 'recaptcha', checker: undefined };
  }
  return { kind: 'recaptcha', checker: CAPTCHA_SERVICES.recaptcha({ siteKey, secret, url, hostname: new URL(publicUrl).hostname }) };
}
