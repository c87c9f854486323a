import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, makeFolder, removeFolder } from './process.ts';
import { serverOf, urlThrough } from './tcp-proxy.ts';

/** A PostgreSQL pooler in transaction mode. */
export interface Pooler {
  /** The same connection string through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

const PGBOUNCER = '/usr/sbin/pgbouncer';
export const hasPgBouncer = (): boolean => fs.existsSync(PGBOUNCER);

const userOf = (url: string): { readonly user: string; readonly password: string } => {
  const [, user = '', password = ''] = /^postgres(?:ql)?:\/\/([^:@/]*):?([^@/]*)@/.exec(url) ?? [];
  return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
};

/** Starts PgBouncer with its defaults except the mode; it refuses to run as root. */
export async function startPgBouncer(url: string, sessions: number): Promise<Pooler> {
  const folder = makeFolder();
  const port = await freePort();
  const target = serverOf(url) as { path?: string; host?: string; port?: number };
  const { user, password } = userOf(url);
  const server = target.path === undefined ? `host=${target.host} port=${target.port}` : `host=${path.dirname(target.path)} port=5432`;
  fs.writeFileSync(path.join(folder, 'users.txt'), `"${user}" "${password}"\n`, { mode: 0o644 });
  const settings = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${path.join(folder, 'users.txt')}`,
    `pool_mode = transaction\ndefault_pool_size = ${sessions}\nmax_client_conn = 200`,
  ];
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(PGBOUNCER, ['-q', file], { stdio: 'ignore', cwd: '/', ...asNobody });
  for (let tries = 0; !(await isListening(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error('PgBouncer does not start');
    await sleep(50);
  }
  return {
    through: (direct) => urlThrough(direct, port),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      removeFolder(folder);
    },
  };
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

/** Startup parameters that PgBouncer accepts. */
const KNOWN = new Set(['user', 'database', 'client_encoding', 'datestyle', 'timezone', 'standard_conforming_strings', 'application_name']);
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const text = (...words: string[]): Buffer => Buffer.from(words.map((word) => `${word}\0`).join(''));
const refusal = (code: string, words: string): Buffer =>
  message('E', Buffer.concat([text('SFATAL', 'VFATAL', `C${code}`, `M${words}`), Buffer.from([0])]));
const READY = message('Z', Buffer.from('I'));
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('S', text('server_version', '15.0')),
  message('S', text('client_encoding', 'UTF8')),
  message('S', text('standard_conforming_strings', 'on')),
  message('K', Buffer.alloc(8)),
  READY,
]);

/** Splits a stream into messages: type, length, body. */
function messagesOf(onMessage: (type: string, whole: Buffer) => void): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
      const whole = rest.subarray(0, rest.readUInt32BE(1) + 1);
      rest = rest.subarray(whole.length);
      onMessage(String.fromCharCode(whole[0] ?? 0), whole);
    }
  };
}

/** A signed-in server session. */
interface Session {
  readonly socket: net.Socket;
  onMessage: (type: string, whole: Buffer) => void;
}

async function openSession(url: string, database: string): Promise<Session> {
  // The driver signs in; then we use the raw socket
  const client = new pg.Client({ connectionString: url, database });
  await client.connect();
  const socket = client.connection.stream as net.Socket;
  for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event);
  socket.setNoDelay(true);
  const session: Session = { socket, onMessage: () => undefined };
  socket.on('error', () => undefined);
  socket.on(
    'data',
    messagesOf((type, whole) => session.onMessage(type, whole)),
  );
  return session;
}

/** Sessions of one database; the one idle longest is used first, so that transactions of one client rarely share a session. */
function createSessions(open: () => Promise<Session>, maxSessions: number) {
  const idle: Session[] = [];
  const waiting: ((session: Session) => void)[] = [];
  let count = 0;
  return {
    async onMessage(): Promise<Session> {
      if (count < maxSessions) {
        count += 1;
        return await open();
      }
      return idle.shift() ?? (await new Promise((resolve) => waiting.push(resolve)));
    },
    give(session: Session): void {
      const next = waiting.shift();
      if (next === undefined) idle.push(session);
      else next(session);
    },
    close(): void {
      for (const { socket } of idle) socket.destroy();
    },
  };
}

type Sessions = ReturnType<typeof createSessions>;

/** Forwards a client's messages to a session for the duration of a transaction. */
function forwardTransactions(client: net.Socket, sessions: Sessions): (type: string, whole: Buffer) => void {
  let session: Session | undefined;
  let isTaking = false;
  let sent = 0;
  const queued: Buffer[] = [];

  const pass = (type: string, whole: Buffer): void => {
    if (type === 'S' || type === 'Q') sent += 1;
    session?.socket.write(whole);
  };
  const answer = (type: string, whole: Buffer): void => {
    client.write(whole);
    if (type !== 'Z') return;
    sent -= 1;
    if (sent > 0 || String.fromCharCode(whole[5] ?? 0) !== 'I' || session === undefined) return;
    session.onMessage = () => undefined;
    sessions.give(session);
    session = undefined;
  };
  const begin = async (): Promise<void> => {
    isTaking = true;
    session = await sessions.onMessage();
    isTaking = false;
    session.onMessage = answer;
    for (const whole of queued.splice(0)) pass(String.fromCharCode(whole[0] ?? 0), whole);
  };
  client.once('close', () => {
    if (session === undefined) return;
    // The next client must not continue an open transaction
    const left = session;
    session = undefined;
    left.onMessage = (type) => {
      if (type === 'Z') sessions.give(left);
    };
    left.socket.write(message('Q', text('rollback')));
  });
  return (type, whole) => {
    if (type === 'X') return void client.end();
    if (session !== undefined) return pass(type, whole);
    queued.push(whole);
    if (!isTaking) void begin();
  };
}

/** The database a client asks for, or the reason of a refusal. */
function readStartup(body: Buffer): { readonly database: string } | { readonly unknown: string } {
  const words = body.toString('utf8', 8).split('\0');
  const pairs = new Map<string, string>();
  for (let i = 0; i + 1 < words.length && words[i] !== ''; i += 2) pairs.set(words[i] ?? '', words[i + 1] ?? '');
  const unknown = [...pairs.keys()].find((name) => !KNOWN.has(name.toLowerCase()));
  return unknown === undefined ? { database: pairs.get('database') ?? '' } : { unknown };
}

/**
 * A pooler in transaction mode that runs anywhere, as strict as PgBouncer 1.18: refuses unknown startup parameters and forwards
 * names of prepared statements unchanged to whichever session is next.
 */
export async function startTransactionPooler(url: string, sessions: number): Promise<Pooler> {
  const byDatabase = new Map<string, Sessions>();
  const clients = new Set<net.Socket>();
  const sessionsOf = (database: string): Sessions => {
    const known = byDatabase.get(database) ?? createSessions(() => openSession(url, database), sessions);
    byDatabase.set(database, known);
    return known;
  };
  const server = net.createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.once('close', () => clients.delete(client));
    let started = Buffer.alloc(0);
    const start = (bytes: Buffer): void => {
      started = Buffer.concat([started, bytes]);
      if (started.length < 8 || started.length < started.readUInt32BE(0)) return;
      const code = started.readUInt32BE(4);
      if (code === CANCEL_REQUEST) return void client.end();
      if (code === SSL_REQUEST) {
        started = Buffer.alloc(0);
        return void client.write('N');
      }
      const startup = readStartup(started);
      if ('unknown' in startup) return void client.end(refusal('08P01', `unsupported startup parameter: ${startup.unknown}`));
      client.off('data', start);
      client.on('data', messagesOf(forwardTransactions(client, sessionsOf(startup.database))));
      client.write(WELCOME);
    };
    client.on('data', start);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    through: (direct) => urlThrough(direct, port),
    async stop() {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
      for (const of of byDatabase.values()) of.close();
    },
  };
}
