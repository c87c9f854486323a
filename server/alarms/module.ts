import type { Module } from '#server/module.ts';
import { heartbeatRoutes, reportJob } from './answer-heartbeat.ts';
import { heartbeatJob } from './heartbeat.ts';
import { alarmMails } from './alarm-mails.ts';
import { ALARM_MAIL } from './send-alerts.ts';
import { alarmJobs } from './jobs.ts';
import { officeAlarmRoutes } from './office-routes.ts';

export const alarmsModule: Module = {
  name: 'alarms',
  tables: ['alarm_choices', 'alarm_messages', 'jobs_report'],
  routes: (deps) => [...officeAlarmRoutes(deps), ...heartbeatRoutes(deps)],
  jobs(deps, { adapters, config }) {
    alarmJobs(deps, adapters.messenger);
    reportJob(deps);
    if (config.heartbeat !== undefined) heartbeatJob(deps, config.heartbeat);
  },
  emails: (deps) => ({ [ALARM_MAIL]: alarmMails(deps) }),
};
