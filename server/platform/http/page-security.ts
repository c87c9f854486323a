import { randomBytes } from 'node:crypto';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

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

const POLICY = 'content-security-policy';
/** Stand for the nonces in the policy that is built at startup. */
const SCRIPT_NONCE = 'SCRIPT_NONCE';
const STYLE_NONCE = 'STYLE_NONCE';
/** 128 bits each, as hexadecimal text. */
const NONCE_BYTES = 16;
const NONCE_LENGTH = NONCE_BYTES * 2;
/** Nonces read at once: a call of the system's generator for each page would take a tenth of an empty response's time. */
const NONCES_AT_ONCE = 256;

/** Unpredictable nonces, each returned once. */
export function createNonces(read: (bytes: number) => Buffer = randomBytes): () => string {
  let text = '';
  let used = 0;
  return () => {
    if (used === text.length) {
      text = read(NONCES_AT_ONCE * NONCE_BYTES).toString('hex');
      used = 0;
    }
    used += NONCE_LENGTH;
    return text.slice(used - NONCE_LENGTH, used);
  };
}

function helmetOptions({ isHttps, reportOrigin, apiOrigin, countryOrigin, captchaOrigin }: Options): FastifyHelmetOptions {
  const api = apiOrigin === undefined ? [] : [apiOrigin];
  const captcha = captchaOrigin === undefined ? [] : [`${captchaOrigin}/recaptcha/`];
  const connectOrigins = [reportOrigin, countryOrigin].filter((origin) => origin !== undefined);
  return {
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
        'script-src': ["'self'", ...captcha, ...(captcha.length === 0 ? [] : [CAPTCHA_FILES]), `'nonce-${SCRIPT_NONCE}'`],
        'style-src': ["'self'", `'nonce-${STYLE_NONCE}'`],
        'worker-src': ["'self'", 'blob:'],
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
  };
}

/** The headers that helmet sets with these options. Helmet would compute the same ones for each request. */
async function headersByHelmet(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', async (_request, reply) => reply.getHeaders());
  return (await app.inject('/')).json();
}

/**
 * Security headers of every page: a content security policy with fresh nonces (`reply.cspNonce.script`, `.style`), no inline exceptions.
 */
export async function pageSecurity(app: FastifyInstance, options: Options): Promise<void> {
  const { [POLICY]: policy = '', ...headers } = await headersByHelmet(helmetOptions(options));
  const nextNonce = createNonces();
  app.decorateReply('cspNonce');
  app.addHook('onRequest', (_request, reply, done) => {
    const nonces = { script: nextNonce(), style: nextNonce() };
    reply.cspNonce = nonces;
    reply.headers(headers).header(POLICY, policy.replace(SCRIPT_NONCE, nonces.script).replace(STYLE_NONCE, nonces.style));
    done();
  });
}
