import path from 'node:path';
import { defineConfig } from 'vite';
import { subsetFonts } from '#ui/fonts/subset-fonts.ts';

const here = (file: string) => path.join(import.meta.dirname, file);

/** Builds the host script and the frame, apart from the site: both must be small (decision 0056). */
export default defineConfig({
  root: here('.'),
  base: '/widget/',
  resolve: { alias: { '@fonts': await subsetFonts(here('../../node_modules/.cache/fonts')) } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { frame: here('index.html'), widget: here('loader.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'widget' ? 'widget.js' : 'assets/[name]-[hash].js'),
        // A classic script on the host page must not declare globals
        banner: ({ name }) => (name === 'widget' ? '(() => {' : ''),
        footer: ({ name }) => (name === 'widget' ? '})();' : ''),
      },
    },
  },
});
