import net from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { serverOf, urlThrough } from '#tests/make/tcp-proxy.ts';
import { dropHalfOpen } from './drop-half-open.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A server's refusal of a new connection, in the PostgreSQL protocol. */
function refusal(code: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** A proxy that refuses new connections until it is opened. */
async function door(code: string) {
  const counted = { refused: 0, passed: 0 };
  let isOpen = false;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    if (!isOpen) {
      counted.refused += 1;
      socket.once('data', () => socket.end(refusal(code)));
      return;
    }
    const onward = net.connect(serverOf(database.url));
    onward.on('error', () => socket.destroy());
    socket.pipe(onward);
    onward.pipe(socket);
    socket.on('close', () => {
      counted.passed += 1;
      onward.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { port, counted, open: () => (isOpen = true), close: () => server.close() };
}

it.each([
  ['is full for a while, a long statement continues', '53300', 'done'],
  ['was starting for a while, a connection without a response since then is closed', '57P03', 'cut'],
] as const)(
  'where the database %s',
  async (_, code, end) => {
    const before = await door(code);
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    pool.on('connect', (client) => client.on('error', () => undefined));
    dropHalfOpen(pool, { url: urlThrough(database.url, before.port), log: { warn: () => undefined } });
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock(71)');
    const silent = pool.query('select pg_advisory_lock(71)').then(
      () => 'done',
      () => 'cut',
    );
    try {
      await vi.waitFor(() => expect(before.counted.refused).toBeGreaterThan(0), { timeout: 60_000 });
      before.open();
      // The first connection checks idle ones; with suspects more connections pass every second
      await vi.waitFor(() => expect(before.counted.passed).toBeGreaterThan(end === 'done' ? 1 : 0), { timeout: 60_000 });
    } finally {
      await holder.end();
      before.close();
    }
    expect(await silent).toBe(end);
    await pool.end();
  },
  180_000,
);
