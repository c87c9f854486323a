import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exitOf, NODE_COMPILE_CACHE } from '#tests/make/process.ts';
import { makeTempFolder } from '#tests/make/temp-folder.ts';
import { announceProduct, OWNER, type ProductReady } from './product.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Starts the product as a separate process on an empty data folder and waits for the line with its address. */
async function startProduct(dataDir: string): Promise<{ readonly child: ChildProcess; readonly ready: ProductReady }> {
  const child = spawn(process.execPath, ['tests/e2e/product.setup.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      // As in production: pages are rendered by React's production build
      NODE_ENV: 'production',
      TMPDIR: os.tmpdir(),
      NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      ...(process.env['API_ELSEWHERE'] === undefined ? {} : { API_ELSEWHERE: process.env['API_ELSEWHERE'] }),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await Promise.race([
    new Promise<ProductReady>((resolve) => child.once('message', (message) => resolve(message as ProductReady))),
    exitOf(child).then((code): never => {
      throw new Error(`The product ended while starting (${String(code)})`);
    }),
  ]);
  return { child, ready };
}

/** The product of the run. Its end is a test too: the process audits the books and what it has recorded, and says no by its exit code. */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = makeTempFolder('e2e');
  const { child, ready } = await startProduct(dataDir);
  announceProduct(ready);
  return async () => {
    child.kill('SIGTERM');
    const code = await exitOf(child);
    fs.rmSync(dataDir, { recursive: true, force: true });
    if (code !== 0) throw new Error(`The product was not well at the end of the run (${String(code)}): see its findings above`);
  };
}
