import path from 'node:path';
import { defineConfig } from 'vite';

const here = (file: string) => path.join(import.meta.dirname, file);

/** The worker of the browser: one plain script at a fixed address (`server/notices/worker-files.ts`). */
export default defineConfig({
  root: here('.'),
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { sw: here('worker.ts') },
      output: { entryFileNames: 'sw.js', banner: '(() => {', footer: '})();' },
    },
  },
});
