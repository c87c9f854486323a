import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Known to this process alone: what it asks itself on behalf of a page keeps the header. */
const INNER = { name: 'x-inner-request', value: randomUUID() } as const;

/** What goes along with a request that this process makes of itself, so that a header from a trusted proxy reaches it too. */
export const keepingHeader = (name: string | undefined, value: string | undefined): Readonly<Record<string, string>> =>
  name === undefined || value === undefined ? {} : { [name]: value, [INNER.name]: INNER.value };

/** Takes a header off every request that did not come through a proxy we trust: anybody can write what he likes into his own. */
export const onlyFromProxies =
  (name: string) =>
  (app: FastifyInstance): void => {
    const known = name.toLowerCase();
    app.addHook('onRequest', (request, _reply, done) => {
      const { headers } = request.raw;
      // The peer itself and whoever it speaks for
      if ((request.ips?.length ?? 0) < 2 && headers[INNER.name] !== INNER.value) delete headers[known];
      done();
    });
  };
