import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { node, prepare, project } from './prepare.mjs';

await prepare();

// glibc keeps what was freed, up to 64 MB once a large piece was: 150 answers at once cost 57 MB for good. 131072 is its threshold before
// that, and a threshold that is set does not grow
const serverEnv = JSON.parse(fs.readFileSync(path.join(project, 'scripts/server-env.json'), 'utf8'));

// The channel tells the server that this process is gone, even by `kill -9`.
const server = spawn(node, ['server/main.ts'], {
  cwd: project,
  env: { ...serverEnv, ...process.env },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// npm that was killed cannot pass anything on: its end is seen by our being handed to another parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM');
  }, 500).unref();
}
