import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Locale } from '#core/locale.ts';
import { escapeHtml } from '#core/text/escape-html.ts';
import type { Deps } from '#server/deps.ts';

/** Style and script are inline, since nothing else may load. Colours are those of `ui/tokens.css`. */
const STYLE = `
:root{color-scheme:light dark;--paper:#f3eee2;--ink:#14231c;--muted:#5c6a61;--action:#14663f;--on:#fff}
@media(prefers-color-scheme:dark){:root{--paper:#0d1813;--ink:#efe9db;--muted:#a9b5ac;--action:#7fd0a2;--on:#0d1813}}
:root[data-theme=light]{color-scheme:light;--paper:#f3eee2;--ink:#14231c;--muted:#5c6a61;--action:#14663f;--on:#fff}
:root[data-theme=dark]{color-scheme:dark;--paper:#0d1813;--ink:#efe9db;--muted:#a9b5ac;--action:#7fd0a2;--on:#0d1813}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 .75rem}
p{margin:0 0 1rem}
.calm{color:var(--muted)}
button{min-height:3rem;padding:.5rem 1.5rem;border:0;border-radius:.375rem;background:var(--action);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
`;

/** Polls the shop with growing intervals and then reloads the requested page; no cached page is shown. */
const SCRIPT = `
(() => {
  const theme = /(?:^|;\\s*)theme=(light|dark)/.exec(document.cookie);
  if (theme) document.documentElement.dataset.theme = theme[1];
  const button = document.querySelector('button');
  const [again, trying] = [button.textContent, button.dataset.trying];
  let wait = 2000, timer, isBusy = false;
  const look = async () => {
    clearTimeout(timer);
    if (isBusy) return;
    isBusy = true;
    button.textContent = trying;
    const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined);
    if (answer && answer.ok && !/^\\/(?:en\\/)?offline$/.test(location.pathname)) return location.reload();
    isBusy = false;
    button.textContent = again;
    wait = Math.min(wait * 1.5, 30000);
    timer = setTimeout(look, wait);
  };
  button.addEventListener('click', look);
  addEventListener('online', look);
  timer = setTimeout(look, wait);
})();
`;

/** The page shown without a connection, in one locale. */
export function offlinePage({ t }: Pick<Deps, 't'>, locale: Locale, nonce: { readonly script: string; readonly style: string }): string {
  const text = (key: string): string => escapeHtml(t(locale, `notices.offline.${key}`));
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text('title')}</title>
<style nonce="${nonce.style}">${STYLE}</style></head>
<body><main><h1>${text('heading')}</h1><p>${text('lead')}</p><p class="calm" role="status">${text('waiting')}</p>
<button type="button" data-trying="${text('trying')}">${text('again')}</button></main>
<script nonce="${nonce.script}">${SCRIPT}</script></body>
</html>
`;
}

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
