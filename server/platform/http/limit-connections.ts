import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { respondAndClose } from './close-connection.ts';
import { peerOf } from './peer.ts';

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
