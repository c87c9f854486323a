import type { FastifyReply } from 'fastify';
import type { ServerEvent } from './route.ts';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;
/** A client that takes nothing for this long is let go; it comes back with `Last-Event-ID`. */
const STALLED_MS = 15_000;

/** Open streams of one address: more than an office behind one router needs, less than what one visitor may exhaust. */
const MAX_PER_PEER = 200;

type Raw = FastifyReply['raw'];

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

function frameOf({ id, event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const lines = text.split('\n').map((line) => `data: ${line.replaceAll('\r', '')}`);
  return `id: ${oneLine(id)}\nevent: ${oneLine(event)}\n${lines.join('\n')}\n\n`;
}

/** Resolves when the socket takes bytes again or is gone; a stalled one is destroyed. */
function drained(raw: Raw): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => raw.destroy(), STALLED_MS);
    const done = () => {
      clearTimeout(timer);
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.once('drain', done).once('close', done);
  });
}

export interface EventStreams {
  /** Whether this address may open one more stream. */
  hasRoomFor(peer: string): boolean;
  /** Takes over the reply and writes events until the source or the client ends. */
  serve(reply: FastifyReply, headers: Readonly<Record<string, string>>, stream: Stream): Promise<void>;
  /** Ends every stream; clients reconnect elsewhere, spread over some seconds. */
  close(): void;
}

interface Stream {
  readonly events: AsyncIterable<ServerEvent>;
  /** Whom it counts for. */
  readonly peer: string;
  readonly signal: AbortSignal;
  readonly abort: () => void;
}

/** Live streams of one process, with one heartbeat timer for all of them. */
export function createEventStreams(): EventStreams {
  const open = new Map<Raw, Stream>();
  const byPeer = new Map<string, number>();
  const count = (peer: string, change: 1 | -1) => {
    const left = (byPeer.get(peer) ?? 0) + change;
    if (left > 0) byPeer.set(peer, left);
    else byPeer.delete(peer);
  };
  const heartbeat = setInterval(() => {
    for (const raw of open.keys()) if (!raw.writableNeedDrain) raw.write(':\n\n');
  }, HEARTBEAT_MS);
  heartbeat.unref();

  async function pump(raw: Raw, { events, signal }: Stream): Promise<void> {
    for await (const event of events) {
      if (signal.aborted || raw.destroyed) return;
      if (!raw.write(frameOf(event))) await drained(raw);
    }
  }

  return {
    hasRoomFor: (peer) => (byPeer.get(peer) ?? 0) < MAX_PER_PEER,
    async serve(reply, headers, stream) {
      const { raw } = reply.hijack();
      for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
      open.set(raw, stream);
      count(stream.peer, 1);
      const gone = new Promise<void>((resolve) => raw.once('close', resolve));
      raw.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`);
      try {
        // A source that waits for its next event does not notice that the client has left
        await Promise.race([pump(raw, stream), gone]);
      } finally {
        open.delete(raw);
        count(stream.peer, -1);
        stream.abort();
        raw.end();
      }
    },
    close() {
      clearInterval(heartbeat);
      for (const [raw, { abort }] of open) {
        abort();
        raw.end();
      }
    },
  };
}
