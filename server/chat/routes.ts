import {
  chatEvents,
  type ChatMeta,
  getChatFile,
  listChatMessages,
  openChatLink,
  readChat,
  sendChatFile,
  sendChatMessage,
} from '#contract/chat.ts';
import type { Locale } from '#core/locale.ts';
import { maskEmail } from '#core/requisites/mask-requisites.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Deps } from '#server/deps.ts';
import { ORDER_KEYS } from '#server/orders/guest-keys.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { createGuestCookies } from '#server/platform/http/guest-cookies.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { findChatAddress } from './address.ts';
import { checkEmail } from './check-email.ts';
import { openChatEvents } from './events.ts';
import { fileNameOf, keepChatFile, type KeptFile } from './files.ts';
import { presentMessage } from './present.ts';
import { sayAsCustomer, waitOf } from './say-as-customer.ts';
import { whileSignedIn } from '#server/sessions/end-sessions.ts';
import * as store from './store.ts';
import { createPromise, type Promised } from './support.ts';
import { tellChanged } from './tell.ts';
import { type ChatCall, findWhose, heldThread, isLinkKey, takeAlong, talkerOf } from './whose.ts';

type RouteDeps = Omit<Deps, 'limits'> & HumanDeps;

const PAGE = 50;

/** Whoever calls, with the order that he has shown to be his. */
function talkerWith(call: ChatCall, orderId: string | undefined): store.Talker {
  const talker = talkerOf(call);
  return orderId === undefined ? talker : { ...talker, orderIds: [orderId, ...talker.orderIds] };
}

/** Everything about a talk beside what was said in it. */
async function metaOf(
  deps: RouteDeps,
  { call, thread, promised, hasEarlier }: { call: ChatCall; thread: store.ThreadRow | undefined; promised: Promised; hasEarlier: boolean },
): Promise<ChatMeta> {
  const talks = await store.listTalks(deps.db, talkerWith(call, thread?.order_id ?? undefined));
  const address = thread && (await findChatAddress(deps, deps.db, thread));
  return {
    state: thread?.state ?? null,
    has_earlier: hasEarlier,
    unread: talks.find(({ id }) => id === thread?.id)?.unread ?? 0,
    read_by_office: thread?.read_by_office ?? 0,
    answers_to: address === undefined ? null : maskEmail(address.email),
    talks: talks.map((talk) => ({ order_id: talk.order_id, unread: talk.unread, last_at: toRfc3339(talk.last_at.getTime()) })),
    is_open: promised.isOpen,
    opens_at: promised.opensAt === null ? null : toRfc3339(promised.opensAt),
    promise_minutes: promised.promiseMinutes,
    usual_minutes: promised.usualMinutes,
  };
}

