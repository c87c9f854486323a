// The whole product with hot reload: pages change in place, the office is rebuilt, the server starts again.
import { spawn } from 'node:child_process';
import { node, prepare, project } from './prepare.mjs';

await prepare();
const env = { ...process.env, NODE_ENV: 'development', HOT_RELOAD: 'on' };
const options = { cwd: project, stdio: 'inherit', env };
const watched = ['server', 'core', 'contract', 'locales'].map((room) => `--watch-path=${room}`);
const children = [
  spawn(node, [...watched, '--watch-preserve-output', 'server/main.ts'], options),
  spawn(node, ['node_modules/vite/bin/vite.js', 'build', '--watch', '--config', 'office/vite.config.ts', '--logLevel', 'warn'], options),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
children[0].once('exit', (code) => {
  stop();
  process.exitCode = code ?? 0;
});
