import {
  officeAnswerChat,
  officeAssignChat,
  officeBeginChat,
  officeCloseChat,
  officeGetChat,
  officeGetChatFile,
  officeListChats,
  officeNoteChat,
  officeReadChat,
  officeSendChatFile,
  officeTypeChat,
  officeWithdrawChatMessage,
} from '#contract/office-chat.ts';
import { isOpenAt } from '#core/chat/hours.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findById } from '#server/orders/find-order.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import * as deeds from './answer.ts';
import { fileNameOf, keepChatFile } from './files.ts';
import { presentThread, presentThreadDetail, type Reader } from './office-present.ts';
import * as office from './office-store.ts';
import { findByKey, findFile, insertThread, lockThread } from './store.ts';
import { hoursOf } from './support.ts';
import { tellChanged } from './tell.ts';

const TYPE = 'chat_threads';

async function shown(deps: Deps, db: Queryable, { id, reader, before = null }: { id: string; reader: Reader; before?: number | null }) {
  const row = await office.findOfficeThread(db, id);
  if (row === undefined) return refuse({ code: 'not_found' } as const);
  return accept({ data: { type: TYPE, id: row.id, attributes: await presentThreadDetail(deps, db, { row, reader, before }) } });
}

const reading = (deps: Deps): Route[] => [
  route(officeListChats, async (call) => {
    const { query, visitor } = call;
    const page = pageOf(call);
    const wanted = { list: query.list ?? 'waiting', operatorId: visitor.userId, orderId: query.order_id, q: query.q };
    const now = deps.clock.now();
    const [{ rows, ends }, total, sums] = await Promise.all([
      office.listThreads(deps.db, wanted, page),
      office.countThreads(deps.db, wanted, page.most),
      office.countWaiting(deps.db, visitor.userId, new Date(now)),
    ]);
    const said = deps.shop.of('support');
    return accept({
      data: rows.map((row) => ({ type: TYPE, id: row.id, attributes: presentThread(deps, row, visitor) })),
      page: pageMeta(page, total, ends),
      meta: { ...sums, is_open: isOpenAt(hoursOf(said), now), promise_minutes: said.promise_minutes },
    });
  }),
  route(officeGetChat, async ({ params, query, visitor }) => {
    const before = query.before === undefined ? null : Number(query.before);
    return await shown(deps, deps.db, { id: params.id, reader: visitor, before });
  }),
  route(officeGetChatFile, async ({ params: { id }, visitor }) => {
    const file = await findFile(deps.db, id);
    const bytes = file && (await deps.files.get(file.file_key));
    if (!file || !bytes) return refuse({ code: 'not_found' });
    // Before a byte of it leaves: what is not written down is not shown
    const deed = {
      actorId: visitor.userId,
      action: 'chat.view_file',
      subjectType: 'chat',
      subjectId: file.thread_id,
      detail: { file: id },
    } as const;
    await deps.db.tx(async (tx) => await recordAudit(deps, tx, deed));
    return accept({ bytes, mediaType: file.file_type, fileName: fileNameOf(id, file.file_type), disposition: 'attachment' });
  }),
];

interface DeedCall {
  readonly params: { readonly id: string };
  readonly visitor: Reader;
  readonly tx: Tx;
}

/** The talk as a deed has left it. */
const after = async (deps: Deps, { params, visitor, tx }: DeedCall) => await shown(deps, tx, { id: params.id, reader: visitor });

const deedOf = ({ params, visitor }: DeedCall) => ({ threadId: params.id, operatorId: visitor.userId });

/** A file is looked at and kept before the transaction that names it. */
const sendingFile = (deps: Deps): Route =>
  routeAfter(
    officeSendChatFile,
    async ({ files, params, ip }) => {
      const { file } = files;
      if (file === undefined) return refuse({ code: 'required', field: 'file' });
      if ((await office.findOfficeThread(deps.db, params.id)) === undefined) return refuse({ code: 'not_found' });
      return await keepChatFile(deps, file, peerOf(ip));
    },
    async (call) => {
      const { text = '', seen } = call.body;
      const done = await deeds.answerChat(deps, call.tx, { ...deedOf(call), text, seen: Number(seen), file: call.prepared });
      return done.ok ? await after(deps, call) : done;
    },
  );

const answering = (deps: Deps): Route[] => [
  route(officeAnswerChat, async (call) => {
    const done = await deeds.answerChat(deps, call.tx, { ...deedOf(call), ...call.body, file: null });
    return done.ok ? await after(deps, call) : done;
  }),
  sendingFile(deps),
  route(officeWithdrawChatMessage, async (call) => {
    const done = await deeds.withdrawMessage(deps, call.tx, { ...deedOf(call), messageId: call.params.message_id });
    return done.ok ? await after(deps, call) : done;
  }),
  route(officeNoteChat, async (call) => {
    const done = await deeds.noteChat(deps, call.tx, { ...deedOf(call), ...call.body });
    return done.ok ? await after(deps, call) : done;
  }),
  route(officeAssignChat, async (call) => {
    const done = await deeds.assignChat(deps, call.tx, { ...deedOf(call), ...call.body });
    return done.ok ? await after(deps, call) : done;
  }),
  route(officeCloseChat, async (call) => {
    const done = await deeds.closeChat(deps, call.tx, { ...deedOf(call), ...call.body });
    return done.ok ? await after(deps, call) : done;
  }),
];

const beside = (deps: Deps): Route[] => [
  route(officeReadChat, async ({ params, body, tx }) => {
    const thread = await lockThread(tx, params.id);
    if (thread === undefined) return refuse({ code: 'not_found' });
    if ((await office.saveReadByOffice(tx, params.id, body.nr)) > 0) tellChanged(deps, tx, thread);
    return accept({});
  }),
  route(officeTypeChat, async (call) => {
    const done = await deeds.typeInChat(deps, call.tx, deedOf(call));
    return done.ok ? accept({}) : done;
  }),
  route(officeBeginChat, async (call) => {
    const order = await findById(call.tx, call.params.id);
    if (order === undefined) return refuse({ code: 'not_found' });
    const key = { orderId: order.id };
    await insertThread(call.tx, { id: deps.random.uuid(), key, locale: order.locale, now: new Date(deps.clock.now()) });
    const thread = await findByKey(call.tx, key);
    return await shown(deps, call.tx, { id: thread?.id ?? '', reader: call.visitor });
  }),
];

/** The operators' side of the talks with customers. */
export const officeChatRoutes = (deps: Deps): Route[] => [...reading(deps), ...answering(deps), ...beside(deps)];
