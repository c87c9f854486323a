import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Catalogue } from './catalogue.ts';
import { markSvg } from './mark-svg.ts';

const CACHE = 'public, max-age=3600, stale-while-revalidate=86400';

/** `GET /marks/<code>.svg`: icons of `icon_url`, with an ETag; 404 for an unknown code. */
export const markFiles = (deps: { readonly catalogue: Pick<Catalogue, 'paymentSystem'> }): FastifyPluginAsync => {
  return async (app) => {
    app.get<{ Params: { file: string } }>('/marks/:file', async (request, reply) => {
      const { file } = request.params;
      const system = file.endsWith('.svg') ? deps.catalogue.paymentSystem(file.slice(0, -4)) : undefined;
      if (!system) return reply.callNotFound();
      const body = Buffer.from(markSvg(system));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      reply.header('cache-control', CACHE).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/svg+xml').send(body);
    });
  };
};
