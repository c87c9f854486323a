import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { ServerEvent } from './route.ts';

export interface StreamTimings {
  /** Interval between checks of all streams. */
  readonly checkMs: number;
  /** A quiet stream gets a heartbeat at every n-th check. */
  readonly checksPerHeartbeat: number;
  /** A client that reads nothing for this long is disconnected at the next check; it reconnects with `Last-Event-ID`. */
  readonly stalledMs: number;
}

/** A stalled client is disconnected within 15 s. */
const TIMINGS: StreamTimings = { checkMs: 2_500, checksPerHeartbeat: 6, stalledMs: 12_000 };
/** An event, because scripts do not see comments: a page without events for long reopens its stream (`ui/live/keep-open.ts`). */
const HEARTBEAT = Buffer.from('event: alive\ndata: 1\n\n');
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 3_000;

/** Open streams per address: more than an office behind one router needs. */
const MAX_PER_PEER = 200;

type Raw = FastifyReply['raw'];

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Events shared by many streams are serialized once. */
const frames = new WeakMap<ServerEvent, Buffer>();

function frameOf(shared: ServerEvent): Buffer {
  const frame = frames.get(shared) ?? Buffer.from(writeOut(shared));
  frames.set(shared, frame);
  return frame;
}

function writeOut({ id, event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  const lines = text.split('\n').map((line) => `data: ${line.replaceAll('\r', '')}`);
  return `id: ${oneLine(id)}\nevent: ${oneLine(event)}\n${lines.join('\n')}\n\n`;
}

/** Resolves when the socket accepts bytes again or is closed. */
function waitForDrain(raw: Raw): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.once('drain', done).once('close', done);
  });
}

export interface EventStreams {
  /** Admits a stream of this address; returns the function that releases it, undefined at the limit. */
  acquire(peer: string): (() => void) | undefined;
  /** Takes over the reply and writes events until the source or the client ends. */
  serve(reply: FastifyReply, headers: Readonly<Record<string, string>>, stream: EventStream): void;
  /** Ends every stream; clients reconnect after a random delay. */
  close(): void;
}

interface EventStream {
  readonly events: AsyncIterable<ServerEvent>;
  /** Releases the stream's place. */
  readonly release: () => void;
  /** Ends the source. */
  readonly ending: AbortController;
}

/** What a process holds of each of thousands of streams; nothing of the request. */
interface OpenStream extends Pick<EventStream, 'release' | 'ending'> {
  /** Bytes the client's system has accepted, and since when it has accepted no more. */
  acceptedBytes: number;
  unchangedSince: number;
}

/** Whether bytes have been waiting for this client without progress. Records the progress. */
function isStalled(raw: Raw, open: OpenStream, stalledMs: number): boolean {
  const now = performance.now();
  const acceptedBytes = (raw.socket?.bytesWritten ?? 0) - (raw.socket?.writableLength ?? 0);
  if (acceptedBytes !== open.acceptedBytes || raw.writableLength === 0) Object.assign(open, { acceptedBytes, unchangedSince: now });
  return now - open.unchangedSince > stalledMs;
}

type Headers = Readonly<Record<string, number | string | string[] | undefined>>;

function startResponse(raw: Raw, headers: Headers): void {
  const definedHeaders = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  // Without chunked encoding an event's bytes are the same for all streams; the response ends with its connection
  raw.removeHeader('transfer-encoding');
  // All at once: headers set one by one are kept in memory as long as the stream lives
  raw.writeHead(200, {
    ...definedHeaders,
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  // Streams are quiet most of the time: stalled ones are found by our own check, not by the socket's timeout
  if (raw.socket instanceof Socket) raw.socket.setTimeout(0);
}

/** Writes the events of a stream until the source or the client ends. `onFault`: called when the source throws. */
async function writeEvents(raw: Raw, { events, ending }: EventStream, onFault: (error: unknown) => void): Promise<void> {
  try {
    for await (const event of events) {
      if (ending.signal.aborted || raw.destroyed) return;
      if (!raw.write(frameOf(event))) await waitForDrain(raw);
    }
  } catch (error) {
    onFault(error);
  } finally {
    raw.end();
  }
}

/** Admits streams up to the limit per address. */
function createPeerLimit(): EventStreams['acquire'] {
  const openByPeer = new Map<string, number>();
  const count = (peer: string, change: 1 | -1) => {
    const remaining = (openByPeer.get(peer) ?? 0) + change;
    if (remaining > 0) openByPeer.set(peer, remaining);
    else openByPeer.delete(peer);
  };
  return (peer) => {
    if ((openByPeer.get(peer) ?? 0) >= MAX_PER_PEER) return undefined;
    count(peer, 1);
    let isAcquired = true;
    return () => {
      if (isAcquired) count(peer, -1);
      isAcquired = false;
    };
  };
}

/** A failed write ends in `close`; without a listener it would end the process. */
const ignoreError = (): void => undefined;

/** Live streams of one process, with one timer for all. `onFault`: called when a source throws. */
export function createEventStreams(onFault: (error: unknown) => void, timings: StreamTimings = TIMINGS): EventStreams {
  const open = new Map<Raw, OpenStream>();
  let checks = 0;
  const timer = setInterval(() => {
    checks += 1;
    for (const [raw, openStream] of open) {
      if (isStalled(raw, openStream, timings.stalledMs)) raw.destroy();
      else if (checks % timings.checksPerHeartbeat === 0 && !raw.writableNeedDrain && !raw.writableEnded) raw.write(HEARTBEAT);
    }
  }, timings.checkMs);
  timer.unref();

  /** One listener for all streams. */
  function onClose(this: Raw): void {
    const openStream = open.get(this);
    open.delete(this);
    openStream?.release();
    // A source waiting for its next event does not notice that the client left
    openStream?.ending.abort();
  }

  return {
    acquire: createPeerLimit(),
    serve(reply, headers, stream) {
      const { raw } = reply.hijack();
      // The client left while its stream was prepared
      if (raw.closed || raw.destroyed) {
        stream.ending.abort();
        stream.release();
        return;
      }
      startResponse(raw, { ...reply.getHeaders(), ...headers });
      open.set(raw, { release: stream.release, ending: stream.ending, acceptedBytes: 0, unchangedSince: performance.now() });
      raw.once('close', onClose);
      raw.on('error', ignoreError);
      // Bytes, because Node would keep the headers in as many pieces as they have lines if they were joined with a text
      raw.write(Buffer.from(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`));
      void writeEvents(raw, stream, onFault);
    },
    close() {
      clearInterval(timer);
      for (const [raw, { ending }] of open) {
        ending.abort();
        raw.end();
      }
    },
  };
}
