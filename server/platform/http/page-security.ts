import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

interface Options {
  readonly isHttps: boolean;
  /** Origin of error reporting for the browser, where configured. */
  readonly reportOrigin?: string;
}

/**
 * Headers of every page, error pages too: a policy with fresh nonces and no inline exceptions. Pages read `reply.cspNonce.script`
 * and `reply.cspNonce.style`. Routes in this scope that bring their own headers say `helmet: false`.
 */
export async function pageSecurity(app: FastifyInstance, { isHttps, reportOrigin }: Options): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'base-uri': ["'none'"],
        'connect-src': ["'self'", ...(reportOrigin === undefined ? [] : [reportOrigin])],
        'font-src': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'object-src': ["'none'"],
        'script-src': ["'self'"],
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
