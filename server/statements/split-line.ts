import { createHash } from 'node:crypto';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { splitUnmatched } from '#core/statements/postings.ts';
import { post } from '#server/ledger/post.ts';
import { findEnteredOrder } from '#server/orders/has-number.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { chosenMatch } from './choose-match.ts';
import { LINES_CHANNEL, type MatchDeps, matchLine, type MatchRefusal } from './match-line.ts';
import { findLine, insertLine, type LineRow, lockLine, saveResolution } from './store.ts';

interface LineSplit {
  readonly id: string;
  readonly parts: readonly { readonly order_id: string; readonly amount: string }[];
  readonly note: string;
  readonly operatorId: string;
}

/** A part in minor units. The remainder has no order. */
interface Part {
  readonly orderId: string | null;
  readonly amount: bigint;
}

type PartsRefusal = Extract<MatchRefusal, 'not_found' | 'invalid_format' | 'not_allowed_amount'>;

/** The parts with the ids of their orders: an operator may enter short numbers. */
async function withOrderIds(tx: Tx, parts: LineSplit['parts']): Promise<Result<LineSplit['parts'], 'not_found' | 'invalid_format'>> {
  const read: LineSplit['parts'][number][] = [];
  for (const [index, part] of parts.entries()) {
    const entered = await findEnteredOrder(tx, part.order_id, `parts/${index}/order_id`);
    if (!entered.ok) return entered;
    read.push({ ...part, order_id: entered.value });
  }
  return accept(read);
}

/** The parts of a line, which sum exactly to it: the given ones, and what remains of it. */
function partsOf(line: LineRow, scale: number, parts: LineSplit['parts']): Result<readonly Part[], PartsRefusal> {
  const read: Part[] = [];
  for (const [index, { order_id: orderId, amount }] of parts.entries()) {
    if (read.some((part) => part.orderId === orderId))
      return refuse({ code: 'invalid_format', field: `parts/${index}/order_id`, message: 'line_order_twice' });
    const parsed = parseAmount(amount, { scale, precision: scale });
    if (!parsed.ok || parsed.minor <= 0n) return refuse({ code: 'not_allowed_amount', field: `parts/${index}/amount` });
    read.push({ orderId, amount: parsed.minor });
  }
  const rest = BigInt(line.amount) - read.reduce((total, { amount }) => total + amount, 0n);
  if (rest < 0n || (rest === 0n && read.length === 1))
    return refuse({ code: 'not_allowed_amount', field: `parts/${read.length - 1}/amount`, message: 'line_parts_exceed' });
  return accept(rest === 0n ? read : [...read, { orderId: null, amount: rest }]);
}

/** Distinguishes the parts of a line from each other and from every imported line; sorts them as they were given. */
const fingerprintOf = (line: LineRow, index: number): Buffer =>
  Buffer.concat([Buffer.from([index]), createHash('sha256').update(`part ${index} of ${line.id}`).digest().subarray(1)]);

async function insertPart(deps: MatchDeps, tx: Tx, line: LineRow, { part, index, by }: { part: Part; index: number; by: string }) {
  const id = deps.random.uuid();
  await insertLine(tx, {
    id,
    code: line.payment_system_code,
    wallet: line.wallet,
    requisiteId: line.requisite_id,
    fingerprint: fingerprintOf(line, index),
    source: line.source,
    by,
    now: deps.clock.now(),
    splitOf: line.id,
    amount: part.amount,
    at: line.at.getTime(),
    isDayOnly: line.is_day_only,
    reference: line.reference,
    lastDigits: line.last_digits,
    sender: line.sender,
    text: line.text,
  });
  return id;
}

/** Records a part at its order like a whole line. The note is stored only with the orders, where erasure reaches it (decision 0079). */
async function matchPart(
  deps: MatchDeps,
  tx: Tx,
  { id, orderId, input }: { readonly id: string; readonly orderId: string; readonly input: LineSplit },
): Promise<Result<null, MatchRefusal>> {
  const line = await findLine(tx, id);
  if (!line) return refuse({ code: 'not_found' });
  const chosen = await chosenMatch(tx, line, { order_id: orderId, is_same: false, reason: input.note });
  if (!chosen.ok) return chosen;
  const { operatorId, note: reason } = input;
  return await matchLine(deps, tx, { line, orderId, entryReference: null, reason, operatorId, isInSuspense: true });
}

/**
 * Splits a line in suspense between orders, all parts or none: a refused part rolls everything back. What remains is a line in suspense of
 * its own. Orders are locked sorted by id, so that two splits cannot deadlock.
 */
export async function splitLine(deps: MatchDeps, tx: Tx, input: LineSplit): Promise<Result<null, MatchRefusal>> {
  const { id, note, operatorId } = input;
  const line = await lockLine(tx, id);
  if (!line) return refuse({ code: 'not_found' });
  if (line.state !== 'unmatched') return refuse({ code: 'order_state_conflict', message: 'line_settled_meanwhile' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const system = deps.catalogue.paymentSystem(line.payment_system_code);
  if (!system) return refuse({ code: 'not_found' });
  const entered = await withOrderIds(tx, input.parts);
  if (!entered.ok) return entered;
  const parts = partsOf(line, system.scale, entered.value);
  if (!parts.ok) return parts;
  for (const { order_id: orderId } of entered.value.toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1))) await lockOrder(tx, orderId);
  const now = deps.clock.now();
  if (!(await saveResolution(tx, line.id, { state: 'split', reference: null, note: null, by: operatorId, now })))
    return refuse({ code: 'order_state_conflict', message: 'line_settled_meanwhile' });
  const money = { lineId: line.id, wallet: line.wallet, asset: system.asset, amount: BigInt(line.amount) };
  const inserted: { readonly id: string; readonly part: Part }[] = [];
  for (const [index, part] of parts.value.entries())
    inserted.push({ id: await insertPart(deps, tx, line, { part, index, by: operatorId }), part });
  const postings = inserted.map(({ id: lineId, part }) => splitUnmatched(money, { lineId, amount: part.amount }));
  await post(deps, tx, postings, { orderId: null, actor: 'operator', actorId: operatorId, reason: `bank line ${line.id}` });
  for (const { id: partId, part } of inserted) {
    if (part.orderId === null) continue;
    const matched = await matchPart(deps, tx, { id: partId, orderId: part.orderId, input });
    if (!matched.ok) return matched;
  }
  deps.live.hint(tx, LINES_CHANNEL, line.id);
  const shown = parts.value.map(({ orderId, amount }) => ({ order_id: orderId, amount: formatAmount(amount, system.scale) }));
  const detail = { line_id: line.id, payment_system_id: line.payment_system_code, parts: shown };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'bank_line.split', subjectType: 'bank_line', subjectId: line.id, detail });
  return accept(null);
}
