import {
  officeAddTaskProof,
  officeEndTask,
  officeGetTaskProof,
  officeGiveBackTask,
  officeListTasks,
  officeRevealTask,
  officeTakeTask,
  type PayoutTaskAttributes,
} from '#contract/office-payout-tasks.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Locale } from '#core/locale.ts';
import { PAYOUT_PURPOSES } from '#core/payout.ts';
import { taskActions } from '#core/payout-task.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { requireOperator } from '#server/operators/require-operator.ts';
import { payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route, routeAfter } from '#server/platform/http/route.ts';
import { addProof, keepProof } from './proof.ts';
import { countTasks, findTask, listTasks, type TaskRow } from './store.ts';
import { endTask, giveBackTask, revealTask, takeTask } from './work-on-task.ts';

interface Reader {
  readonly operatorId: string;
  readonly locale: Locale;
}

const moment = (at: Date | null): string | null => (at === null ? null : toRfc3339(at.getTime()));

function present(deps: Pick<Deps, 'catalogue'>, row: TaskRow, { operatorId, locale }: Reader): PayoutTaskAttributes {
  const system = deps.catalogue.paymentSystem(row.payment_system_code);
  const isMine = row.taken_by === operatorId;
  return {
    subject: row.subject_id,
    purpose: PAYOUT_PURPOSES.find((purpose) => purpose === row.purpose) ?? null,
    payment_system_id: row.payment_system_code,
    payment_system_name: system?.name[locale] ?? row.payment_system_code,
    amount: formatAmount(BigInt(row.amount), system?.scale ?? 0),
    currency_iso_code: system?.currency ?? '',
    destination_masked: row.destination_masked,
    state: row.state,
    asked_at: toRfc3339(row.asked_at.getTime()),
    taken_by: row.taken_by_name,
    taken_at: moment(row.taken_at),
    is_mine: isMine,
    bank_reference: row.bank_reference,
    reason: row.reason,
    ended_by: row.ended_by_name,
    ended_at: moment(row.ended_at),
    has_proof: row.proof_key !== null,
    allowed_actions: taskActions(row.state, isMine, row.proof_key !== null),
  };
}

const listRoute = (deps: Deps): Route =>
  route(officeListTasks, async (call) => {
    const operator = requireOperator(call.visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const { query, locale } = call;
    const filter = { state: query.state ?? 'open', code: query.payment_system_id, q: query.q?.trim() || undefined };
    const page = pageOf(call);
    const [{ rows, ends }, total, waiting] = await Promise.all([
      listTasks(deps.db, filter, page),
      countTasks(deps.db, filter, page.most),
      countTasks(deps.db, { state: 'open', code: undefined, q: undefined }),
    ]);
    const reader = { operatorId: operator.value.userId, locale };
    return accept({
      data: rows.map((row) => ({ type: 'payout_tasks', id: row.reference, attributes: present(deps, row, reader) })),
      page: pageMeta(page, total, ends),
      meta: { waiting },
    });
  });

type Shown = Result<
  { readonly data: { readonly type: string; readonly id: string; readonly attributes: PayoutTaskAttributes } },
  'not_found'
>;

async function shownAfter(deps: Deps, tx: Tx, reference: string, reader: Reader): Promise<Shown> {
  const row = await findTask(tx, reference);
  return row
    ? accept({ data: { type: 'payout_tasks', id: row.reference, attributes: present(deps, row, reader) } })
    : refuse({ code: 'not_found' });
}

const deedRoutes = (deps: Deps): Route[] => [
  route(officeTakeTask, async ({ params: { id: reference }, body, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const { userId: operatorId } = operator.value;
    const taken = await takeTask(deps, tx, { reference, operatorId, takeOverNote: body.take_over_note?.trim() ?? null });
    return taken.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : taken;
  }),
  route(officeGiveBackTask, async ({ params: { id: reference }, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const { userId: operatorId } = operator.value;
    const given = await giveBackTask(deps, tx, { reference, operatorId });
    return given.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : given;
  }),
  route(officeRevealTask, async ({ params: { id: reference }, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const shown = await revealTask(deps, tx, { reference, operatorId: operator.value.userId });
    if (!shown.ok) return shown;
    const system = deps.catalogue.paymentSystem(shown.value.task.payment_system_code);
    const { purpose, values } = shown.value;
    const fields = system === undefined ? [] : purpose === 'payout' ? system.outcomeFields : payersFieldsOf(system);
    const requisites = valueLines(fields, values, locale);
    return accept({ data: { type: 'destinations', id: reference, attributes: { requisites } } });
  }),
  route(officeEndTask, async ({ params: { id: reference }, body, visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const { userId: operatorId } = operator.value;
    const { outcome, reference: bankReference, amount, reason } = body;
    const blamesDestination = body.is_destination_wrong === true;
    const ended = await endTask(deps, tx, { reference, operatorId, outcome, bankReference, amount, reason, blamesDestination });
    return ended.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : ended;
  }),
];

const proofRoutes = (deps: Deps): Route[] => [
  routeAfter(
    officeAddTaskProof,
    async ({ params: { id: reference }, files, visitor }) => {
      const operator = requireOperator(visitor, 'handle_payouts');
      if (!operator.ok) return operator;
      const file = files['proof'];
      if (!file) return refuse({ code: 'invalid_file_type', field: 'proof' });
      return await keepProof(deps, { reference, operatorId: operator.value.userId, bytes: file.bytes });
    },
    async ({ params: { id: reference }, visitor, locale, tx, prepared: proof }) => {
      const operator = requireOperator(visitor, 'handle_payouts');
      if (!operator.ok) return operator;
      const { userId: operatorId } = operator.value;
      const added = await addProof(deps, tx, { reference, operatorId, proof });
      return added.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : added;
    },
  ),
  route(officeGetTaskProof, async ({ params, visitor }) => {
    const operator = requireOperator(visitor, 'handle_payouts');
    if (!operator.ok) return operator;
    const task = await findTask(deps.db, params.id);
    const bytes = task?.proof_key == null ? undefined : await deps.files.get(task.proof_key);
    if (!bytes) return refuse({ code: 'not_found' });
    return accept({ bytes, fileName: `payout-${params.id}.pdf`, disposition: 'attachment' });
  }),
];

/** The operators' calls about what people pay. */
export const officePayoutTaskRoutes = (deps: Deps): Route[] => [listRoute(deps), ...deedRoutes(deps), ...proofRoutes(deps)];
