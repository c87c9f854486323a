import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { offlinePage } from './offline-page.ts';

export interface WorkerOptions extends Pick<Deps, 't'> {
  /** Absolute path of `build/worker`. */
  readonly buildFolder: string;
  /** `SERVICE_WORKER=off`: whoever has a worker of ours loses it at his next visit. */
  readonly isOn: boolean;
}

/** Ends every worker that stands in a browser, with what it kept: the way back should one ever do harm. */
const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** `GET /sw.js`, asked for anew at every visit, and the page that it keeps. */
export function workerFiles({ buildFolder, isOn, ...deps }: WorkerOptions): FastifyPluginAsync {
  return async (app) => {
    const script = isOn ? await readFile(`${buildFolder}/sw.js`, 'utf8') : NO_WORKER;
    const page = (locale: Locale) => (_request: unknown, reply: FastifyReply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-robots-tag', 'noindex')
        .send(offlinePage(deps, locale, reply.cspNonce));
    app.get('/sw.js', async (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
    );
    app.get('/offline', page('ru'));
    app.get('/en/offline', page('en'));
  };
}
