import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { type PageSource, readBuild } from './build.ts';

/**
 * Pages from their sources, for `npm run dev`: changes show without a restart. Its scripts have no nonce, so the content policy is left
 * out.
 */
export async function openSources(app: FastifyInstance): Promise<PageSource> {
  const vite = await createServer({ server: { middlewareMode: true, ws: { server: app.server } }, appType: 'custom' });
  app.addHook('onClose', async () => await vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    reply.removeHeader('content-security-policy');
    vite.middlewares(request.raw, reply.raw, () => done());
  });
  return { mode: 'development', current: async () => readBuild(await vite.ssrLoadModule('virtual:react-router/server-build')) };
}
