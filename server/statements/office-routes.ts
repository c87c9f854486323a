import {
  type BankLineAttributes,
  officeBankLinesCsv,
  officeEndBankLine,
  officeListBankLines,
  officeMatchBankLine,
} from '#contract/office/money/bank-lines.ts';
import type { MatchKind } from '#core/statements/match.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { csvFile } from '#server/audit-log/csv-file.ts';
import { findOrder, lockOrder } from '#server/orders/queries.ts';
import type { DayRange } from '#server/platform/db/day-range.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { resolveLine } from './resolve-line.ts';
import { matchLine } from './match-line.ts';
import { matchesOf, presentLine } from './present.ts';
import { statementRoutes } from './statement-routes.ts';
import { countLines, findLine, type LineFilter, type LineRow, listLines, lockLine } from './store.ts';

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

interface Choice {
  readonly order_id: string;
  readonly is_same: boolean;
  readonly kind?: MatchKind | undefined;
  readonly reason?: string | undefined;
}

/**
 * Checks an operator's choice for a line under the order's lock: since the page was read, another operator or an import may have recorded
 * this money, which must not be recorded twice.
 */
async function chosenMatch(
  tx: Tx,
  line: LineRow,
  choice: Choice,
): Promise<Result<{ readonly entryReference: string | null; readonly reason: string | null }, 'order_state_conflict' | 'required'>> {
  await lockOrder(tx, choice.order_id);
  const lineMatches = (await matchesOf(tx, [line], choice.order_id)).get(line.id);
  const currentMatch = lineMatches?.matches.at(0);
  const entryReference = currentMatch?.entryReference ?? null;
  if (choice.is_same && entryReference === null) return refuse({ code: 'order_state_conflict', message: 'line_not_recorded' });
  if (!choice.is_same && currentMatch?.kind === 'recorded')
    return refuse({ code: 'order_state_conflict', message: 'line_recorded_meanwhile' });
  if (choice.kind !== undefined && choice.kind !== currentMatch?.kind)
    return refuse({ code: 'order_state_conflict', message: 'line_match_changed' });
  const reason = choice.reason?.trim() || null;
  if (!choice.is_same && reason === null) {
    if (lineMatches !== undefined && lineMatches.sameNumber.length > 0)
      return refuse({ code: 'required', field: 'reason', message: 'line_number_entered' });
    if (currentMatch?.kind === 'near') return refuse({ code: 'required', field: 'reason' });
  }
  return accept({ entryReference: choice.is_same ? entryReference : null, reason });
}

const matchRoute = (deps: Deps): Route =>
  route(officeMatchBankLine, async ({ visitor: operator, params, body, tx }) => {
    const line = await lockLine(tx, params.id);
    if (!line) return refuse({ code: 'not_found' });
    if (line.state === 'matched' && line.order_id === body.order_id) return await shownAfter(deps, tx, line.id);
    if (line.state !== 'unmatched') return refuse({ code: 'order_state_conflict' });
    const chosen = await chosenMatch(tx, line, body);
    if (!chosen.ok) return chosen;
    const { entryReference, reason } = chosen.value;
    const matched = await matchLine(deps, tx, {
      line,
      orderId: body.order_id,
      entryReference,
      reason,
      operatorId: operator.userId,
      isInSuspense: true,
    });
    if (!matched.ok) return matched;
    const [shown, order] = [await shownAfter(deps, tx, line.id), await findOrder(tx, body.order_id)];
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

/** Operator routes for bank lines. */
export const officeBankLineRoutes = (deps: Deps): Route[] => [
  ...statementRoutes(deps),
  listRoute(deps),
  csvRoute(deps),
  matchRoute(deps),
  endRoute(deps),
];
