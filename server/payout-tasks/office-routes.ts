import {
  officeEndTask,
  officeGiveBackTask,
  officeListTasks,
  officeMarkTaskNotSent,
  officeRevealTask,
  officeTakeTask,
} from '#contract/office-payout-tasks.ts';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { payersFieldsOf, valueLines } from '#server/orders/readable-requisites.ts';
import { pageMeta, pageOf } from '#server/platform/http/page-of.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { presentTask, shownAfter } from './present-task.ts';
import { officeProofRoutes } from './office-proof-routes.ts';
import { countTasks, listTasks } from './store.ts';
import { endTask, giveBackTask, markTaskNotSent, revealTask, takeTask } from './work-on-task.ts';

const listRoute = (deps: Deps): Route =>
  route(officeListTasks, async (call) => {
    const operator = call.visitor;
    const { query, locale } = call;
    const filter = { state: query.state ?? 'open', code: query.payment_system_id, q: query.q?.trim() || undefined };
    const page = pageOf(call);
    const [{ rows, ends }, total, waiting] = await Promise.all([
      listTasks(deps.db, filter, page),
      countTasks(deps.db, filter, page.most),
      countTasks(deps.db, { state: 'open', code: undefined, q: undefined }),
    ]);
    const reader = { operatorId: operator.userId, locale };
    return accept({
      data: rows.map((row) => ({ type: 'payout_tasks', id: row.reference, attributes: presentTask(deps, row, reader) })),
      page: pageMeta(page, total, ends),
      meta: { waiting },
    });
  });

const deedRoutes = (deps: Deps): Route[] => [
  route(officeTakeTask, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const takeOver = { note: body.take_over_note?.trim() ?? null, formerSaid: body.former_said ?? null };
    const taken = await takeTask(deps, tx, { reference, operatorId, takeOver });
    return taken.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : taken;
  }),
  route(officeGiveBackTask, async ({ params: { id: reference }, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const given = await giveBackTask(deps, tx, { reference, operatorId });
    return given.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : given;
  }),
  route(officeMarkTaskNotSent, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const said = await markTaskNotSent(deps, tx, { reference, operatorId, note: body.note.trim() });
    return said.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : said;
  }),
  route(officeRevealTask, async ({ params: { id: reference }, visitor: operator, locale, tx }) => {
    const shown = await revealTask(deps, tx, { reference, operatorId: operator.userId });
    if (!shown.ok) return shown;
    const system = deps.catalogue.paymentSystem(shown.value.task.payment_system_code);
    const { purpose, values } = shown.value;
    const fields = system === undefined ? [] : purpose === 'payout' ? system.outcomeFields : payersFieldsOf(system);
    const requisites = valueLines(fields, values, locale);
    return accept({ data: { type: 'destinations', id: reference, attributes: { requisites } } });
  }),
  route(officeEndTask, async ({ params: { id: reference }, body, visitor: operator, locale, tx }) => {
    const { userId: operatorId } = operator;
    const { outcome, reference: bankReference, amount, reason } = body;
    const blamesDestination = body.is_destination_wrong === true;
    const ended = await endTask(deps, tx, { reference, operatorId, outcome, bankReference, amount, reason, blamesDestination });
    return ended.ok ? await shownAfter(deps, tx, reference, { operatorId, locale }) : ended;
  }),
];

/** The operators' calls about what people pay. */
export const officePayoutTaskRoutes = (deps: Deps): Route[] => [listRoute(deps), ...deedRoutes(deps), ...officeProofRoutes(deps)];
