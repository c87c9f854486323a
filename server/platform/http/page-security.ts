import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Where reCAPTCHA's script loads its files from. */
const CAPTCHA_FILES = 'https://www.gstatic.com/recaptcha/';

interface Options {
  readonly isHttps: boolean;
  /** Origin of browser error reporting, where configured. */
  readonly reportOrigin?: string;
  /** Origin of the API, if it differs from the page's. */
  readonly apiOrigin?: string;
  /** Origin of an external service that returns a visitor's country. */
  readonly countryOrigin?: string;
  /** Origin of the captcha's scripts and frames. */
  readonly captchaOrigin?: string;
}

/**
 * Security headers of every page: a content security policy with fresh nonces (`reply.cspNonce.script`, `.style`), no inline exceptions.
 * Routes with their own headers set `helmet: false`.
 */
export async function pageSecurity(app: FastifyInstance, options: Options): Promise<void> {
  const { isHttps, reportOrigin, apiOrigin, countryOrigin, captchaOrigin } = options;
  const api = apiOrigin === undefined ? [] : [apiOrigin];
  const captcha = captchaOrigin === undefined ? [] : [`${captchaOrigin}/recaptcha/`];
  const connectOrigins = [reportOrigin, countryOrigin].filter((origin) => origin !== undefined);
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'", ...api, ...connectOrigins, ...captcha],
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
