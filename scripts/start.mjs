import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { node, prepare, PRODUCT, project } from './prepare.mjs';

await prepare({ packages: PRODUCT });

// glibc raises its mmap threshold and then keeps freed memory: 150 concurrent responses cost 57 MB permanently. An explicit threshold (131072,
// the default) does not grow
const serverEnv = JSON.parse(fs.readFileSync(path.join(project, 'scripts/server-env.json'), 'utf8'));

/** Modules without their types, and their compiled code: a third of a start's processor time. */
const compiled = path.join(project, 'node_modules/.cache/compiled');

// The channel tells the server when this process ends, even by `kill -9`.
const server = spawn(node, ['server/main.ts'], {
  cwd: project,
  env: { NODE_COMPILE_CACHE: compiled, ...serverEnv, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// A killed npm forwards no signal: its end is detected by a changed parent process.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM');
  }, 500).unref();
}
