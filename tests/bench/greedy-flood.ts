import net from 'node:net';
import { workerData } from 'node:worker_threads';

/** Input of the thread, which ends when all its connections are closed. */
export interface Flood {
  readonly port: number;
  readonly path: string;
  readonly connections: number;
  /** Requests that each connection sends at once. */
  readonly pipelined: number;
  /** Whether responses are read. */
  readonly reads: boolean;
}

/** A paused socket does not notice that the server has closed it: it checks after this time. */
const LOOK_MS = 16_000;

const requestOf = (path: string, isLast: boolean): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSite-Locale: en\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`;

function connect({ port, path, pipelined, reads }: Flood): Promise<void> {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(Array.from({ length: pipelined }, (_, index) => requestOf(path, index === pipelined - 1)).join(''));
  if (reads) socket.resume();
  else {
    socket.pause();
    setTimeout(() => socket.resume(), LOOK_MS);
  }
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

const flood = workerData as Flood;
await Promise.all(Array.from({ length: flood.connections }, () => connect(flood)));
