import {
  type AlarmTryAttributes,
  officeGetAlarmTry,
  officeGetOwnAlarms,
  officeSaveOwnAlarms,
  officeTryAlarms,
} from '#contract/office/shop/alarms.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { alertByMail, alertByTelegram } from './send-alerts.ts';
import { findChoice, findLastTest, saveChoice } from './store.ts';

async function testResponse(db: Queryable) {
  const lastMessage = await findLastTest(db);
  const attributes: AlarmTryAttributes = {
    asked_at: lastMessage === undefined ? null : toRfc3339(lastMessage.asked_at.getTime()),
    sent_at: lastMessage?.sent_at ? toRfc3339(lastMessage.sent_at.getTime()) : null,
    problem: lastMessage?.problem ?? null,
  };
  return { data: { type: 'alarm_tries', id: 'last', attributes } };
}

const choiceResponse = (byMail: boolean) => ({ data: { type: 'own_alarms', id: 'own', attributes: { by_mail: byMail } } });

/** An operator's own choice about alarms of lower importance. */
const ownRoutes = (deps: Deps): Route[] => [
  route(officeGetOwnAlarms, async ({ visitor: operator }) => {
    return accept(choiceResponse((await findChoice(deps.db, operator.userId)) ?? deps.shop.of('alarms').staff_by_mail));
  }),
  route(officeSaveOwnAlarms, async ({ visitor: operator, body: { by_mail: byMail }, tx }) => {
    const { userId: actorId } = operator;
    await saveChoice(tx, actorId, byMail);
    const detail = { by_mail: byMail };
    await recordAudit(deps, tx, { actorId, action: 'alarms.choose', subjectType: 'user', subjectId: actorId, detail });
    return accept(choiceResponse(byMail));
  }),
];

/** Office routes to test whether alarms arrive (domain 11). */
export const officeAlarmRoutes = (deps: Deps): Route[] => [
  ...ownRoutes(deps),
  route(officeGetAlarmTry, async () => {
    return accept(await testResponse(deps.db));
  }),
  route(officeTryAlarms, async ({ visitor: operator, locale, tx }) => {
    const { email, userId: actorId } = operator;
    await alertByTelegram(deps, tx, null);
    await alertByMail(deps, tx, { incidentId: null, email, locale });
    await recordAudit(deps, tx, { actorId, action: 'alarms.try', subjectType: 'settings', subjectId: 'alarms', detail: {} });
    return accept(await testResponse(tx));
  }),
];
