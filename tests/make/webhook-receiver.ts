import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import type { WebhookTopic } from '#core/webhooks/webhook.ts';

/** A received webhook. */
export interface Received {
  readonly id: string;
  readonly topic: WebhookTopic;
  readonly order: string | undefined;
  readonly sequence: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** A partner's server on a loopback port; `onReceived` responds to every webhook. */
export async function startWebhookReceiver(onReceived: (received: Received, reply: http.ServerResponse) => void) {
  const server = http.createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { data, meta } = JSON.parse(body) as WebhookDocument;
      const { headers } = request;
      onReceived({ id: meta.event_id, topic: meta.event, order: data?.id, sequence: meta.sequence, headers, body }, reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
