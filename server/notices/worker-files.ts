import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { offlinePage } from './offline-page.ts';

export interface WorkerOptions extends Pick<Deps, 't'> {
  /** Absolute path of `build/worker`. */
  readonly buildFolder: string;
  /** `SERVICE_WORKER=off` removes installed workers at the next visit. */
  readonly isOn: boolean;
}

/** Unregisters installed workers and deletes their caches. */
const UNREGISTER_SCRIPT = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

/** `GET /sw.js`, revalidated at every visit, and the offline page it caches. */
export function workerFiles({ buildFolder, isOn, ...deps }: WorkerOptions): FastifyPluginAsync {
  return async (app) => {
    const script = isOn ? await readFile(`${buildFolder}/sw.js`, 'utf8') : UNREGISTER_SCRIPT;
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
