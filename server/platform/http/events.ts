import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { ServerEvent } from './route.ts';

export interface Pace {
  /** How often all streams are looked at. */
  readonly lookMs: number;
  /** After how many looks those that are quiet get a sign of life. */
  readonly looksPerHeartbeat: number;
  /** A client that takes nothing for this long is let go with the next look; it comes back with `Last-Event-ID`. */
  readonly stalledMs: number;
}

/** A stalled client is gone within 15 s. */
const PACE: Pace = { lookMs: 2_500, looksPerHeartbeat: 6, stalledMs: 12_000 };
/** An event, because a page hears no comments: one that hears nothing for long opens its stream anew (`ui/live/keep-open.ts`). */
const SIGN_OF_LIFE = 'event: alive\ndata: 1\n\n';
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;

/** Open streams of one address: more than an office behind one router needs, less than what one visitor may exhaust. */
const MAX_PER_PEER = 200;

type Raw = FastifyReply['raw'];

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Events that many streams share are written out once. */
const frames = new WeakMap<ServerEvent, Buffer>();

function frameOf(shared: ServerEvent): Buffer {
  const known = frames.get(shared) ?? Buffer.from(writeOut(shared));
  frames.set(shared, known);
  return known;
}

function writeOut({ id, event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const lines = text.split('\n').map((line) => `data: ${line.replaceAll('\r', '')}`);
  return `id: ${oneLine(id)}\nevent: ${oneLine(event)}\n${lines.join('\n')}\n\n`;
}

/** Resolves when the socket takes bytes again or is gone. */
function drained(raw: Raw): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.once('drain', done).once('close', done);
  });
}

export interface EventStreams {
  /** Takes the place of one more stream of this address; gives the function that gives it back, undefined where it has all of its places. */
  takePlace(peer: string): (() => void) | undefined;
  /** Takes over the reply; events are written from then on until the source or the client ends. */
  serve(reply: FastifyReply, headers: Readonly<Record<string, string>>, stream: Stream): void;
  /** Ends every stream; clients reconnect elsewhere, spread over some seconds. */
  close(): void;
}

interface Stream {
  readonly events: AsyncIterable<ServerEvent>;
  /** Gives its place back. */
  readonly leave: () => void;
  readonly signal: AbortSignal;
  readonly abort: () => void;
}

interface Open {
  readonly stream: Stream;
  /** Bytes the other side's system has taken, and since when it has taken no more. */
  taken: number;
  since: number;
}

/** Whether bytes have been waiting for this client without any of them leaving. Notes what has left. */
function isStalled(raw: Raw, one: Open, stalledMs: number): boolean {
  const now = performance.now();
  const taken = (raw.socket?.bytesWritten ?? 0) - (raw.socket?.writableLength ?? 0);
  if (taken !== one.taken || raw.writableLength === 0) Object.assign(one, { taken, since: now });
  return now - one.since > stalledMs;
}

type Headers = Readonly<Record<string, number | string | string[] | undefined>>;

function begin(raw: Raw, headers: Headers): void {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  // It ends with its connection, so that an event is the very bytes that all streams share, without a chunk's frame around them
  raw.removeHeader('transfer-encoding');
  // All at once: headers that are set one by one are kept for as long as the stream lives
  raw.writeHead(200, {
    ...given,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Quiet is what a stream is most of the time: it is looked after here, not by the socket's own clock
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Live streams of one process, with one heartbeat timer for all of them. `onFault`: a source that threw. */
export function createEventStreams(onFault: (error: unknown) => void, pace: Pace = PACE): EventStreams {
  const open = new Map<Raw, Open>();
  const byPeer = new Map<string, number>();
  const count = (peer: string, change: 1 | -1) => {
    const left = (byPeer.get(peer) ?? 0) + change;
    if (left > 0) byPeer.set(peer, left);
    else byPeer.delete(peer);
  };
  let looks = 0;
  const look = setInterval(() => {
    looks += 1;
    for (const [raw, one] of open) {
      if (isStalled(raw, one, pace.stalledMs)) raw.destroy();
      else if (looks % pace.looksPerHeartbeat === 0 && !raw.writableNeedDrain) raw.write(SIGN_OF_LIFE);
    }
  }, pace.lookMs);
  look.unref();

  async function pump(raw: Raw, { events, signal }: Stream): Promise<void> {
    for await (const event of events) {
      if (signal.aborted || raw.destroyed) return;
      if (!raw.write(frameOf(event))) await drained(raw);
    }
  }

  return {
    takePlace(peer) {
      if ((byPeer.get(peer) ?? 0) >= MAX_PER_PEER) return undefined;
      count(peer, 1);
      let isTaken = true;
      return () => {
        if (isTaken) count(peer, -1);
        isTaken = false;
      };
    },
    serve(reply, headers, stream) {
      const { raw } = reply.hijack();
      // Whoever has left while his stream was looked up tells it no second time
      if (raw.closed || raw.destroyed) {
        stream.abort();
        stream.leave();
        return;
      }
      begin(raw, { ...reply.getHeaders(), ...headers });
      open.set(raw, { stream, taken: 0, since: performance.now() });
      raw.once('close', () => {
        open.delete(raw);
        stream.leave();
        // A source that waits for its next event does not notice that the client has left
        stream.abort();
      });
      raw.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`);
      pump(raw, stream)
        .catch(onFault)
        .finally(() => raw.end());
    },
    close() {
      clearInterval(look);
      for (const [raw, { stream }] of open) {
        stream.abort();
        raw.end();
      }
    },
  };
}
