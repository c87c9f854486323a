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
} from '#contract/office/customers/chat.ts';
import { isOpenAt } from '#core/chat/hours.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import * as answers from './answer.ts';
import { fileNameOf, storeChatFile } from './files.ts';
import { presentThread, presentThreadDetail, type Reader } from './office-present.ts';
import * as office from './office-store.ts';
import { findByKey, findFile, insertThread, lockThread } from './store.ts';
import { hoursOf } from './support.ts';
import { publishChatChanged } from './events.ts';

const TYPE = 'chat_threads';

async function readThread(
  deps: Deps,
  db: Queryable,
  { id, reader, before = null }: { id: string; reader: Reader; before?: number | null },
) {
  const row = await office.findOfficeThread(db, id);
  if (row === undefined) return refuse({ code: 'not_found' } as const);
  return accept({ data: { type: TYPE, id: row.id, attributes: await presentThreadDetail(deps, db, { row, reader, before }) } });
}

const readingRoutes = (deps: Deps): Route[] => [
  route(officeListChats, async (call) => {
    const { query, visitor } = call;
    const page = readPageRequest(call);
    const filter = { list: query.list ?? 'waiting', operatorId: visitor.userId, orderId: query.order_id, q: query.q };
    const now = deps.clock.now();
    const [{ rows, ends }, total, counts] = await Promise.all([
      office.listThreads(deps.db, filter, page),
      office.countThreads(deps.db, filter, page.maxCounted),
      office.readWaitingCounts(deps.db, visitor.userId, new Date(now)),
    ]);
    const supportSettings = deps.shop.of('support');
    return accept({
      data: rows.map((row) => ({ type: TYPE, id: row.id, attributes: presentThread(deps, row, visitor) })),
      page: pageInfo(page, total, ends),
      meta: { ...counts, is_open: isOpenAt(hoursOf(supportSettings), now), promise_minutes: supportSettings.promise_minutes },
    });
  }),
  route(officeGetChat, async ({ params, query, visitor }) => {
    const before = query.before === undefined ? null : Number(query.before);
    return await readThread(deps, deps.db, { id: params.id, reader: visitor, before });
  }),
  route(officeGetChatFile, async ({ params: { id }, visitor, isHead }) => {
    const file = await findFile(deps.db, id);
    const bytes = file && (await deps.files.get(file.file_key));
    if (!file || !bytes) return refuse({ code: 'not_found' });
    // Audited before any byte is sent
    const auditEntry = {
      actorId: visitor.userId,
      action: 'chat.view_file',
      subjectType: 'chat',
      subjectId: file.thread_id,
      detail: { file: id },
    } as const;
    if (!isHead) await deps.db.tx(async (tx) => await recordAudit(deps, tx, auditEntry));
    return accept({ bytes, mediaType: file.file_type, fileName: fileNameOf(id, file.file_type), disposition: 'attachment' });
  }),
];

interface ActionCall {
  readonly params: { readonly id: string };
  readonly visitor: Reader;
  readonly tx: Tx;
}

/** The thread after an action. */
const readAfter = async (deps: Deps, { params, visitor, tx }: ActionCall) => await readThread(deps, tx, { id: params.id, reader: visitor });

const actionOf = ({ params, visitor }: ActionCall) => ({ threadId: params.id, operatorId: visitor.userId });

/** The file is checked and stored before the transaction that refers to it. */
const fileRoute = (deps: Deps): Route =>
  routeAfter(
    officeSendChatFile,
    async ({ files, params, ip }) => {
      const { file } = files;
      if (file === undefined) return refuse({ code: 'required', field: 'file' });
      if ((await office.findOfficeThread(deps.db, params.id)) === undefined) return refuse({ code: 'not_found' });
      return await storeChatFile(deps, file, peerOf(ip));
    },
    async (call) => {
      const { text = '', seen } = call.body;
      const sent = await answers.answerChat(deps, call.tx, { ...actionOf(call), text, seen: Number(seen), file: call.prepared });
      return sent.ok ? await readAfter(deps, call) : sent;
    },
  );

const answerRoutes = (deps: Deps): Route[] => [
  route(officeAnswerChat, async (call) => {
    const result = await answers.answerChat(deps, call.tx, { ...actionOf(call), ...call.body, file: null });
    return result.ok ? await readAfter(deps, call) : result;
  }),
  fileRoute(deps),
  route(officeWithdrawChatMessage, async (call) => {
    const result = await answers.withdrawMessage(deps, call.tx, { ...actionOf(call), messageId: call.params.message_id });
    return result.ok ? await readAfter(deps, call) : result;
  }),
  route(officeNoteChat, async (call) => {
    const result = await answers.addNote(deps, call.tx, { ...actionOf(call), ...call.body });
    return result.ok ? await readAfter(deps, call) : result;
  }),
  route(officeAssignChat, async (call) => {
    const result = await answers.assignChat(deps, call.tx, { ...actionOf(call), ...call.body });
    return result.ok ? await readAfter(deps, call) : result;
  }),
  route(officeCloseChat, async (call) => {
    const result = await answers.closeChat(deps, call.tx, { ...actionOf(call), ...call.body });
    return result.ok ? await readAfter(deps, call) : result;
  }),
];

const otherRoutes = (deps: Deps): Route[] => [
  route(officeReadChat, async ({ params, body, tx }) => {
    const thread = await lockThread(tx, params.id);
    if (thread === undefined) return refuse({ code: 'not_found' });
    if ((await office.saveReadByOffice(tx, params.id, body.nr)) > 0) publishChatChanged(deps, tx, thread);
    return accept({});
  }),
  route(officeTypeChat, async (call) => {
    const result = await answers.reportTyping(deps, call.tx, actionOf(call));
    return result.ok ? accept({}) : result;
  }),
  route(officeBeginChat, async (call) => {
    const order = await findOrder(call.tx, call.params.id);
    if (order === undefined) return refuse({ code: 'not_found' });
    const key = { orderId: order.id };
    await insertThread(call.tx, { id: deps.random.uuid(), key, locale: order.locale, now: new Date(deps.clock.now()) });
    const thread = await findByKey(call.tx, key);
    return await readThread(deps, call.tx, { id: thread?.id ?? '', reader: call.visitor });
  }),
];

/** The operators' calls about chat threads. */
export const officeChatRoutes = (deps: Deps): Route[] => [...readingRoutes(deps), ...answerRoutes(deps), ...otherRoutes(deps)];
