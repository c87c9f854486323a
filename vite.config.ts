import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { subsetFonts } from './ui/fonts/subset-fonts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Source files that import a module statically, directly or through others; without the queries of plugins. */
function importersOf(id: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const importers = new Set([id]);
  for (const importer of importers) for (const next of context.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  return new Set([...importers].map((importer) => importer.replace(/\?.*/, '')));
}

/** A module of its own would be larger than in a file with others: names and compression. */
const SMALL_CHARS = 1_200;

/**
 * Modules of every page, of both the exchange page and an order, and small ones of `core` that the exchange page shares are one file; the
 * rest is split by the bundler.
 */
function siteChunk(id: string, context: Rolldown.ChunkingContext): string | null {
  const importers = importersOf(id, context);
  const isImportedBy = (path: string) => importers.has(here(path));
  const isOnExchange = isImportedBy('web/routes/exchange.tsx');
  // Late parts of the form need the names of its fields: without this they are a file of 140 bytes
  const isSmallOfCore =
    (id.startsWith(here('core/')) || id === here('web/exchange/fields.ts')) &&
    (context.getModuleInfo(id)?.code?.length ?? Infinity) < SMALL_CHARS;
  const isShared = isImportedBy('web/routes/order.tsx') || isSmallOfCore;
  return (isOnExchange && isShared) || isImportedBy('web/root.tsx') ? 'site' : null;
}

/** Files that every page has loaded before it imports anything later. */
const LOADED_FIRST = /\/(?:rolldown-runtime|vendor|site)-[^/]*$/;

/** Every `import()` of a browser goes through our own code, which fetches the files first and can repeat that (decision 0097). */
const lateParts: Plugin = {
  name: 'late-parts',
  enforce: 'pre',
  resolveId: (id) => (id === '\0vite/preload-helper.js' ? here('web/loading/late-parts.ts') : undefined),
};

export default defineConfig({
  resolve: { alias: { '@fonts': await subsetFonts(here('node_modules/.cache/fonts')) } },
  plugins: [lateParts, tailwindcss(), reactRouter()],
  publicDir: false,
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false, resolveDependencies: (_, files) => files.filter((file) => !LOADED_FIRST.test(file)) },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
                { name: siteChunk, debugName: 'site', priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
});
