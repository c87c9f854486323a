import type { FastifyInstance } from 'fastify';

/** Takes a header off every request that did not come through a proxy we trust: anybody can write what he likes into his own. */
export const onlyFromProxies =
  (name: string) =>
  (app: FastifyInstance): void => {
    const known = name.toLowerCase();
    app.addHook('onRequest', (request, _reply, done) => {
      // The peer itself and whoever it speaks for
      if ((request.ips?.length ?? 0) < 2) delete request.raw.headers[known];
      done();
    });
  };
