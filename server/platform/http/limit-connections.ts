import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { hangUp } from './linger.ts';
import { peerOf } from './peer.ts';

/** Beyond the event streams that one address may have: room for its other calls. */
const MAX_PER_PEER = 300;

/** The names that stand for networks, as Fastify reads them. */
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

/** Bounds the connections of one address. A trusted proxy has the connections of all its clients: it bounds them itself. */
export function limitConnections(app: FastifyInstance, trustedProxies: readonly string[], max = MAX_PER_PEER): void {
  const trusted = listOf(trustedProxies);
  const open = new Map<string, number>();
  const count = (peer: string, change: 1 | -1): number => {
    const now = (open.get(peer) ?? 0) + change;
    if (now > 0) open.set(peer, now);
    else open.delete(peer);
    return now;
  };
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined || trusted.check(address, familyOf(address))) return;
    const peer = peerOf(address);
    socket.once('close', () => count(peer, -1));
    if (count(peer, 1) > max) hangUp(socket, REFUSED);
  });
}
