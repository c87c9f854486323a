import type { Module } from '#server/module.ts';
import { alarmMails } from './alarm-mails.ts';
import { ALARM_MAIL } from './send-alerts.ts';
import { alarmJobs } from './jobs.ts';
import { officeAlarmRoutes } from './office-routes.ts';

export const alarmsModule: Module = {
  name: 'alarms',
  tables: ['alarm_choices', 'alarm_messages'],
  routes: officeAlarmRoutes,
  jobs: (deps, { adapters }) => alarmJobs(deps, adapters.messenger),
  emails: (deps) => ({ [ALARM_MAIL]: alarmMails(deps) }),
};
