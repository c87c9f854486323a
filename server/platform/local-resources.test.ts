import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { ConfigError } from './errors.ts';
import { checkLocalResources, classifyDiskSpace, type LocalResources, readDiskSpace } from './local-resources.ts';

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

it('creates the data folder with its parents', async () => {
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

it('a port in use is named, and is not a configuration error', async () => {
  await expect(check({ port: port() })).rejects.toThrow(`PORT (${port()}) cannot be used: EADDRINUSE`);
  await expect(check({ port: port() })).rejects.not.toBeInstanceOf(ConfigError);
  await expect(check({ metricsPort: port() })).rejects.toThrow('METRICS_PORT');
});

const GIB = 2 ** 30;

test('a disk is low below a gigabyte, a small one below a tenth, and has enough space again slightly above', () => {
  const large = (free: number) => classifyDiskSpace({ freeBytes: free * GIB, totalBytes: 500 * GIB });
  expect([large(0.99), large(1.1), large(1.3)]).toEqual(['low', 'between', 'enough']);
  const small = (free: number) => classifyDiskSpace({ freeBytes: free * GIB, totalBytes: 2 * GIB });
  expect([small(0.19), small(0.21), small(0.25)]).toEqual(['low', 'between', 'enough']);
});

test('the free space of a folder is that of its disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(os.tmpdir());
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});
