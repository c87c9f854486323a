import {
  type BusinessRequestAttributes,
  officeDecideBusinessRequest,
  officeGetBusinessFile,
  officeGetBusinessRequest,
  officeListBusinessRequests,
  requestOnlinePayments,
} from '#contract/public/online-payments.ts';
import { BUSINESS_REQUEST_STATES, nextStates } from '#core/customer/business-request.ts';
import { accept, refuse } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { decryptFile } from '#server/platform/file-cipher.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { requestPayments, BUSINESS_MAIL, cleanFile } from './request-payments.ts';
import { decideRequest } from './decide-request.ts';
import * as store from './store.ts';

type RequestDeps = HumanDeps & Pick<Deps, 'random' | 'clock' | 'secrets'>;

/** The merchant's route (contract 4). The file is sanitised before the transaction, which holds a database connection. */
export const onlinePaymentRoutes = (deps: RequestDeps): Route[] => [
  routeAfter(
    requestOnlinePayments,
    async (call) => {
      const human = await requireHuman(deps, 'business_request', call);
      return human.ok ? await cleanFile(deps, call.files['attachment']?.bytes, peerOf(call.ip)) : human;
    },
    async ({ body, visitor, locale, tx, prepared: file }) => {
      const requested = await requestPayments(deps, tx, {
        email: body.email,
        url: body.url,
        turnover: body.monthly_turnover,
        area: body.business_area ?? '',
        comment: body.comment ?? '',
        userId: visitor.kind === 'user' ? visitor.userId : null,
        locale,
        file,
      });
      if (!requested.ok) return requested;
      const { id, url } = requested.value;
      return accept({ data: { type: 'online_payments', id, attributes: { state: 'new', url } } });
    },
  ),
];

const present = (row: store.BusinessRow): BusinessRequestAttributes => ({
  email: row.email,
  locale: row.locale,
  url: row.url,
  monthly_turnover: row.monthly_turnover,
  business_area: row.business_area,
  comment: row.comment,
  has_file: row.has_file,
  state: row.state,
  version: row.version,
  asked_at: row.asked_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
  assigned_to: row.assigned_name,
  reason: row.reason,
  note: row.note,
  next: [...nextStates(row.state)],
});

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;
const FILE_EXTENSIONS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' } as const;

/** Office routes about requests to accept payments (domain 9). */
export const officeBusinessRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>): Route[] => [
  route(officeListBusinessRequests, async (call) => {
    const { state = 'open', q } = call.query;
    const states = state === 'all' ? BUSINESS_REQUEST_STATES : state === 'open' ? (['new', 'in_review'] as const) : [state];
    const filter = { states, q: q?.trim() || undefined };
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([
      store.listRequests(deps.db, filter, page),
      store.countRequests(deps.db, filter, page.maxCounted),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'business_requests', id: row.id, attributes: present(row) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officeGetBusinessRequest, async ({ params: { id } }) => {
    const row = await store.findRequest(deps.db, id);
    return row ? accept({ data: { type: 'business_requests', id, attributes: present(row) } }) : refuse({ code: 'not_found' });
  }),
  route(officeDecideBusinessRequest, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const decision = { id, state: body.state, reason: orNull(body.reason), note: orNull(body.note), version: body.version, operatorId };
    const decided = await decideRequest(deps, tx, decision);
    if (!decided.ok) return decided;
    const row = await store.findRequest(tx, id);
    return row ? accept({ data: { type: 'business_requests', id, attributes: present(row) } }) : refuse({ code: 'not_found' });
  }),
  route(officeGetBusinessFile, async ({ params: { id }, visitor: { userId: actorId }, isHead }) => {
    const stored = await store.findFile(deps.db, id);
    if (stored === undefined) return refuse({ code: 'not_found' });
    const bytes = decryptFile(stored.file, deps.secrets.unseal(stored.file_secret_sealed), BUSINESS_MAIL);
    // Logged before any byte is sent
    const entry = { actorId, action: 'business_request.view', subjectType: 'business_request', subjectId: id, detail: {} } as const;
    if (!isHead) await deps.db.tx(async (tx) => await recordAudit(deps, tx, entry));
    const fileName = `request-${id}.${FILE_EXTENSIONS[stored.file_type]}`;
    return accept({ bytes, mediaType: stored.file_type, fileName, disposition: 'attachment' });
  }),
];
