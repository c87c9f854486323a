import { followEvents } from '#contract/following.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { openChatEvents } from '#server/chat/events.ts';
import type { ChatCall } from '#server/chat/whose.ts';
import type { Deps } from '#server/deps.ts';
import { createOrderFeed, type OrderFeed } from '#server/orders/customer/order-feed.ts';
import { findFollowed } from '#server/orders/customer/find-followed.ts';
import { type Route, type ServerEvent, route } from '#server/platform/http/route.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import { type AvailabilityFeed, createAvailabilityFeed } from './availability-feed.ts';
import { mergeEvents } from './merge-events.ts';

interface Wanted {
  readonly id: string;
  readonly version: string;
  readonly locale: Locale;
}

const nameOf = ({ id, locale }: Pick<Wanted, 'id' | 'locale'>): string => `${id}:${locale}`;

/** What a call asks to follow, each order and language once, with the versions that the browser says it has seen since. */
function wantedOf(orders: string | undefined, lastEventId: string | undefined): Wanted[] {
  const read = (list: string): Wanted[] =>
    list.split(',').flatMap((one) => {
      const [id = '', version = '0', locale] = one.split(':');
      return locale === 'ru' || locale === 'en' ? [{ id, version, locale }] : [];
    });
  const wanted = new Map(read(orders ?? '').map((one) => [nameOf(one), one]));
  for (const seen of read(lastEventId ?? '')) if (wanted.has(nameOf(seen))) wanted.set(nameOf(seen), seen);
  return [...wanted.values()];
}

/** Says whose an event is, and in its name how far each order was told by then: a stream that breaks goes on from there. */
function createNaming(all: readonly Wanted[]) {
  const told = new Map(all.map((one) => [nameOf(one), one]));
  const idNow = (): string => [...told.values()].map(({ id, version, locale }) => `${id}:${version}:${locale}`).join(',') || '-';
  return {
    idNow,
    async *of(one: Wanted, events: AsyncIterable<ServerEvent>): AsyncGenerator<ServerEvent> {
      for await (const { id: version, event, data } of events) {
        told.set(nameOf(one), { ...one, version });
        const { id, locale } = one;
        yield { id: idNow(), event, data: `{"order_id":"${id}","locale":"${locale}","version":${Number(version)},"told":${String(data)}}` };
      }
    },
  };
}

async function* refusedOf(ids: readonly string[], idNow: () => string): AsyncGenerator<ServerEvent> {
  for (const id of ids) yield { id: idNow(), event: 'refused', data: { order_id: id } };
}

async function* chatOf(events: AsyncIterable<ServerEvent>, idNow: () => string): AsyncGenerator<ServerEvent> {
  for await (const { event, data } of events) yield { id: idNow(), event, data };
}

type Following = ChatCall & { readonly signal: AbortSignal };

type Source = (signal: AbortSignal) => AsyncIterable<ServerEvent>;

/** Shared by all streams, unless this one also follows orders: then its events carry how far each order was sent. */
async function* availabilityOf(events: AsyncIterable<ServerEvent>, naming: { all: readonly Wanted[]; idNow: () => string }) {
  for await (const event of events) yield naming.all.length === 0 ? event : { ...event, id: naming.idNow() };
}

interface Feeds {
  readonly orders: OrderFeed;
  readonly availability: AvailabilityFeed;
}

interface Followed {
  readonly all: readonly Wanted[];
  readonly chat: boolean;
  readonly availability: boolean;
}

async function sourcesOf(deps: Deps, feeds: Feeds, call: Following, { all, chat, availability }: Followed): Promise<Source[]> {
  const naming = createNaming(all);
  const sources: Source[] = [];
  const refused: string[] = [];
  for (const one of all) {
    const followed = await findFollowed(deps, call, one);
    if (followed === undefined) refused.push(one.id);
    else sources.push((signal) => naming.of(one, feeds.orders.follow(followed, { lastEventId: one.version, locale: one.locale, signal })));
  }
  const talks = chat ? await openChatEvents(deps, call) : undefined;
  if (talks !== undefined) sources.push((signal) => chatOf(talks(signal), naming.idNow));
  if (availability) sources.push((signal) => availabilityOf(feeds.availability.follow(signal), { all, idNow: naming.idNow }));
  if (sources.length > 0 && refused.length > 0) sources.push(() => refusedOf(refused, naming.idNow));
  return sources;
}

/** What all pages of a browser follow, by one connection of the six that it has. Who may follow what is asked at every opening, of each order. */
export function followingRoutes(deps: Deps): Route[] {
  const feeds: Feeds = { orders: createOrderFeed(deps), availability: createAvailabilityFeed(deps) };
  return [
    route(followEvents, async (call) => {
      const all = wantedOf(call.query.orders, call.header('last-event-id'));
      const sources = await sourcesOf(deps, feeds, call, {
        all,
        chat: call.query.chat === '1',
        availability: call.query.availability === '1',
      });
      if (sources.length === 0) return refuse({ code: 'not_found' });
      const [first, ...more] = sources;
      const events = (signal: AbortSignal) =>
        first !== undefined && more.length === 0 ? first(signal) : mergeEvents(sources.map((source) => source(signal)));
      return accept({ events: whileSignedIn(deps, call, events) });
    }),
  ];
}
