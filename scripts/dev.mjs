// The whole product with hot reload: pages change in place, the office is rebuilt, the server starts again.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { node, prepare, project } from './prepare.mjs';

await prepare();
// A separate copy of the build: another process may serve the original
const builds = path.join(project, 'build');
const folder = path.join(builds, 'development');
fs.rmSync(folder, { recursive: true, force: true });
fs.cpSync(fs.realpathSync(path.join(builds, 'current')), folder, { recursive: true });
const watch = ['build', '--watch', '--config', 'office/vite.config.ts', '--outDir', path.join(folder, 'office'), '--emptyOutDir'];
const env = { ...process.env, NODE_ENV: 'development', HOT_RELOAD: 'on' };
const options = { cwd: project, stdio: 'inherit', env };
const watched = ['server', 'core', 'contract', 'locales'].map((layer) => `--watch-path=${layer}`);
const children = [
  spawn(node, [...watched, '--watch-preserve-output', 'server/main.ts'], options),
  spawn(node, ['node_modules/vite/bin/vite.js', ...watch, '--logLevel', 'warn'], options),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
children[0].once('exit', (code) => {
  stop();
  process.exitCode = code ?? 0;
});
