import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Event {
  readonly id: string;
  readonly name: string;
  readonly orderId: string | undefined;
  readonly sequence: number;
  readonly isTrue: boolean;
}

interface Notification {
  readonly data: { readonly id: string } | null;
  readonly meta: { readonly event: string; readonly sequence: number };
}

/** A partner's own server: it accepts correctly signed events and refuses others. */
export async function openReceiver() {
  const events: Event[] = [];
  let verify: (headers: http.IncomingHttpHeaders, body: string) => unknown = () => false;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      void Promise.resolve(verify(request.headers, body)).then((isTrue) => {
        const { data, meta } = JSON.parse(body) as Notification;
        events.push({
          id: String(request.headers['webhook-id']),
          name: meta.event,
          orderId: data?.id,
          sequence: meta.sequence,
          isTrue: isTrue === true,
        });
        response.writeHead(isTrue === true ? 204 : 401).end();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    of: (orderId: string) => events.filter((event) => event.orderId === orderId),
    verifyWith(check: typeof verify) {
      verify = check;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
