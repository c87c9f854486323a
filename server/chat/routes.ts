import * as z from 'zod/mini';
import {
  chatEvents,
  type ChatMeta,
  getChatFile,
  listChatMessages,
  openChatLink,
  readChat,
  sendChatFile,
  sendChatMessage,
} from '#contract/public/chat.ts';
import type { Locale } from '#core/locale.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Deps } from '#server/deps.ts';
import { ORDER_KEYS } from '#server/orders/access.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { createGuestCookies } from '#server/platform/http/guest-cookies.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import { addCustomerMessage, secondsToWait } from './add-customer-message.ts';
import { findChatAddress } from './chat-emails.ts';
import { openChatEvents, publishChatChanged } from './events.ts';
import { fileNameOf, storeChatFile, type StoredFile } from './files.ts';
import { presentMessage } from './present.ts';
import * as store from './store.ts';
import { createPromiseReader, type SupportPromise } from './support.ts';
import { type ChatCall, cookieThreadId, findThreadKey, isLinkKey, mergeGuestThread, readerOf } from './thread-access.ts';

const Email = z.string().check(z.maxLength(254), z.email());

/** Checks an optional address. Null if it is empty. */
export function checkOptionalEmail(input: string | undefined): Result<string | null, 'invalid_format'> {
  const text = input?.trim() ?? '';
  if (text === '') return accept(null);
  return Email.safeParse(text).success ? accept(text) : refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
}

type RouteDeps = Omit<Deps, 'limits'> & HumanDeps;

const PAGE_SIZE = 50;

/** The caller as a reader, with an order whose access has been checked. */
function readerWithOrder(call: ChatCall, orderId: string | undefined): store.ThreadReader {
  const reader = readerOf(call);
  return orderId === undefined ? reader : { ...reader, orderIds: [orderId, ...reader.orderIds] };
}

/** State of a thread and of support, without messages. */
async function metaOf(
  deps: RouteDeps,
  {
    call,
    thread,
    promise,
    hasEarlier,
  }: { call: ChatCall; thread: store.ThreadRow | undefined; promise: SupportPromise; hasEarlier: boolean },
): Promise<ChatMeta> {
  const threads = await store.listOwnThreads(deps.db, readerWithOrder(call, thread?.order_id ?? undefined));
  const address = thread && (await findChatAddress(deps, deps.db, thread));
  return {
    state: thread?.state ?? null,
    has_earlier: hasEarlier,
    unread: threads.find(({ id }) => id === thread?.id)?.unread ?? 0,
    read_by_office: thread?.read_by_office ?? 0,
    answers_to: address === undefined ? null : maskEmail(address.email),
    talks: threads.map((item) => ({ order_id: item.order_id, unread: item.unread, last_at: toRfc3339(item.last_at.getTime()) })),
    is_open: promise.isOpen,
    opens_at: promise.opensAt === null ? null : toRfc3339(promise.opensAt),
    promise_minutes: promise.promiseMinutes,
    usual_minutes: promise.usualMinutes,
  };
}

function readingRoutes(deps: RouteDeps): Route[] {
  const readPromise = createPromiseReader(deps);
  return [
    route(listChatMessages, async (call) => {
      await mergeGuestThread(deps, call);
      const { order_id: orderId, before } = call.query;
      const key = await findThreadKey(deps, deps.db, call, orderId);
      if (!key.ok && orderId !== undefined) return refuse({ code: 'not_found' });
      const thread = key.ok ? await store.findByKey(deps.db, key.value) : undefined;
      const limit = PAGE_SIZE + 1;
      const rows = thread
        ? await store.listMessages(deps.db, thread.id, { before: before === undefined ? null : Number(before), limit })
        : [];
      const hasEarlier = rows.length > PAGE_SIZE;
      const meta = await metaOf(deps, { call, thread, promise: await readPromise(), hasEarlier });
      return accept({ data: rows.slice(hasEarlier ? 1 : 0).map(presentMessage), meta });
    }),
    route(getChatFile, async (call) => {
      const { order_id: orderId } = call.query;
      const isOwnOrder = orderId !== undefined && (await findThreadKey(deps, deps.db, call, orderId)).ok;
      const file = await store.findOwnFile(deps.db, call.params.id, readerWithOrder(call, isOwnOrder ? orderId : undefined));
      const bytes = file && (await deps.files.get(file.file_key));
      if (!file || !bytes) return refuse({ code: 'not_found' });
      return accept({ bytes, mediaType: file.file_type, fileName: fileNameOf(call.params.id, file.file_type), disposition: 'attachment' });
    }),
    route(chatEvents, async (call) => {
      const events = await openChatEvents(deps, call);
      return events === undefined ? refuse({ code: 'not_found' }) : accept({ events: whileSignedIn(deps, call, events) });
    }),
  ];
}

