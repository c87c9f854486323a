import {
  type BankLineAttributes,
  officeBankLinesCsv,
  officeEndBankLine,
  officeListBankLines,
  officeMatchBankLine,
  officeSplitBankLine,
  officeUnmatchBankLine,
} from '#contract/office/money/bank-lines.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { findEnteredOrder } from '#server/orders/has-number.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { DayRange } from '#server/platform/db/day-range.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { resolveLine } from './resolve-line.ts';
import { splitLine } from './split-line.ts';
import { unmatchLine } from './unmatch-line.ts';
import { chosenMatch } from './choose-match.ts';
import { matchLine } from './match-line.ts';
import { matchesOf, presentLine } from './present.ts';
import { statementRoutes } from './statement-routes.ts';
import { countLines, findLine, type LineFilter, listLines, lockLine } from './store.ts';

interface LinesQuery extends DayRange {
  readonly state?: LineFilter['state'];
  readonly payment_system_id?: string | undefined;
  readonly q?: string | undefined;
}

const filterOf = ({ state, payment_system_id: code, q, from, to }: LinesQuery): LineFilter => ({
  state,
  code,
  q: q?.trim() || undefined,
  days: { from, to },
});
const UNMATCHED: LineFilter = filterOf({ state: 'unmatched' });

const CSV_COLUMNS = [
  'at',
  'payment_system_id',
  'amount',
  'currency_iso_code',
  'reference',
  'last_digits',
  'sender',
  'text',
  'source',
  'state',
  'order_id',
  'split_of',
  'recorded_by',
  'recorded_at',
  'ended_by',
  'ended_at',
  'end_reference',
  'note',
] as const satisfies readonly (keyof BankLineAttributes)[];

const csvRoute = (deps: Deps): Route =>
  route(officeBankLinesCsv, async (call) => {
    const filter = filterOf(call.query);
    return await csvFile(deps, call, {
      name: 'bank-lines',
      columns: CSV_COLUMNS,
      read: (part) => listLines(deps.db, filter, part),
      cellsOf: (row) => {
        const line = presentLine(deps, row);
        return CSV_COLUMNS.map((column) => line[column]);
      },
    });
  });

const listRoute = (deps: Deps): Route =>
  route(officeListBankLines, async (call) => {
    const filter = { ...filterOf(call.query), state: call.query.state ?? 'unmatched' };
    const page = readPageRequest(call);
    const [{ rows, ends }, total, unmatched] = await Promise.all([
      listLines(deps.db, filter, page),
      countLines(deps.db, filter, page.maxCounted),
      countLines(deps.db, UNMATCHED),
    ]);
    const matches = await matchesOf(deps.db, rows);
    return accept({
      data: rows.map((row) => ({ type: 'bank_lines', id: row.id, attributes: presentLine(deps, row, matches.get(row.id)) })),
      page: pageInfo(page, total, ends),
      meta: { unmatched },
    });
  });

async function shownAfter(
  deps: Deps,
  tx: Tx,
  id: string,
): Promise<Result<{ data: { type: string; id: string; attributes: BankLineAttributes } }, 'not_found'>> {
  const row = await findLine(tx, id);
  return row ? accept({ data: { type: 'bank_lines', id: row.id, attributes: presentLine(deps, row) } }) : refuse({ code: 'not_found' });
}

const matchRoute = (deps: Deps): Route =>
  route(officeMatchBankLine, async ({ visitor: operator, params, body, tx }) => {
    const line = await lockLine(tx, params.id);
    if (!line) return refuse({ code: 'not_found' });
    const entered = await findEnteredOrder(tx, body.order_id, 'order_id');
    if (!entered.ok) return entered;
    const orderId = entered.value;
    if (line.state === 'matched' && line.order_id === orderId) return await shownAfter(deps, tx, line.id);
    if (line.state !== 'unmatched') return refuse({ code: 'order_state_conflict' });
    const chosen = await chosenMatch(tx, line, { ...body, order_id: orderId });
    if (!chosen.ok) return chosen;
    const { entryReference, reason } = chosen.value;
    const matched = await matchLine(deps, tx, {
      line,
      orderId,
      entryReference,
      reason,
      operatorId: operator.userId,
      isInSuspense: true,
    });
    if (!matched.ok) return matched;
    const [shown, order] = [await shownAfter(deps, tx, line.id), await findOrder(tx, orderId)];
    return shown.ok
      ? accept({ ...shown.value, meta: { order_status: order?.status ?? null, is_recorded: entryReference === null } })
      : shown;
  });

const endRoute = (deps: Deps): Route =>
  route(officeEndBankLine, async ({ visitor: operator, params, body, tx }) => {
    const { outcome } = body;
    const input = {
      id: params.id,
      outcome,
      reference: body.reference.trim() || null,
      note: body.note.trim(),
      operatorId: operator.userId,
    };
    const ended = await resolveLine(deps, tx, input);
    if (!ended.ok) return ended;
    const shown = await shownAfter(deps, tx, params.id);
    return shown.ok ? accept({ ...shown.value, meta: { approval_id: ended.value.approvalId } }) : shown;
  });

const splitRoute = (deps: Deps): Route =>
  route(officeSplitBankLine, async ({ visitor: operator, params, body, tx }) => {
    const split = await splitLine(deps, tx, { id: params.id, parts: body.parts, note: body.note.trim(), operatorId: operator.userId });
    return split.ok ? await shownAfter(deps, tx, params.id) : split;
  });

const unmatchRoute = (deps: Deps): Route =>
  route(officeUnmatchBankLine, async ({ visitor: operator, params, body, tx }) => {
    const undone = await unmatchLine(deps, tx, { id: params.id, note: body.note.trim(), operatorId: operator.userId });
    return undone.ok ? await shownAfter(deps, tx, params.id) : undone;
  });

/** Operator routes for bank lines. */
export const officeBankLineRoutes = (deps: Deps): Route[] => [
  ...statementRoutes(deps),
  listRoute(deps),
  csvRoute(deps),
  matchRoute(deps),
  splitRoute(deps),
  unmatchRoute(deps),
  endRoute(deps),
];
