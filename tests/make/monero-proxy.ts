import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to a node or wallet that can be cut, lose or replace responses. Calls are named by their method, or path without one. */
export interface MoneroProxy {
  readonly url: string;
  cut(): void;
  heal(): void;
  /** The next call of this name is processed, but its response is lost. */
  loseAnswer(name: string): void;
  /** Before the next call of this name is forwarded. */
  before(name: string, work: () => unknown): void;
  /** Calls of this name are answered by the proxy until `heal`, as the whole response. */
  answerItself(name: string, response: unknown): void;
  /** Number of forwarded calls of this name. */
  calls(name: string): number;
  close(): Promise<void>;
}

export async function startMoneroProxy(target: string): Promise<MoneroProxy> {
  let isCut = false;
  const lost = new Set<string>();
  const hooks = new Map<string, () => unknown>();
  const own = new Map<string, unknown>();
  const counts = new Map<string, number>();
  const forward = async (request: IncomingMessage, reply: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const path = request.url ?? '/';
    const name = (JSON.parse(body) as { readonly method?: string }).method ?? path.slice(1);
    if (own.has(name) && !isCut) {
      reply.end(JSON.stringify(own.get(name)));
      return;
    }
    const hook = hooks.get(name);
    hooks.delete(name);
    await hook?.();
    if (isCut) {
      request.socket.destroy();
      return;
    }
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const answer = await fetch(`${target}${path}`, { method: 'POST', body });
    const text = await answer.text();
    if (lost.delete(name)) {
      request.socket.destroy();
      return;
    }
    reply.statusCode = answer.status;
    reply.end(text);
  };
  const server = createServer((request, reply) => {
    forward(request, reply).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => void (isCut = true),
    heal() {
      isCut = false;
      lost.clear();
      hooks.clear();
      own.clear();
    },
    loseAnswer: (name) => void lost.add(name),
    before: (name, work) => void hooks.set(name, work),
    answerItself: (name, response) => void own.set(name, response),
    calls: (name) => counts.get(name) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
