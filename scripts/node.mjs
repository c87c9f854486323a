// Runs a TypeScript file of this project on the installed Node: `node scripts/node.mjs scripts/audit.ts`.
import { spawn } from 'node:child_process';
import { node, prepare, PRODUCT, project } from './prepare.mjs';

const [file, ...args] = process.argv.slice(2);
await prepare({ packages: PRODUCT, withBuild: false });
const child = spawn(node, [file, ...args], { cwd: project, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)));
