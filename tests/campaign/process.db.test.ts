import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import pg from 'pg';
import path from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { withDatabase } from '#server/platform/db/url.ts';
import { exitOf, makeFolder, postgresOf, removeFolder, type RunningApp, spawnApp, startApp } from '#tests/make/process.ts';

const folders: string[] = [];
const running: RunningApp[] = [];

function folder(): string {
  const made = makeFolder();
  folders.push(made);
  return made;
}

async function start(...args: Parameters<typeof startApp>): Promise<RunningApp> {
  const app = await startApp(...args);
  running.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.kill()));
  for (const made of folders.splice(0)) {
    await vi.waitFor(() => expect(postgresOf(made)).toEqual([]), { timeout: 20_000, interval: 50 });
    removeFolder(made);
  }
});

const systems = async (app: RunningApp): Promise<number> => {
  const answer = await fetch(`${app.url}/api/v1/payment_systems`);
  return ((await answer.json()) as { data: unknown[] }).data.length;
};

describe('the process with its embedded database', () => {
  it('runs twice at the same time, and stops cleanly on SIGTERM', async () => {
    const [first, second] = [folder(), folder()];
    const apps = await Promise.all([start({ DATA_DIR: first }), start({ DATA_DIR: second })]);
    expect(await Promise.all(apps.map(systems))).toEqual([expect.any(Number), expect.any(Number)]);
    expect(postgresOf(first)).toHaveLength(1);
    expect(await Promise.all(apps.map((app) => app.stop()))).toEqual([0, 0]);
    expect([...postgresOf(first), ...postgresOf(second)]).toEqual([]);
    running.length = 0;
  });

  it('shares the database of a data folder with a second process, which keeps it when the first ends', async () => {
    const dataDir = folder();
    const [first, second] = await Promise.all([start({ DATA_DIR: dataDir }), start({ DATA_DIR: dataDir })]);
    expect(postgresOf(dataDir)).toHaveLength(1);
    await first.kill();
    expect(await systems(second)).toBeGreaterThan(23);
    expect(await second.stop()).toBe(0);
    expect(postgresOf(dataDir)).toEqual([]);
  });

  it('leaves no orphan after kill -9, and the next start finds all data', async () => {
    const dataDir = folder();
    const first = await start({ DATA_DIR: dataDir });
    const count = await systems(first);
    await first.kill();
    await vi.waitFor(() => expect(postgresOf(dataDir)).toEqual([]), { timeout: 20_000, interval: 50 });
    const second = await start({ DATA_DIR: dataDir });
    expect(await systems(second)).toBe(count);
    expect(second.output()).not.toMatch(/shown once/);
  });

  it('restarts at once while the server of a killed process is still running', async () => {
    const dataDir = folder();
    const first = await start({ DATA_DIR: dataDir });
    await first.kill();
    const second = await start({ DATA_DIR: dataDir });
    expect(await systems(second)).toBeGreaterThan(23);
    expect(postgresOf(dataDir)).toHaveLength(1);
  });

  it('prints the URL and the owner’s sign-in', async () => {
    const app = await start({ DATA_DIR: folder() });
    await vi.waitFor(() => expect(app.output()).toMatch(/shown once: \S+@\S+ \S{12,}/));
    expect(app.output()).toContain(app.url);
  });

  it.runIf(process.getuid?.() === 0)('runs as an ordinary user, and as root below a folder closed to others', async () => {
    const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
    const open = folder();
    fs.chownSync(open, id('-u'), id('-g'));
    const closed = path.join(folder(), 'closed');
    fs.mkdirSync(closed, { mode: 0o700 });
    // Before its parent, while its database can still be found.
    folders.unshift(closed);
    const ordinary = await start({ DATA_DIR: open, HOME: open }, { uid: id('-u'), gid: id('-g') });
    const root = await start({ DATA_DIR: closed });
    expect(await systems(ordinary)).toBe(await systems(root));
    expect(await ordinary.stop()).toBe(0);
    expect(await root.stop()).toBe(0);
  });
});

describe('the process on a given server', () => {
  it('starts, migrates and runs in two processes with one database', async () => {
    const name = `faults_${process.pid}`;
    const client = new pg.Client({ connectionString: inject('databaseServerUrl') });
    await client.connect();
    await client.query(`create database ${name}`);
    try {
      const env = { DATABASE_URL: withDatabase(inject('databaseServerUrl'), name) };
      const [web, jobs] = await Promise.all([
        start({ ...env, DATA_DIR: folder(), ROLE: 'web' }),
        start({ ...env, DATA_DIR: folder(), ROLE: 'jobs' }),
      ]);
      expect(await systems(web)).toBeGreaterThan(23);
      expect((await fetch(`${jobs.url}/api/v1/payment_systems`)).status).toBe(404);
      expect(await Promise.all([web.stop(), jobs.stop()])).toEqual([0, 0]);
    } finally {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.end();
    }
  });

  it('names DATABASE_URL when the server is unreachable', async () => {
    const { child, output } = spawnApp({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', DATA_DIR: folder() });
    expect(await exitOf(child)).not.toBe(0);
    expect(output()).toContain('DATABASE_URL');
  });
});

const PRODUCTION = { MODE: 'production', SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE', MAIL_URL: 'smtp://127.0.0.1:2525' };

describe('configuration', () => {
  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number'],
    [{ RATE_SOURCES: 'guesswork' }, 'RATE_SOURCES has no source called guesswork'],
    [{ MODE: 'production' }, 'SECRET_KEY is required'],
    [{ MODE: 'production', SECRET_KEY: 'changeme' }, 'SECRET_KEY must have at least 32'],
  ])('%j stops the start with its reason and no stack', async (env, reason) => {
    const { child, output } = spawnApp({ DATA_DIR: folder(), ...env });
    expect(await exitOf(child)).toBe(78);
    expect(output()).toContain(reason);
    expect(output()).not.toMatch(/\n\s+at /);
  });

  it('production without an owner stops at the first start, and never generates a password', async () => {
    const { child, output } = spawnApp({ ...PRODUCTION, DATA_DIR: folder(), PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(await exitOf(child)).toBe(78);
    expect(output()).toContain('OWNER_EMAIL and OWNER_PASSWORD are required');
    expect(output()).not.toContain('shown once');
  });

  it('production has no sandbox, no demo data and no /dev', async () => {
    const app = await start({
      ...PRODUCTION,
      DATA_DIR: folder(),
      OWNER_EMAIL: 'o@exchange.test',
      OWNER_PASSWORD: 'vX7-mq2-Lp9-zT4',
    });
    expect(await systems(app)).toBe(0);
    for (const place of ['/sandbox/ledger', '/sandbox/pay/x', '/dev/mail', '/callbacks/sandbox'])
      expect((await fetch(app.url + place)).status).toBe(404);
    expect(app.output()).not.toContain('vX7-mq2-Lp9-zT4');
  });
});
