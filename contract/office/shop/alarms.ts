import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const AlarmTryAttributes = z.object({
  /** Null: no attempt yet. */
  asked_at: z.nullable(z.string()),
  /** When the messenger accepted it. */
  sent_at: z.nullable(z.string()),
  /** Why it was not sent: `no_bot`, `no_chat`, or the messenger's error. */
  problem: z.nullable(z.string()),
});
export type AlarmTryAttributes = z.output<typeof AlarmTryAttributes>;

export const OwnAlarmAttributes = z.object({
  /** Whether the caller receives e-mails about alarms of the caller's role. Alarms about money are always sent. */
  by_mail: z.boolean(),
});

const own = { kind: 'resource', type: 'own_alarms', attributes: OwnAlarmAttributes, status: 200 } as const;

export const officeGetOwnAlarms = endpoint({
  name: 'officeGetOwnAlarms',
  summary: 'Returns whether the caller receives e-mails about optional alarms',
  method: 'GET',
  path: '/api/office/v1/alarms/own',
  action: 'enter_office',
  reply: own,
  refusals: [],
});

export const officeSaveOwnAlarms = endpoint({
  name: 'officeSaveOwnAlarms',
  summary: 'Switches e-mails about optional alarms on or off; mandatory ones are always sent',
  method: 'PUT',
  path: '/api/office/v1/alarms/own',
  action: 'enter_office',
  body: z.object({ by_mail: z.boolean() }),
  reply: own,
  refusals: [],
});

const reply = { kind: 'resource', type: 'alarm_tries', attributes: AlarmTryAttributes, status: 200 } as const;

export const officeGetAlarmTry = endpoint({
  name: 'officeGetAlarmTry',
  summary: 'Returns the result of the last message to the messenger',
  method: 'GET',
  path: '/api/office/v1/alarms/try',
  action: 'change_settings',
  reply,
  refusals: [],
});

export const officeTryAlarms = endpoint({
  name: 'officeTryAlarms',
  summary: 'Queues a test message to the chat and the caller',
  method: 'POST',
  path: '/api/office/v1/alarms/try',
  action: 'change_settings',
  body: z.object({}),
  reply,
  refusals: [],
});
