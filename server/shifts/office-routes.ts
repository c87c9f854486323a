import papa from 'papaparse';
import {
  officeCloseShift,
  officeExportShifts,
  officeListShifts,
  officeListWalletBalances,
  type ShiftAttributes,
} from '#contract/office/shop/shifts.ts';
import { guardCell } from '#core/format/csv.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { treasuryBalance } from '#server/ledger/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { pageInfo, readPageRequest } from '#server/platform/http/pagination.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import {
  closeShift,
  countShifts,
  findShift,
  linesOf,
  listShifts,
  newestShifts,
  type ShiftLineRow,
  type ShiftRow,
  walletsOf,
} from './close-shift.ts';

function presentLine(line: ShiftLineRow): ShiftAttributes['lines'][number] {
  const text = (minor: bigint) => formatAmount(minor, line.scale);
  const [ledger, counted] = [BigInt(line.ledger), BigInt(line.counted)];
  return {
    wallet: line.wallet,
    payment_system_id: line.payment_system,
    currency_iso_code: line.currency,
    ledger: text(ledger),
    counted: text(counted),
    difference: text(counted - ledger),
    approval_id: line.approval_id,
  };
}

async function present(db: Queryable, rows: readonly ShiftRow[]) {
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const attributes: ShiftAttributes = {
      closed_at: toRfc3339(row.closed_at.getTime()),
      closed_by: row.closed_by_name,
      note: row.note,
      uncounted: row.uncounted,
      lines: lines.filter((line) => line.shift_id === row.id).map(presentLine),
    };
    return { type: 'shifts', id: row.id, attributes };
  });
}

const walletsRoute = (deps: Deps): Route =>
  route(officeListWalletBalances, async ({ locale }) => {
    const wallets = [...walletsOf(deps.catalogue.paymentSystems())];
    const data = wallets.map(async ([wallet, system]) => {
      const ledger = formatAmount(await treasuryBalance(deps.db, wallet), system.scale);
      const attributes = { payment_system_id: system.code, name: system.name[locale], currency_iso_code: system.currency, ledger };
      return { type: 'wallet_balances', id: wallet, attributes };
    });
    return accept({ data: await Promise.all(data) });
  });

const listRoute = (deps: Deps): Route =>
  route(officeListShifts, async (call) => {
    const page = readPageRequest(call);
    const [{ rows, ends }, total] = await Promise.all([listShifts(deps.db, page), countShifts(deps.db, page.maxCounted)]);
    return accept({ data: await present(deps.db, rows), page: pageInfo(page, total, ends) });
  });

const closeRoute = (deps: Deps): Route =>
  route(officeCloseShift, async ({ visitor: operator, body, tx }) => {
    const closed = await closeShift(deps, tx, { lines: body.lines, note: body.note.trim(), operatorId: operator.userId });
    if (!closed.ok) return closed;
    const [data] = await present(tx, [await findShift(tx, closed.value.id)]);
    if (data === undefined) throw new Error('the shift inserted just now was not found');
    return accept({ data });
  });

const COLUMNS = ['closed_at', 'closed_by', 'wallet', 'currency', 'ledger', 'counted', 'difference', 'note'] as const;
const MAX_CSV_SHIFTS = 1000;
/** Byte order mark: without it Excel does not read a file as UTF-8. */
const BOM = '\uFEFF';

/** Cells of a shift's lines. Text entered by people is guarded, so that it is never a formula (quality R53); our amounts are numbers. */
const cellsOf = ({ closed_at, closed_by, note, lines }: ShiftAttributes): string[][] =>
  lines.map((line) => [
    closed_at,
    guardCell(closed_by),
    guardCell(line.wallet),
    guardCell(line.currency_iso_code),
    line.ledger,
    line.counted,
    line.difference,
    guardCell(note),
  ]);

const csvRoute = (deps: Deps): Route =>
  route(officeExportShifts, async () => {
    const shifts = await present(deps.db, await newestShifts(deps.db, MAX_CSV_SHIFTS));
    const data = shifts.flatMap(({ attributes }) => cellsOf(attributes));
    const text = `${BOM}${papa.unparse({ fields: [...COLUMNS], data }, { delimiter: ';', newline: '\r\n' })}\r\n`;
    return accept({ bytes: Buffer.from(text), fileName: 'shifts.csv', disposition: 'attachment' as const });
  });

/** Office routes about shifts (domain 11). */
export const officeShiftRoutes = (deps: Deps): Route[] => [walletsRoute(deps), listRoute(deps), csvRoute(deps), closeRoute(deps)];
