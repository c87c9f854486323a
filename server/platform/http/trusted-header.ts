import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Secret of this process: marks its own requests, which may keep the header. */
const INTERNAL_REQUEST = { name: 'x-inner-request', value: randomUUID() } as const;

/** Headers for a request of this process to itself, so that a trusted header is passed on. */
export const forwardTrustedHeader = (name: string | undefined, value: string | undefined): Readonly<Record<string, string>> =>
  name === undefined || value === undefined ? {} : { [name]: value, [INTERNAL_REQUEST.name]: INTERNAL_REQUEST.value };

/** Removes a header from requests that did not come through a trusted proxy: any client can set it. */
export const stripUntrustedHeader =
  (name: string) =>
  (app: FastifyInstance): void => {
    const headerName = name.toLowerCase();
    app.addHook('onRequest', (request, _reply, done) => {
      const { headers } = request.raw;
      // `ips` holds the peer and the forwarded addresses that we trust
      if ((request.ips?.length ?? 0) < 2 && headers[INTERNAL_REQUEST.name] !== INTERNAL_REQUEST.value) delete headers[headerName];
      done();
    });
  };
