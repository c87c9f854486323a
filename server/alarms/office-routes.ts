import { type AlarmTryAttributes, officeGetAlarmTry, officeTryAlarms } from '#contract/office-alarms.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { requireOperator } from '#server/operators/require-operator.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { callByMail, callByTelegram } from './call-people.ts';
import { lastTry } from './store.ts';

async function shown(db: Queryable) {
  const last = await lastTry(db);
  const attributes: AlarmTryAttributes = {
    asked_at: last === undefined ? null : toRfc3339(last.asked_at.getTime()),
    sent_at: last?.sent_at ? toRfc3339(last.sent_at.getTime()) : null,
    problem: last?.problem ?? null,
  };
  return { data: { type: 'alarm_tries', id: 'last', attributes } };
}

/** The owner tries whether alarms arrive (domain 11). */
export const officeAlarmRoutes = (deps: Deps): Route[] => [
  route(officeGetAlarmTry, async ({ visitor }) => {
    const operator = requireOperator(visitor, 'change_settings');
    return operator.ok ? accept(await shown(deps.db)) : operator;
  }),
  route(officeTryAlarms, async ({ visitor, locale, tx }) => {
    const operator = requireOperator(visitor, 'change_settings');
    if (!operator.ok) return operator;
    const { email, userId: actorId } = operator.value;
    await callByTelegram(deps, tx, null);
    await callByMail(deps, tx, { incidentId: null, email, locale });
    await recordAudit(deps, tx, { actorId, action: 'alarms.try', subjectType: 'settings', subjectId: 'alarms', detail: {} });
    return accept(await shown(tx));
  }),
];
