import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import pg from 'pg';
import { makeFolder, postgresOf, readyServerOf, removeFolder, supervisorOf } from '#tests/make/process.ts';
import { startEmbedded } from './embedded.ts';
import { foldersOf } from './embedded-cluster.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  await vi.waitFor(() => expect(postgresOf(folder)).toEqual([]), { timeout: 20_000 });
  removeFolder(folder);
});

const ended = () => vi.waitFor(() => expect(postgresOf(folder)).toEqual([]), { timeout: 20_000 });

it('is started once by concurrent processes, and stops with the last of them', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => startEmbedded(folder)));
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  expect(postgresOf(folder)).toHaveLength(1);
  for (const one of all.slice(1)) await one.stop();
  const client = new pg.Client({ connectionString: all[0]?.url ?? '' });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await all[0]?.stop();
  await ended();
});

it('refuses connections without its password and over the network', async () => {
  const server = await startEmbedded(folder);
  const stranger = new pg.Client({ connectionString: server.url.replace(/:[^:@/]+@/, ':guess@') });
  await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  expect((await client.query('show listen_addresses')).rows).toEqual([{ listen_addresses: '' }]);
  await client.end();
  await server.stop();
});

it('keeps committed data when the server and its supervisor are killed', async () => {
  const script = `
    import { startEmbedded } from '#server/platform/db/embedded.ts';
    import pg from 'pg';
    const server = await startEmbedded(process.argv[1]);
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query('create table kept (id int)');
    await client.query('insert into kept values (1)');
    console.log('committed');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  for (const pid of postgresOf(folder)) process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await ended();
  const server = await startEmbedded(folder);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 1 }]);
  await client.end();
  await server.stop();
});

it('is started again by the next process when the server alone was killed, while other leases exist', async () => {
  const first = await startEmbedded(folder);
  for (const pid of postgresOf(folder)) process.kill(pid, 'SIGKILL');
  const second = await startEmbedded(folder);
  const client = new pg.Client({ connectionString: second.url });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  await Promise.all([first.stop(), second.stop()]);
  await ended();
});

it('is started again by its users when it is killed', async () => {
  const all = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
  const [killed] = postgresOf(folder);
  process.kill(killed ?? 0, 'SIGKILL');
  const client = await vi.waitFor(
    async () => {
      const next = new pg.Client({ connectionString: all[0]?.url ?? '' });
      await next.connect();
      return next;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
  expect(postgresOf(folder)).toHaveLength(1);
  expect(postgresOf(folder)).not.toEqual([killed]);
  await Promise.all(all.map((one) => one.stop()));
  await ended();
});

it('never signals another process, even a PostgreSQL, that has the pid of an ended server', async () => {
  const other = makeFolder();
  const [theirs, ours] = [await startEmbedded(other), await startEmbedded(folder)];
  const [victim] = postgresOf(other);
  await ours.stop();
  await ended();
  const [data = ''] = foldersOf(folder);
  fs.writeFileSync(`${data}/postmaster.pid`, `${victim}\n${data}\n`, { mode: 0o600 });
  const again = await startEmbedded(folder);
  expect(postgresOf(other)).toEqual([victim]);
  expect(postgresOf(folder)).toHaveLength(1);
  await Promise.all([again.stop(), theirs.stop()]);
  await vi.waitFor(() => expect(postgresOf(other)).toEqual([]), { timeout: 20_000 });
  removeFolder(other);
});

it('starts again after an interrupted first start', async () => {
  fs.mkdirSync(`${folder}/postgres-18.new/base`, { recursive: true });
  const server = await startEmbedded(folder);
  expect(postgresOf(folder)).toHaveLength(1);
  await server.stop();
});

it.each([
  ['only the supervisor is', ['supervisor'], 0],
  ['the supervisor and later the server are', ['supervisor', 'server'], 600],
  ['the supervisor and then at once the server are', ['supervisor', 'server'], 0],
  ['the server and then at once the supervisor are', ['server', 'supervisor'], 0],
] as const)('is restarted for all its users, with the committed data, when %s killed', async (_, killed, pauseMs) => {
  const all = await Promise.all([startEmbedded(folder), startEmbedded(folder)]);
  const query = async (text: string, which: number) => {
    const client = new pg.Client({ connectionString: all[which]?.url ?? '' });
    await client.connect();
    try {
      return (await client.query(text)).rows as readonly unknown[];
    } finally {
      await client.end();
    }
  };
  await query('create table kept (id int); insert into kept values (1)', 0);
  const [server = 0] = postgresOf(folder);
  const pids = { supervisor: [supervisorOf(server)], server: [server] };
  for (const one of killed) {
    // After the pause a restarted server is running, which is killed
    for (const pid of one === 'server' && pauseMs > 0 ? postgresOf(folder) : pids[one]) process.kill(pid, 'SIGKILL');
    await sleep(pauseMs);
  }
  await vi.waitFor(() => expect([server, undefined]).not.toContain(readyServerOf(folder)), { timeout: 20_000, interval: 50 });
  for (const which of [0, 1])
    expect(await vi.waitFor(() => query('select id from kept', which), { timeout: 20_000, interval: 100 })).toEqual([{ id: 1 }]);
  expect(postgresOf(folder)).toHaveLength(1);
  // The server stays until its last user stops
  await sleep(1_500);
  expect(await query('select id from kept', 1)).toEqual([{ id: 1 }]);
  await all[0]?.stop();
  expect(await query('select id from kept', 1)).toEqual([{ id: 1 }]);
  await all[1]?.stop();
  expect(postgresOf(folder)).toEqual([]);
});
