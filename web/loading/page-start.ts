import type { EntryContext } from 'react-router';
import { LOCALES, type Locale } from '#core/locale.ts';

type Manifest = EntryContext['manifest'];

/** Files of a page. `first` and `routes` are imported in this order, then `entry`; `ahead` and `words` are preloaded. */
interface Files {
  readonly first: readonly string[];
  readonly routes: Readonly<Record<string, readonly string[]>>;
  readonly entry: string;
  readonly ahead: readonly string[];
  readonly words: readonly string[];
}

/** URL of the manifest of one language, beside that of all routes (`web/split-manifest.ts`). */
export const manifestOf = (url: string, locale: Locale): string => url.replace(/\.js$/, `-${locale}.js`);

/** Modules to import first: the manifest of the language; in development the runtime and the whole manifest. */
function firstModules({ hmr, url }: Manifest, routeIds: readonly string[]): readonly string[] {
  if (hmr !== undefined) return [hmr.runtime, url];
  const locale = LOCALES.find((candidate) => routeIds.some((id) => id.startsWith(`${candidate}/`)));
  return [locale === undefined ? url : manifestOf(url, locale)];
}

function filesOf(manifest: Manifest, routeIds: readonly string[], words: readonly string[]): Files {
  const routes = routeIds.flatMap((id) => manifest.routes[id] ?? []);
  const parts = routes.map(({ id, clientActionModule, clientLoaderModule, clientMiddlewareModule, module }) => {
    const files = [clientActionModule, clientLoaderModule, clientMiddlewareModule, module];
    return [id, files.filter((file) => file !== undefined)] as const;
  });
  return {
    first: firstModules(manifest, routeIds),
    routes: Object.fromEntries(parts),
    entry: manifest.entry.module,
    ahead: [...new Set([manifest.entry.module, ...manifest.entry.imports, ...routes.flatMap((route) => route.imports ?? [])])],
    words,
  };
}

/*
 * The framework requests scripts in the head, before the first paint. This script requests them after it, so that they do not compete with
 * the page for bandwidth. A page in a hidden tab is not painted and starts at once.
 */
const START = `(function (files) {
  function link(rel, href, as) {
    var tag = document.createElement('link');
    tag.rel = rel;
    if (as) tag.as = as;
    tag.crossOrigin = 'anonymous';
    tag.href = href;
    document.head.append(tag);
  }
  async function run() {
    files.ahead.forEach(function (file) { link('modulepreload', file); });
    files.words.forEach(function (file) { link('preload', file, 'fetch'); });
    for (const file of files.first) await import(file);
    const modules = {};
    await Promise.all(Object.entries(files.routes).map(async function ([id, parts]) {
      modules[id] = Object.assign({}, ...await Promise.all(parts.map(function (part) { return import(part); })));
    }));
    window.__reactRouterRouteModules = modules;
    await import(files.entry);
  }
  var started = false;
  function once() {
    if (started) return;
    started = true;
    run();
  }
  if (document.hidden) return once();
  requestAnimationFrame(function () { setTimeout(once); });
  setTimeout(once, 1000);
})`;

/** The inline script that hydrates a served page; `words`: URLs of its message files. */
export function startScript(context: EntryContext, words: readonly string[]): string {
  const ids = context.staticHandlerContext.matches.map(({ route }) => route.id);
  const files = JSON.stringify(filesOf(context.manifest, ids, words)).replaceAll('<', '\\u003c');
  return `window.__reactRouterContext = ${context.serverHandoffString ?? '{}'};
window.__reactRouterContext.stream = new ReadableStream({start(controller) { window.__reactRouterContext.streamController = controller; }}).pipeThrough(new TextEncoderStream());
${START}(${files});`;
}
