import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { proposeOnce } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { postingProposal, previewPosting } from '#server/ledger/post-treasury.ts';
import { lockTreasuries, treasuryBalance } from '#server/ledger/queries.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

interface CountedLine {
  readonly wallet: string;
  readonly paymentSystem: string;
  readonly currency: string;
  readonly scale: number;
  /** Minor units. */
  readonly ledger: bigint;
  readonly counted: bigint;
  readonly approvalId: string | null;
}

interface ClosedShift {
  readonly id: string;
  readonly closedAt: Instant;
  readonly closedBy: string;
  readonly note: string;
  readonly uncounted: number;
  readonly lines: readonly CountedLine[];
}

async function insertShift(tx: Tx, shift: ClosedShift): Promise<void> {
  await tx.run(sql`
    insert into shifts (id, closed_at, closed_by, note, uncounted)
    values (${shift.id}, ${new Date(shift.closedAt)}, ${shift.closedBy}, ${shift.note}, ${shift.uncounted})`);
  for (const line of shift.lines)
    await tx.run(sql`
      insert into shift_lines (shift_id, wallet, payment_system, currency, scale, ledger, counted, approval_id)
      values (${shift.id}, ${line.wallet}, ${line.paymentSystem}, ${line.currency}, ${line.scale}, ${String(line.ledger)}::numeric,
        ${String(line.counted)}::numeric, ${line.approvalId})`);
}

const ShiftRow = rowType(
  {
    id: col.text,
    closed_at: col.timestamp,
    closed_by_name: col.computed(col.text, sql`${nameOf(sql`s.closed_by`)}`),
    note: col.text,
    uncounted: col.number,
  },
  's',
);
export type ShiftRow = RowOf<typeof ShiftRow>;
const closedAt: SortKey = { column: sql`s.closed_at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...closedAt, isDescending: true },
  { column: sql`s.id`, type: 'uuid' },
];
const source = sql`shifts s`;

export async function listShifts(db: Queryable, page: PageRequest): Promise<ListPage<ShiftRow>> {
  const list = { row: ShiftRow, source, where: sql`true` };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, { closed_at: closedAt }, NEWEST_FIRST) });
}

export const countShifts = (db: Queryable, max: number): Promise<number> => countUpTo(db, sql`from shifts`, max);

/** The newest shifts, for the CSV. */
export const newestShifts = async (db: Queryable, limit: number): Promise<readonly ShiftRow[]> =>
  await db.many(ShiftRow, sql`select ${ShiftRow.list} from ${source} order by s.closed_at desc, s.id limit ${limit}`);

export const findShift = async (db: Queryable, id: string): Promise<ShiftRow> =>
  await db.one(ShiftRow, sql`select ${ShiftRow.list} from ${source} where s.id = ${id}`);

const ShiftLineRow = rowType({
  shift_id: col.text,
  wallet: col.text,
  payment_system: col.text,
  currency: col.text,
  scale: col.number,
  ledger: col.text,
  counted: col.text,
  approval_id: col.nullable(col.text),
});
export type ShiftLineRow = RowOf<typeof ShiftLineRow>;

export const linesOf = async (db: Queryable, shifts: readonly string[]): Promise<readonly ShiftLineRow[]> =>
  await db.many(
    ShiftLineRow,
    sql`
    select shift_id, wallet, payment_system, currency, scale, ledger::text, counted::text, approval_id from shift_lines
    where shift_id = any(${shifts}::uuid[]) order by wallet`,
  );

type CloseDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets' | 'catalogue' | 'quotes' | 'limits'>;

interface CloseShiftInput {
  readonly lines: readonly { readonly wallet: string; readonly ledger: string; readonly counted: string }[];
  readonly note: string;
  readonly operatorId: string;
}

type Refusal = 'not_found' | 'not_allowed_amount' | 'required' | 'edit_conflict' | 'order_state_conflict';

/** Payout wallets, each with a payment system: the first of those that share the wallet. */
export function walletsOf(systems: readonly PaymentSystem[]): ReadonlyMap<string, PaymentSystem> {
  const wallets = new Map<string, PaymentSystem>();
  for (const system of systems) if (!wallets.has(system.outcomeWallet)) wallets.set(system.outcomeWallet, system);
  return wallets;
}

type ComparedLine = Omit<CountedLine, 'approvalId'> & { readonly system: PaymentSystem };

async function compareLine(
  tx: Tx,
  wallets: ReadonlyMap<string, PaymentSystem>,
  line: CloseShiftInput['lines'][number],
  index: number,
): Promise<Result<ComparedLine, Refusal>> {
  const system = wallets.get(line.wallet);
  if (system === undefined) return refuse({ code: 'not_found', field: `lines/${index}/wallet` });
  const { scale, currency } = system;
  const counted = parseAmount(line.counted.trim(), { scale, precision: scale });
  if (!counted.ok) return refuse({ code: 'not_allowed_amount', field: `lines/${index}/counted` });
  const ledger = await treasuryBalance(tx, line.wallet);
  // The ledger changed since the operator counted, so the operator must count again
  if (formatAmount(ledger, scale) !== line.ledger) return refuse({ code: 'edit_conflict', field: `lines/${index}/ledger` });
  return accept({ wallet: line.wallet, paymentSystem: system.code, currency, scale, ledger, counted: counted.minor, system });
}

/** Proposes a correction for a difference: one person alone cannot post it (domain 6). */
async function proposeCorrection(
  deps: CloseDeps,
  tx: Tx,
  { system, ledger, counted }: ComparedLine,
  { note: reason, operatorId }: CloseShiftInput,
) {
  const [kind, amount] = ['correction', counted - ledger] as const;
  const change = await previewPosting(deps, tx, { system, kind, amount, operatorId });
  return (await proposeOnce(deps, tx, postingProposal({ code: system.code, kind, amount, reason, operatorId, system, change }))).approvalId;
}

/**
 * Closes a shift (domain 11): stores counted and ledger balances, and proposes a correction for every difference. Refuses `edit_conflict`
 * if the ledger changed since it was shown.
 */
export async function closeShift(deps: CloseDeps, tx: Tx, input: CloseShiftInput): Promise<Result<{ id: string }, Refusal>> {
  const wallets = walletsOf(deps.catalogue.paymentSystems());
  const walletIds = input.lines.map(({ wallet }) => wallet);
  if (new Set(walletIds).size < walletIds.length) return refuse({ code: 'order_state_conflict', field: 'lines' });
  await lockTreasuries(tx, walletIds);
  const compared: ComparedLine[] = [];
  for (const [index, line] of input.lines.entries()) {
    const comparison = await compareLine(tx, wallets, line, index);
    if (!comparison.ok) return comparison;
    compared.push(comparison.value);
  }
  const differing = compared.filter(({ ledger, counted }) => ledger !== counted);
  if (differing.length > 0 && input.note === '') return refuse({ code: 'required', field: 'note' });
  const lines: CountedLine[] = [];
  for (const line of compared) {
    const approvalId = line.ledger === line.counted ? null : await proposeCorrection(deps, tx, line, input);
    lines.push({ ...line, approvalId });
  }
  const id = deps.random.uuid();
  const uncounted = wallets.size - lines.length;
  await insertShift(tx, { id, closedAt: deps.clock.now(), closedBy: input.operatorId, note: input.note, uncounted, lines });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'shift.close',
    subjectType: 'shift',
    subjectId: id,
    detail: { counted: lines.length, uncounted, differing: differing.map(({ wallet }) => wallet), note: input.note },
  });
  return accept({ id });
}
