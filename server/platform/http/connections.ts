import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';
import { peerOf } from './peer.ts';

/** A client that sends more or longer than this after our response is cut. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 5 * SECOND_MS;

async function readAndDiscard(request: IncomingMessage): Promise<void> {
  let remaining = MAX_BYTES;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    remaining -= (chunk as Buffer).length;
    if (remaining < 0) return;
  }
}

/** Reads and discards the body of a refused request, so that the client receives the response instead of a broken pipe. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return;
  const finished = new AbortController();
  // Errors do not matter: the client has disconnected
  const discarded = readAndDiscard(request).catch(() => undefined);
  await Promise.race([discarded, sleep(MAX_MS, undefined, { signal: finished.signal, ref: false }).catch(() => undefined)]);
  finished.abort();
}

const closing = new WeakSet<Socket>();

/** Whether the final response was sent on this connection: further input is discarded. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

/** Sends the final response and closes at once, without reading further input. For clients that are too slow anyway. */
export function respondAndClose(socket: Socket, text: string): void {
  closing.add(socket);
  socket.end(text);
  socket.destroySoon();
}

/** Sends the final response and lets the client close first: closing over unread bytes would destroy the response in transit. */
export function respondAndDrain(socket: Socket, text: string): void {
  closing.add(socket);
  socket.end(text);
  const timeout = setTimeout(() => socket.destroy(), MAX_MS);
  timeout.unref();
  socket.once('close', () => clearTimeout(timeout));
}

/** More than the event streams of one address, to leave room for its other calls. */
const MAX_PER_PEER = 300;

/** Network names that `trustProxy` of Fastify accepts. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const REFUSED = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NETWORKS[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** Limits connections per address. A trusted proxy carries the connections of all its clients and limits them itself. */
export function limitConnections(app: FastifyInstance, trustedProxies: readonly string[], max = MAX_PER_PEER): void {
  const trusted = listOf(trustedProxies);
  const openByPeer = new Map<string, number>();
  const count = (peer: string, change: 1 | -1): number => {
    const total = (openByPeer.get(peer) ?? 0) + change;
    if (total > 0) openByPeer.set(peer, total);
    else openByPeer.delete(peer);
    return total;
  };
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined || trusted.check(address, familyOf(address))) return;
    const peer = peerOf(address);
    socket.once('close', () => count(peer, -1));
    if (count(peer, 1) > max) respondAndClose(socket, REFUSED);
  });
}

/** Active clients send their next request within this time and get `Connection: close` in its response. */
const QUIET_MS = 2 * SECOND_MS;
const CHECK_INTERVAL_MS = 100;
/** Connections that still have an open request are cut after this time. */
const MAX_SHUTDOWN_MS = 8 * SECOND_MS;

/**
 * A shutdown without broken requests (R55): responses say `Connection: close`, idle connections close after `QUIET_MS` without traffic.
 * Node alone would close them even with a request on its way.
 */
export function closeGracefully(app: FastifyInstance): void {
  const { server } = app;
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const totalBytes = (): number => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

  function watchIdle(startedAt: number): void {
    let lastActivity = { bytes: totalBytes(), count: sockets.size, time: startedAt };
    const timer = setInterval(() => {
      const now = performance.now();
      const bytes = totalBytes();
      if (bytes !== lastActivity.bytes || sockets.size !== lastActivity.count) lastActivity = { bytes, count: sockets.size, time: now };
      if (now - lastActivity.time > QUIET_MS) closeIdle();
      if (now - startedAt > MAX_SHUTDOWN_MS) server.closeAllConnections();
    }, CHECK_INTERVAL_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  app.addHook('preClose', (done) => {
    if (server.listening) watchIdle(performance.now());
    done();
  });
}
