import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLocalResources, type LocalResources } from './check-local-resources.ts';
import { ConfigError } from './config-error.ts';

let folder = '';
const taken = net.createServer();
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'razmen-place-'));
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  taken.close();
  fs.rmSync(folder, { recursive: true });
});

const port = (): number => (taken.address() as net.AddressInfo).port;
const check = (change: Partial<LocalResources>) =>
  checkLocalResources({ host: '127.0.0.1', dataDir: path.join(folder, 'data'), port: 0, metricsPort: undefined, ...change });

it('makes the data folder, however deep it lies', async () => {
  await check({ dataDir: path.join(folder, 'a/b/c') });
  expect(fs.readdirSync(path.join(folder, 'a/b/c'))).toEqual([]);
});

it.each(['/proc/x', '/proc/self/x', '/dev/null', '/dev/null/x', `/tmp/${'a'.repeat(300)}`])(
  'DATA_DIR=%s is refused by its name',
  async (dataDir) => {
    const refused = check({ dataDir });
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toThrow(/DATA_DIR \(\/\w+.* cannot be used: E[A-Z]+$/);
  },
);

it.each(['8.8.8.8', 'no-such-host.invalid', 'a b'])('HOST=%s is refused by its name', async (host) => {
  const refused = check({ host });
  await expect(refused).rejects.toBeInstanceOf(ConfigError);
  await expect(refused).rejects.toThrow(/HOST \(.*\) cannot be used: E[A-Z_]+$/);
});

it('a port that is taken is named, and may be tried again', async () => {
  await expect(check({ port: port() })).rejects.toThrow(`PORT (${port()}) cannot be used: EADDRINUSE`);
  await expect(check({ port: port() })).rejects.not.toBeInstanceOf(ConfigError);
  await expect(check({ metricsPort: port() })).rejects.toThrow('METRICS_PORT');
});
