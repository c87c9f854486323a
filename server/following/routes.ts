import { followEvents } from '#contract/public/following.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse } from '#core/result.ts';
import { openChatEvents } from '#server/chat/events.ts';
import type { ChatCall } from '#server/chat/thread-access.ts';
import type { Deps } from '#server/deps.ts';
import { createOrderFeed, findFollowedOrder, type OrderFeed } from '#server/orders/customer/order-feed.ts';
import { type Route, route, type ServerEvent } from '#server/platform/http/route.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import { type AvailabilityFeed, createAvailabilityFeed } from './availability-feed.ts';

type SourceResult = { readonly result: IteratorResult<ServerEvent> } | { readonly error: unknown };

/** Merges events in order of arrival. Each source is pulled again after its event was consumed, so slow readers get fewer events. */
async function* mergeEvents(sources: readonly AsyncIterable<ServerEvent>[]): AsyncGenerator<ServerEvent> {
  const ready: { readonly iterator: AsyncIterator<ServerEvent>; readonly outcome: SourceResult }[] = [];
  let wake = () => {};
  const pull = (iterator: AsyncIterator<ServerEvent>): void => {
    const push = (outcome: SourceResult) => {
      ready.push({ iterator, outcome });
      wake();
    };
    iterator.next().then(
      (result) => push({ result }),
      (error: unknown) => push({ error }),
    );
  };
  const active = new Set(sources.map((source) => source[Symbol.asyncIterator]()));
  try {
    for (const iterator of active) pull(iterator);
    while (active.size > 0) {
      if (ready.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      const next = ready.shift();
      if (next === undefined) continue;
      if ('error' in next.outcome) throw next.outcome.error;
      if (next.outcome.result.done === true) {
        active.delete(next.iterator);
        continue;
      }
      yield next.outcome.result.value;
      pull(next.iterator);
    }
  } finally {
    // Pending reads end with their signal
    for (const iterator of active) void iterator.return?.();
  }
}

interface FollowTarget {
  readonly id: string;
  readonly version: string;
  readonly locale: Locale;
}

const keyOf = ({ id, locale }: Pick<FollowTarget, 'id' | 'locale'>): string => `${id}:${locale}`;

/** The orders to follow, one entry per order and locale, with the versions the browser has seen. */
function readTargets(orders: string | undefined, lastEventId: string | undefined): FollowTarget[] {
  const read = (list: string): FollowTarget[] =>
    list.split(',').flatMap((entry) => {
      const [id = '', version = '0', locale] = entry.split(':');
      return locale === 'ru' || locale === 'en' ? [{ id, version, locale }] : [];
    });
  const targets = new Map(read(orders ?? '').map((target) => [keyOf(target), target]));
  for (const resumed of read(lastEventId ?? '')) if (targets.has(keyOf(resumed))) targets.set(keyOf(resumed), resumed);
  return [...targets.values()];
}

/** Event ids that carry the last sent version of each order, so that a reconnected stream continues from there. */
function createEventIds(targets: readonly FollowTarget[]) {
  const positions = new Map(targets.map((target) => [keyOf(target), target]));
  const currentId = (): string => [...positions.values()].map(({ id, version, locale }) => `${id}:${version}:${locale}`).join(',') || '-';
  return {
    currentId,
    async *withIds(target: FollowTarget, events: AsyncIterable<ServerEvent>): AsyncGenerator<ServerEvent> {
      for await (const { id: version, event, data } of events) {
        positions.set(keyOf(target), { ...target, version });
        const { id, locale } = target;
        yield {
          id: currentId(),
          event,
          data: `{"order_id":"${id}","locale":"${locale}","version":${Number(version)},"told":${String(data)}}`,
        };
      }
    },
  };
}

async function* refusedEvents(ids: readonly string[], currentId: () => string): AsyncGenerator<ServerEvent> {
  for (const id of ids) yield { id: currentId(), event: 'refused', data: { order_id: id } };
}

async function* chatEvents(events: AsyncIterable<ServerEvent>, currentId: () => string): AsyncGenerator<ServerEvent> {
  for await (const { event, data } of events) yield { id: currentId(), event, data };
}

type FollowCall = ChatCall & { readonly signal: AbortSignal };

type Source = (signal: AbortSignal) => AsyncIterable<ServerEvent>;

/** Events are shared by all streams; with orders, their ids also carry the orders' versions. */
async function* availabilityEvents(events: AsyncIterable<ServerEvent>, ids: { targets: readonly FollowTarget[]; currentId: () => string }) {
  for await (const event of events) yield ids.targets.length === 0 ? event : { ...event, id: ids.currentId() };
}

interface Feeds {
  readonly orders: OrderFeed;
  readonly availability: AvailabilityFeed;
}

interface FollowRequest {
  readonly targets: readonly FollowTarget[];
  readonly chat: boolean;
  readonly availability: boolean;
}

async function openSources(deps: Deps, feeds: Feeds, call: FollowCall, { targets, chat, availability }: FollowRequest): Promise<Source[]> {
  const ids = createEventIds(targets);
  const sources: Source[] = [];
  const refusedIds: string[] = [];
  for (const target of targets) {
    const order = await findFollowedOrder(deps, call, target);
    if (order === undefined) refusedIds.push(target.id);
    else
      sources.push((signal) =>
        ids.withIds(target, feeds.orders.follow(order, { lastEventId: target.version, locale: target.locale, signal })),
      );
  }
  const openChat = chat ? await openChatEvents(deps, call) : undefined;
  if (openChat !== undefined) sources.push((signal) => chatEvents(openChat(signal), ids.currentId));
  if (availability) sources.push((signal) => availabilityEvents(feeds.availability.follow(signal), { targets, currentId: ids.currentId }));
  if (sources.length > 0 && refusedIds.length > 0) sources.push(() => refusedEvents(refusedIds, ids.currentId));
  return sources;
}

/** One stream for all pages of a browser, since it allows six connections per host. Access to each order is checked at every connect. */
export function followingRoutes(deps: Deps): Route[] {
  const feeds: Feeds = { orders: createOrderFeed(deps), availability: createAvailabilityFeed(deps) };
  return [
    route(followEvents, async (call) => {
      const targets = readTargets(call.query.orders, call.header('last-event-id'));
      const sources = await openSources(deps, feeds, call, {
        targets,
        chat: call.query.chat === '1',
        availability: call.query.availability === '1',
      });
      if (sources.length === 0) return refuse({ code: 'not_found' });
      const [first, ...others] = sources;
      const events = (signal: AbortSignal) =>
        first !== undefined && others.length === 0 ? first(signal) : mergeEvents(sources.map((source) => source(signal)));
      return accept({ events: whileSignedIn(deps, call, events) });
    }),
  ];
}
