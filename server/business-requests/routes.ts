import {
  type BusinessRequestAttributes,
  officeDecideBusinessRequest,
  officeGetBusinessFile,
  officeGetBusinessRequest,
  officeListBusinessRequests,
  requestOnlinePayments,
} from '#contract/online-payments.ts';
import { BUSINESS_REQUEST_STATES, nextStates } from '#core/business-request.ts';
import { accept, refuse } from '#core/result.ts';
import { type HumanDeps, requireHuman } from '#server/captcha/require-human.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { decryptFile } from '#server/platform/file-cipher.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { askForPayments, BUSINESS_LETTER, cleanFile } from './ask-for-payments.ts';
import { decideRequest } from './decide-request.ts';
import * as store from './store.ts';

type AskDeps = HumanDeps & Pick<Deps, 'random' | 'clock' | 'secrets'>;

/** The merchant's call (contract 4): his file is cleaned before the transaction, so that nobody's connection waits for it. */
export const onlinePaymentRoutes = (deps: AskDeps): Route[] => [
  routeAfter(
    requestOnlinePayments,
    async (call) => {
      const human = await requireHuman(deps, 'business_request', call);
      return human.ok ? await cleanFile(deps, call.files['attachment']?.bytes, peerOf(call.ip)) : human;
    },
    async ({ body, visitor, locale, tx, prepared: file }) => {
      const asked = await askForPayments(deps, tx, {
        email: body.email,
        url: body.url,
        turnover: body.monthly_turnover,
        area: body.business_area ?? '',
        comment: body.comment ?? '',
        userId: visitor.kind === 'user' ? visitor.userId : null,
        locale,
        file,
      });
      if (!asked.ok) return asked;
      const { id, url } = asked.value;
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
const ENDINGS = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' } as const;

/** The operators' calls about merchants who want to take payments (domain 9). */
export const officeBusinessRoutes = (deps: Pick<Deps, 'db' | 'clock' | 'random' | 'secrets'>): Route[] => [
  route(officeListBusinessRequests, async (call) => {
    const { state = 'open', q } = call.query;
    const states = state === 'all' ? BUSINESS_REQUEST_STATES : state === 'open' ? (['new', 'in_review'] as const) : [state];
    const filter = { states, q: q?.trim() || undefined };
    const page = pageOf(call);
    const [{ rows, ends }, total] = await Promise.all([
      store.listRequests(deps.db, filter, page),
      store.countRequests(deps.db, filter, page.most),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'business_requests', id: row.id, attributes: present(row) })),
      page: pageMeta(page, total, ends),
    });
  }),
  route(officeGetBusinessRequest, async ({ params: { id } }) => {
    const row = await store.findRequest(deps.db, id);
    return row ? accept({ data: { type: 'business_requests', id, attributes: present(row) } }) : refuse({ code: 'not_found' });
  }),
  route(officeDecideBusinessRequest, async ({ params: { id }, body, visitor: { userId: operatorId }, tx }) => {
    const wanted = { id, state: body.state, reason: orNull(body.reason), note: orNull(body.note), version: body.version, operatorId };
    const decided = await decideRequest(deps, tx, wanted);
    if (!decided.ok) return decided;
    const row = await store.findRequest(tx, id);
    return row ? accept({ data: { type: 'business_requests', id, attributes: present(row) } }) : refuse({ code: 'not_found' });
  }),
  route(officeGetBusinessFile, async ({ params: { id }, visitor: { userId: actorId } }) => {
    const found = await store.findFile(deps.db, id);
    if (found === undefined) return refuse({ code: 'not_found' });
    const bytes = decryptFile(found.file, deps.secrets.unseal(found.file_secret_sealed), BUSINESS_LETTER);
    // Before a byte of it leaves: what is not written down is not shown
    const deed = { actorId, action: 'business_request.view', subjectType: 'business_request', subjectId: id, detail: {} } as const;
    await deps.db.tx(async (tx) => await recordAudit(deps, tx, deed));
    const fileName = `request-${id}.${ENDINGS[found.file_type]}`;
    return accept({ bytes, mediaType: found.file_type, fileName, disposition: 'attachment' });
  }),
];
