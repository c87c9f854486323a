import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Where reCAPTCHA keeps what its script loads. */
const CAPTCHA_FILES = 'https://www.gstatic.com/recaptcha/';

interface Options {
  readonly isHttps: boolean;
  /** Origin of error reporting for the browser, where configured. */
  readonly reportOrigin?: string;
  /** Origin of the API, where it is another than the page's. */
  readonly apiOrigin?: string;
  /** Origin of the service that browsers ask for their country, where it is another's. */
  readonly countryOrigin?: string;
  /** Origin of the captcha's scripts and frames, where another service tells people from programs. */
  readonly captchaOrigin?: string;
}

/**
 * Headers of every page, error pages too: a policy with fresh nonces and no inline exceptions. Pages read `reply.cspNonce.script`
 * and `reply.cspNonce.style`. Routes in this scope that bring their own headers say `helmet: false`.
 */
export async function pageSecurity(app: FastifyInstance, options: Options): Promise<void> {
  const { isHttps, reportOrigin, apiOrigin, countryOrigin, captchaOrigin } = options;
  const api = apiOrigin === undefined ? [] : [apiOrigin];
  const captcha = captchaOrigin === undefined ? [] : [`${captchaOrigin}/recaptcha/`];
  const others = [reportOrigin, countryOrigin].filter((origin) => origin !== undefined);
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'", ...api, ...others, ...captcha],
        'font-src': ["'self'"],
        'form-action': ["'self'", ...api],
        'frame-ancestors': ["'none'"],
        ...(captcha.length === 0 ? {} : { 'frame-src': ["'self'", ...captcha] }),
        'img-src': ["'self'", 'data:', 'blob:', ...api],
        'object-src': ["'none'"],
        'script-src': ["'self'", ...captcha, ...(captcha.length === 0 ? [] : [CAPTCHA_FILES])],
        'style-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  });
}
