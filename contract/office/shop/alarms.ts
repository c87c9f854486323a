import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

export const AlarmTryAttributes = z.object({
  /** Null: nobody has tried yet. */
  asked_at: z.nullable(z.string()),
  /** When the messenger took it. */
  sent_at: z.nullable(z.string()),
  /** Why it has not gone: `no_bot`, `no_chat`, or what the messenger said. */
  problem: z.nullable(z.string()),
});
export type AlarmTryAttributes = z.output<typeof AlarmTryAttributes>;

export const OwnAlarmAttributes = z.object({
  /** Whether the caller gets e-mails about alarms of the role. E-mails about money are always sent. */
  by_mail: z.boolean(),
});

const own = { kind: 'resource', type: 'own_alarms', attributes: OwnAlarmAttributes, status: 200 } as const;

export const officeGetOwnAlarms = endpoint({
  name: 'officeGetOwnAlarms',
  summary: 'Whether the caller gets letters about alarms that do not matter so much',
  method: 'GET',
  path: '/api/office/v1/alarms/own',
  action: 'enter_office',
  reply: own,
  refusals: [],
});

export const officeSaveOwnAlarms = endpoint({
  name: 'officeSaveOwnAlarms',
  summary: 'Says whether the caller wants them; what matters comes to him all the same',
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
  summary: 'What became of the last message that tried the messenger',
  method: 'GET',
  path: '/api/office/v1/alarms/try',
  action: 'change_settings',
  reply,
  refusals: [],
});

export const officeTryAlarms = endpoint({
  name: 'officeTryAlarms',
  summary: 'Sends a test message to the chat and to whoever asks; the answer tells that it is on its way',
  method: 'POST',
  path: '/api/office/v1/alarms/try',
  action: 'change_settings',
  body: z.object({}),
  reply,
  refusals: [],
});