function reading(deps: RouteDeps): Route[] {
  const promise = createPromise(deps);
  return [
    route(listChatMessages, async (call) => {
      await takeAlong(deps, call);
      const { order_id: orderId, before } = call.query;
      const whose = await findWhose(deps, deps.db, call, orderId);
      if (!whose.ok && orderId !== undefined) return refuse({ code: 'not_found' });
      const thread = whose.ok ? await store.findByKey(deps.db, whose.value) : undefined;
      const most = PAGE + 1;
      const rows = thread
        ? await store.listMessages(deps.db, thread.id, { before: before === undefined ? null : Number(before), most })
        : [];
      const hasEarlier = rows.length > PAGE;
      const meta = await metaOf(deps, { call, thread, promised: await promise(), hasEarlier });
      return accept({ data: rows.slice(hasEarlier ? 1 : 0).map(presentMessage), meta });
    }),
    route(getChatFile, async (call) => {
      const { order_id: orderId } = call.query;
      const isOwn = orderId !== undefined && (await findWhose(deps, deps.db, call, orderId)).ok;
      const file = await store.findOwnFile(deps.db, call.params.id, talkerWith(call, isOwn ? orderId : undefined));
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

interface SaidForm {
  readonly text?: string | undefined;
  readonly order_id?: string | undefined;
  readonly email?: string | undefined;
  readonly captcha_token?: string | undefined;
}

type SendingCall = ChatCall & {
  readonly body: SaidForm;
  readonly locale: Locale;
  readonly ip: string;
  readonly repetition?: string | undefined;
  header: (name: string) => string | undefined;
};

/** Only a browser that nobody knows begins a talk under a proof when many do: an order or an account has shown that somebody is there. */
async function mayBegin(deps: RouteDeps, call: SendingCall) {
  const whose = await findWhose(deps, deps.db, call, call.body.order_id);
  if (!whose.ok || !('guestHash' in whose.value)) return whose;
  if ((await store.findByKey(deps.db, whose.value)) !== undefined) return whose;
  const human = await requireHuman(deps, 'chat', call);
  return human.ok ? whose : human;
}

type Sent = Awaited<ReturnType<typeof sayAsCustomer>>;

async function say(
  deps: RouteDeps,
  tx: Tx,
  call: SendingCall,
  file: KeptFile | null,
): Promise<Sent | Result<never, 'not_found' | 'not_authenticated' | 'invalid_format'>> {
  const email = checkEmail(call.body.email);
  if (!email.ok) return email;
  const whose = await findWhose(deps, tx, call, call.body.order_id);
  if (!whose.ok) return whose;
  return await sayAsCustomer(deps, tx, {
    key: whose.value,
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

async function shown(db: Queryable, id: string | null) {
  const row = id === null ? undefined : await store.findMessage(db, id);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ data: presentMessage(row) });
}

const sending = (deps: RouteDeps): Route[] => [
  routeAfter(
    sendChatMessage,
    async (call) => {
      await takeAlong(deps, call);
      return await mayBegin(deps, call);
    },
    async (call) => {
      const said = await say(deps, call.tx, call, null);
      return said.ok ? await shown(call.tx, said.value) : said;
    },
  ),
  routeAfter(
    sendChatFile,
    async (call) => {
      await takeAlong(deps, call);
      const begun = await mayBegin(deps, call);
      if (!begun.ok) return begun;
      const file = call.files['file'];
      if (file === undefined) return refuse({ code: 'required', field: 'file' });
      const thread = await store.findByKey(deps.db, begun.value);
      const seconds = thread && (await waitOf(deps, deps.db, thread.id));
      if (seconds !== undefined) return refuse({ code: 'too_many_requests', message: 'chat_too_many', params: { seconds } });
      return await keepChatFile(deps, file, peerOf(call.ip));
    },
    async (call) => {
      const said = await say(deps, call.tx, call, call.prepared);
      return said.ok ? await shown(call.tx, said.value) : said;
    },
  ),
  route(readChat, async (call) => {
    const whose = await findWhose(deps, call.tx, call, call.body.order_id);
    const thread = whose.ok ? await store.lockByKey(call.tx, whose.value) : undefined;
    if (thread === undefined) return refuse({ code: 'not_found' });
    if ((await store.saveReadByCustomer(call.tx, thread.id, call.body.nr)) > 0) tellChanged(deps, call.tx, thread);
    return accept({});
  }),
];

/** The link of a guest's letter: from here on this browser holds his thread. */
function opening(deps: RouteDeps): Route {
  const guests = createGuestCookies({ ...deps, publicUrl: deps.settings.publicUrl, guestKeys: ORDER_KEYS });
  return route(openChatLink, async (call) => {
    const { thread: id, key } = call.body;
    const thread = isLinkKey(deps, id, key) ? await store.findThread(call.tx, id) : undefined;
    if (thread === undefined || thread.guest_hash === null) return refuse({ code: 'not_found' });
    return accept({ cookies: [guests.hold(call.header('cookie'), heldThread(thread.id))] });
  });
}

/** What visitors say to support (contract 4). */
export const chatRoutes = (deps: RouteDeps): Route[] => [...reading(deps), ...sending(deps), opening(deps)];
