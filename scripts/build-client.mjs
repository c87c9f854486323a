// Builds the partners' package and its archive: `build-client.mjs FOLDER` fills FOLDER and writes FOLDER/../razmen-client.tgz.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const out = path.resolve(process.argv[2] ?? path.join(project, 'build/client'));

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
const tsc = path.join(project, 'node_modules/.bin/tsc');
execFileSync(tsc, ['-p', 'client', '--outDir', path.join(out, 'types')], { cwd: project, stdio: 'inherit' });
fs.copyFileSync(path.join(project, 'client/manifest.json'), path.join(out, 'package.json'));
fs.copyFileSync(path.join(project, 'client/README.md'), path.join(out, 'README.md'));
const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', path.dirname(out)], { cwd: out, encoding: 'utf8' }).trim();
fs.renameSync(path.join(path.dirname(out), packed), path.join(path.dirname(out), 'razmen-client.tgz'));
