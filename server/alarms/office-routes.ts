import {
  type AlarmTryAttributes,
  officeGetAlarmTry,
  officeGetOwnAlarms,
  officeSaveOwnAlarms,
  officeTryAlarms,
} from '#contract/office-alarms.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { callByMail, callByTelegram } from './call-people.ts';
import { findChoice, lastTry, saveChoice } from './store.ts';

async function shown(db: Queryable) {
  const last = await lastTry(db);
  const attributes: AlarmTryAttributes = {
    asked_at: last === undefined ? null : toRfc3339(last.asked_at.getTime()),
    sent_at: last?.sent_at ? toRfc3339(last.sent_at.getTime()) : null,
    problem: last?.problem ?? null,
  };
  return { data: { type: 'alarm_tries', id: 'last', attributes } };
}

const shownChoice = (byMail: boolean) => ({ data: { type: 'own_alarms', id: 'own', attributes: { by_mail: byMail } } });

/** Each says for himself what he wants of the alarms that do not matter so much. */
const ownRoutes = (deps: Deps): Route[] => [
  route(officeGetOwnAlarms, async ({ visitor: operator }) => {
    return accept(shownChoice((await findChoice(deps.db, operator.userId)) ?? deps.shop.of('alarms').staff_by_mail));
  }),
  route(officeSaveOwnAlarms, async ({ visitor: operator, body: { by_mail: byMail }, tx }) => {
    const { userId: actorId } = operator;
    await saveChoice(tx, actorId, byMail);
    const detail = { by_mail: byMail };
    await recordAudit(deps, tx, { actorId, action: 'alarms.choose', subjectType: 'user', subjectId: actorId, detail });
    return accept(shownChoice(byMail));
  }),
];

/** The owner tries whether alarms arrive (domain 11). */
export const officeAlarmRoutes = (deps: Deps): Route[] => [
  ...ownRoutes(deps),
  route(officeGetAlarmTry, async () => {
    return accept(await shown(deps.db));
  }),
  route(officeTryAlarms, async ({ visitor: operator, locale, tx }) => {
    const { email, userId: actorId } = operator;
    await callByTelegram(deps, tx, null);
    await callByMail(deps, tx, { incidentId: null, email, locale });
    await recordAudit(deps, tx, { actorId, action: 'alarms.try', subjectType: 'settings', subjectId: 'alarms', detail: {} });
    return accept(await shown(tx));
  }),
];
