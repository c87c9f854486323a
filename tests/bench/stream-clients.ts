// A separate process that holds many live pages open and reports when each version reached each of them.
import net from 'node:net';

const AT_ONCE = 100;

export interface StreamRequest {
  readonly port: number;
  /** One stream each. */
  readonly streams: readonly { readonly id: string; readonly token: string }[];
}

/** When a version reached a stream, in milliseconds of the machine's clock. */
export interface Arrival {
  readonly stream: number;
  readonly version: number;
  readonly at: number;
}

const now = (): number => performance.timeOrigin + performance.now();

let arrivals: Arrival[] = [];

/** Open after its first event. */
function openStream(port: number, stream: number, { id, token }: StreamRequest['streams'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(
        `GET /api/v1/orders/${id}/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\norder-token: ${token}\r\n\r\n`,
      );
    });
    let rest = '';
    socket.on('data', (bytes) => {
      const at = now();
      const text = rest + bytes.toString('latin1');
      if (!text.startsWith('HTTP/1.1 200') && rest === '' && text.startsWith('HTTP/')) reject(new Error(text.slice(0, 200)));
      const end = text.lastIndexOf('\n\n') + 1;
      rest = text.slice(end);
      for (const [, version] of text.slice(0, end).matchAll(/^id: (\d+)$/gm)) {
        arrivals.push({ stream, version: Number(version), at });
        resolve();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
  });
}

async function openAll({ port, streams }: StreamRequest): Promise<void> {
  const rest = streams.entries();
  const lane = async (): Promise<void> => {
    for (const [index, one] of rest) await openStream(port, index, one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

process.on('message', (message: StreamRequest | 'collect') => {
  if (message === 'collect') {
    process.send?.(arrivals);
    arrivals = [];
  } else
    void openAll(message).then(
      () => process.send?.('open'),
      (error: unknown) => process.send?.(String(error)),
    );
});
