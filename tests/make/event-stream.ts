import type { GuestOrder } from './customer.ts';

/** One event of a live order page. */
export interface OrderEvent {
  readonly id: number;
  readonly status: string;
  readonly version: number;
}

export interface EventStream {
  /** Events received so far, oldest first. */
  readonly events: readonly OrderEvent[];
  /** Whether the server has ended the stream. */
  isEnded(): boolean;
  stop(): void;
}

interface OrderDocument {
  readonly data: { readonly attributes: { readonly status: string; readonly version: number } };
}

function eventOf(frame: string): OrderEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  const [id, data] = [field('id'), field('data')];
  if (id === undefined || data === undefined || field('event') !== 'order') return undefined;
  const { status, version } = (JSON.parse(data) as OrderDocument).data.attributes;
  return { id: Number(id), status, version };
}

/** Follows an order's live events like its page; `lastEventId` resumes a broken stream. */
export async function follow(url: string, { id, token }: GuestOrder, lastEventId?: number): Promise<EventStream> {
  const controller = new AbortController();
  const resume: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) };
  const answer = await fetch(`${url}/api/v1/orders/${id}/events`, {
    headers: { accept: 'text/event-stream', 'order-token': token, ...resume },
    signal: controller.signal,
  });
  const { body } = answer;
  if (answer.status !== 200 || body === null) throw new Error(`no stream: ${answer.status} ${await answer.text()}`);
  const events: OrderEvent[] = [];
  let isEnded = false;
  const read = async () => {
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n');
      rest = frames.pop() ?? '';
      events.push(...frames.map(eventOf).filter((event) => event !== undefined));
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => {
      isEnded = true;
    });
  return { events, isEnded: () => isEnded, stop: () => controller.abort() };
}
