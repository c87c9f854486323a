import { type AuditRecordAttributes, officeAuditCsv, officeListAuditRecords } from '#contract/office/shop/audit.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { csvFile } from './csv-file.ts';
import { openDetail } from '#server/operators/sealed-detail.ts';
import { type ListPart, pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { auditHead } from './chain-audit.ts';
import { countRecords, listActions, listRecords, type RecordRow } from './records-store.ts';

const CSV_COLUMNS = ['at', 'actor', 'actor_id', 'action', 'subject_type', 'subject_id', 'detail'];

const present = ({ secrets }: Pick<Deps, 'secrets'>, row: RecordRow): AuditRecordAttributes => ({
  at: toRfc3339(row.at.getTime()),
  actor_id: row.actor_id,
  actor: row.actor,
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  detail: openDetail(secrets, row),
});

const csvCells = ({ secrets }: Pick<Deps, 'secrets'>, row: RecordRow): string[] => [
  toRfc3339(row.at.getTime()),
  row.actor ?? '',
  row.actor_id,
  row.action,
  row.subject_type,
  row.subject_id,
  JSON.stringify(openDetail(secrets, row)),
];

/** Office routes of the audit log. */
export const officeAuditRoutes = (deps: Deps): Route[] => [
  route(officeListAuditRecords, async (call) => {
    const page = readPageRequest(call);
    const [{ rows, ends }, total, head, actions] = await Promise.all([
      listRecords(deps.db, call.query, page),
      countRecords(deps.db, call.query, page.maxCounted),
      auditHead(deps),
      listActions(deps.db),
    ]);
    return accept({
      data: rows.map((row) => ({ type: 'audit_records', id: row.id, attributes: present(deps, row) })),
      page: pageInfo(page, total, ends),
      meta: { head: head ?? null, actions },
    });
  }),
  route(officeAuditCsv, async (call) => {
    const read = (part: ListPart) => listRecords(deps.db, call.query, part);
    return await csvFile(deps, call, { name: 'audit', columns: CSV_COLUMNS, read, cellsOf: (row) => csvCells(deps, row) });
  }),
];
