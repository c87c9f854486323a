import {
  officeListNotices,
  officePublishNotice,
  officeReviseNotice,
  officeWithdrawNotice,
  type NoticeBody,
  type OfficeNoticeAttributes,
} from '#contract/office/content/public-notice.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { countNotices, findNotice, listNotices, type AuthoredNoticeRow } from './store.ts';
import { publishNotice, reviseNotice, endNotice, type NoticeInput } from './write-notice.ts';

type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'live' | 'secrets'>;

function stateOf(row: AuthoredNoticeRow, now: number): OfficeNoticeAttributes['state'] {
  if (row.withdrawn_at !== null) return 'withdrawn';
  if (row.until_at !== null && row.until_at.getTime() <= now) return 'over';
  return row.from_at.getTime() > now ? 'planned' : 'shown';
}

const present = (row: AuthoredNoticeRow, now: number): OfficeNoticeAttributes => ({
  kind: row.kind,
  text: { ru: row.text_ru, en: row.text_en },
  link: row.link,
  from: row.from_at.toISOString(),
  until: row.until_at && row.until_at.toISOString(),
  dismissible: row.dismissible,
  revision: row.revision,
  state: stateOf(row, now),
  made_by: row.made_by_name,
  made_at: row.made_at.toISOString(),
  changed_by: row.changed_by_name,
  changed_at: row.changed_at.toISOString(),
  withdrawn_by: row.withdrawn_by_name,
  withdrawn_at: row.withdrawn_at && row.withdrawn_at.toISOString(),
});

const inputOf = (body: NoticeBody): NoticeInput => ({
  kind: body.kind,
  text: body.text,
  link: body.link ?? null,
  from: body.from == null ? null : Date.parse(body.from),
  until: body.until == null ? null : Date.parse(body.until),
  dismissible: body.dismissible,
});

async function noticeResponse({ clock }: NoticeDeps, db: Queryable, id: string) {
  const row = await findNotice(db, id);
  if (row === undefined) return refuse({ code: 'not_found' });
  return accept({ data: { type: 'public_notices' as const, id, attributes: present(row, clock.now()) } });
}

/** Office routes about public notices (domain 9). */
export const officeNoticeRoutes = (deps: NoticeDeps): Route[] => [
  route(officeListNotices, async (call) => {
    const q = call.query.q?.trim() || undefined;
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([listNotices(deps.db, q, page), countNotices(deps.db, q, page.maxCounted)]);
    const now = deps.clock.now();
    return accept({
      data: rows.map((row) => ({ type: 'public_notices', id: row.id, attributes: present(row, now) })),
      page: pageInfo(page, total, ends),
    });
  }),
  route(officePublishNotice, async ({ body, visitor, tx }) => {
    const published = await publishNotice(deps, tx, inputOf(body), visitor.userId);
    if (!published.ok) return published;
    const row = await noticeResponse(deps, tx, published.value);
    if (!row.ok) throw new Error('the notice that was just written is gone');
    return row;
  }),
  route(officeReviseNotice, async ({ params: { id }, body, visitor, tx }) => {
    const { revision, ...notice } = body;
    const revised = await reviseNotice(deps, tx, { id, revision, input: inputOf(notice), operatorId: visitor.userId });
    return revised.ok ? await noticeResponse(deps, tx, id) : revised;
  }),
  route(officeWithdrawNotice, async ({ params: { id }, visitor, tx }) => {
    const withdrawn = await endNotice(deps, tx, { id, operatorId: visitor.userId });
    return withdrawn.ok ? await noticeResponse(deps, tx, id) : withdrawn;
  }),
];
