import { MAIL_RETENTION_MS } from '#core/mail/allowance.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Messenger } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { sendAlerts } from './send-alerts.ts';
import { sendTelegram } from './send-telegram.ts';
import { purgeMessages } from './store.ts';

/** Alarms are sent within a second; old messages are deleted. */
export function alarmJobs(deps: Deps, messenger: Messenger | undefined): void {
  deps.queue.every('call-people', SECOND_MS, () => sendAlerts(deps));
  // The messenger accepts one message per second for a chat
  deps.queue.every('send-telegram', SECOND_MS, () => sendTelegram({ ...deps, messenger }));
  deps.queue.every('purge-alarms', HOUR_MS, async () => void (await purgeMessages(deps.db, deps.clock.now() - MAIL_RETENTION_MS)));
}
