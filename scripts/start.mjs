import { spawn } from 'node:child_process';
import { node, prepare, project } from './prepare.mjs';

await prepare();

// The channel tells the server that this process is gone, even by `kill -9`.
const server = spawn(node, ['server/main.ts'], { cwd: project, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));

// npm that was killed cannot pass anything on: its end is seen by our being handed to another parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM');
  }, 500).unref();
}
