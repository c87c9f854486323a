import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { CLIENT_PACKAGE_PATH } from '#contract/partner/client-package.ts';

const CACHE_CONTROL = 'public, max-age=3600';

/** Serves the client package that the build packed; a development build has none. */
export const clientPackage =
  ({ buildFolder }: { readonly buildFolder: string }): FastifyPluginAsync =>
  async (app) => {
    const file = path.join(buildFolder, path.basename(CLIENT_PACKAGE_PATH));
    if (!existsSync(file)) return;
    const archive = await readFile(file);
    const etag = `"${createHash('sha256').update(archive).digest('base64url')}"`;
    app.get(CLIENT_PACKAGE_PATH, async (request, reply) => {
      reply.header('cache-control', CACHE_CONTROL).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply
        .type('application/gzip')
        .header('content-disposition', `attachment; filename="${path.basename(CLIENT_PACKAGE_PATH)}"`)
        .send(archive);
    });
  };
