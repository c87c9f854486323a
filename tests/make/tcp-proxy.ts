import net from 'node:net';

/**
 * A failing proxy between the product and a server (R71): `refuse` accepts nothing, `close` accepts and closes, `hang` stops
 * forwarding on all connections, `cut` breaks off within the next response.
 */
export type ProxyMode = 'pass' | 'refuse' | 'close' | 'hang' | 'cut';

export interface TcpProxy {
  readonly port: number;
  /** Forwarded connections now. */
  open(): number;
  /** Connections accepted since the last call. */
  takeAccepted(): number;
  /** Messages forwarded to the server since the last call. */
  takeAsked(): number;
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  readonly near: net.Socket;
  readonly far: net.Socket;
  /** Stays blocked whatever the mode: as when a load balancer has dropped the connection. */
  isForgotten: boolean;
}

/** Bytes of a response forwarded before the cut. */
const CUT_AFTER = 3;

export async function startTcpProxy(target: net.NetConnectOpts): Promise<TcpProxy> {
  let mode: ProxyMode = 'pass';
  let [accepted, messages] = [0, 0];
  const pairs = new Set<Pair>();

  const drop = ({ near, far }: Pair): void => {
    near.destroy();
    // Half-closed, so that the server can finish writing
    far.end();
  };
  const answer = (pair: Pair, bytes: Buffer): void => {
    if (pair.isForgotten || pair.near.destroyed) return;
    if (mode !== 'cut') return void pair.near.write(bytes);
    pair.near.write(bytes.subarray(0, CUT_AFTER), () => drop(pair));
  };

  const server = net.createServer({ noDelay: true }, (near) => {
    accepted += 1;
    near.on('error', () => undefined);
    if (mode === 'close') {
      near.destroy();
      return;
    }
    const pair: Pair = { near, far: new net.Socket().setNoDelay(true), isForgotten: mode === 'hang' };
    pairs.add(pair);
    near.on('data', (bytes) => {
      if (pair.isForgotten) return;
      messages += 1;
      pair.far.write(bytes);
    });
    pair.far.on('data', (bytes: Buffer) => answer(pair, bytes));
    pair.far.on('error', () => drop(pair));
    pair.far.on('close', () => {
      if (!pair.isForgotten) drop(pair);
    });
    near.on('close', () => {
      pairs.delete(pair);
      pair.far.end();
    });
    if (!pair.isForgotten) pair.far.connect(target);
  });
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as net.AddressInfo;

  return {
    port,
    open: () => [...pairs].filter(({ isForgotten }) => !isForgotten).length,
    takeAccepted() {
      const taken = accepted;
      accepted = 0;
      return taken;
    },
    takeAsked() {
      const taken = messages;
      messages = 0;
      return taken;
    },
    async set(next) {
      mode = next;
      if (next === 'hang') for (const pair of pairs) pair.isForgotten = true;
      if (next === 'refuse' || next === 'close') for (const pair of pairs) drop(pair);
      if (next === 'refuse') await new Promise((resolve) => server.close(resolve));
      else if (!server.listening) await listen(port);
    },
    async close() {
      for (const pair of pairs) drop(pair);
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Target of a connection string: a port, or a folder with a socket. */
export function serverOf(url: string): net.NetConnectOpts {
  const folder = /[?&]host=([^&]+)/.exec(url)?.[1];
  const port = Number(/[?&]port=(\d+)/.exec(url)?.[1] ?? 5432);
  if (folder !== undefined) return { path: `${decodeURIComponent(folder)}/.s.PGSQL.${port}` };
  const { hostname, port: own } = new URL(url);
  return { host: hostname, port: Number(own || 5432) };
}

/** The same connection string through a local port. */
export function urlThrough(url: string, port: number): string {
  const [, user = '', database = '', query = ''] = /^postgres(?:ql)?:\/\/([^@/]*)@[^/]*\/([^?]*)\??(.*)$/.exec(url) ?? [];
  const parameters = query.split('&').filter((part) => part !== '' && !/^(?:host|port)=/.test(part));
  return `postgres://${user}@127.0.0.1:${port}/${database}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}
