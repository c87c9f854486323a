// Builds the partners' package into build/client, ready for `npm pack`.
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { node, prepare, project, run } from './prepare.mjs';

await prepare({ withBuild: false });
const out = path.join(project, 'build/client');
await build({
  root: project,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: out,
    emptyOutDir: true,
    target: 'es2022',
    minify: false,
    lib: { entry: path.join(project, 'client/client.ts'), formats: ['es'], fileName: () => 'client.js' },
    rolldownOptions: { external: [/^zod/] },
  },
});
await run('tsc', ['-p', 'client'], { env: { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` } });
fs.copyFileSync(path.join(project, 'client/manifest.json'), path.join(out, 'package.json'));
fs.copyFileSync(path.join(project, 'client/README.md'), path.join(out, 'README.md'));