interface MessageForm {
  readonly text?: string | undefined;
  readonly order_id?: string | undefined;
  readonly email?: string | undefined;
  readonly captcha_token?: string | undefined;
}

type SendingCall = ChatCall & {
  readonly body: MessageForm;
  readonly locale: Locale;
  readonly ip: string;
  readonly repetition?: string | undefined;
  header: (name: string) => string | undefined;
};

/** A guest's first message may require a captcha. A customer with an order or an account needs none. */
async function requireMayWrite(deps: RouteDeps, call: SendingCall) {
  const key = await findThreadKey(deps, deps.db, call, call.body.order_id);
  if (!key.ok || !('guestHash' in key.value)) return key;
  if ((await store.findByKey(deps.db, key.value)) !== undefined) return key;
  const human = await requireHuman(deps, 'chat', call);
  return human.ok ? key : human;
}

async function sendMessage(
  deps: RouteDeps,
  tx: Tx,
  call: SendingCall,
  file: StoredFile | null,
): Promise<Result<string | null, 'required' | 'too_long' | 'too_many_requests' | 'not_found' | 'not_authenticated' | 'invalid_format'>> {
  const email = checkOptionalEmail(call.body.email);
  if (!email.ok) return email;
  const key = await findThreadKey(deps, tx, call, call.body.order_id);
  if (!key.ok) return key;
  return await addCustomerMessage(deps, tx, {
    key: key.value,
    text: call.body.text ?? '',
    file,
    aboutOrder: call.body.order_id ?? null,
    locale: call.locale,
    email: email.value,
    via: 'site',
    telegram: null,
    sourceKey: null,
  });
}

async function readMessage(db: Queryable, id: string | null) {
  const row = id === null ? undefined : await store.findMessage(db, id);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentMessage(row) });
}

const sendingRoutes = (deps: RouteDeps): Route[] => [
  routeAfter(
    sendChatMessage,
    async (call) => {
      await mergeGuestThread(deps, call);
      return await requireMayWrite(deps, call);
    },
    async (call) => {
      const sent = await sendMessage(deps, call.tx, call, null);
      return sent.ok ? await readMessage(call.tx, sent.value) : sent;
    },
  ),
  routeAfter(
    sendChatFile,
    async (call) => {
      await mergeGuestThread(deps, call);
      const allowed = await requireMayWrite(deps, call);
      if (!allowed.ok) return allowed;
      const file = call.files['file'];
      if (file === undefined) return refuse({ code: 'required', field: 'file' });
      const thread = await store.findByKey(deps.db, allowed.value);
      const seconds = thread && (await secondsToWait(deps, deps.db, thread.id));
      if (seconds !== undefined) return refuse({ code: 'too_many_requests', message: 'chat_too_many', params: { seconds } });
      return await storeChatFile(deps, file, peerOf(call.ip));
    },
    async (call) => {
      const sent = await sendMessage(deps, call.tx, call, call.prepared);
      return sent.ok ? await readMessage(call.tx, sent.value) : sent;
    },
  ),
  route(readChat, async (call) => {
    const key = await findThreadKey(deps, call.tx, call, call.body.order_id);
    const thread = key.ok ? await store.lockByKey(call.tx, key.value) : undefined;
    if (thread === undefined) return refuse({ code: 'not_found' });
    if ((await store.saveReadByCustomer(call.tx, thread.id, call.body.nr)) > 0) publishChatChanged(deps, call.tx, thread);
    return accept({});
  }),
];

/** Opens the link of a guest's mail. This browser gets access to the thread. */
function linkRoute(deps: RouteDeps): Route {
  const guests = createGuestCookies({ ...deps, publicUrl: deps.settings.publicUrl, guestKeys: ORDER_KEYS });
  return route(openChatLink, async (call) => {
    const { thread: id, key } = call.body;
    const thread = isLinkKey(deps, id, key) ? await store.findThread(call.tx, id) : undefined;
    if (thread === undefined || thread.guest_hash === null) return refuse({ code: 'not_found' });
    return accept({ cookies: [guests.addItem(call.header('cookie'), cookieThreadId(thread.id))] });
  });
}

/** The customers' side of support chat (contract 4). */
export const chatRoutes = (deps: RouteDeps): Route[] => [...readingRoutes(deps), ...sendingRoutes(deps), linkRoute(deps)];
