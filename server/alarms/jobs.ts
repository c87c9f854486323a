import { LETTERS_KEPT_MS } from '#core/mail/allowance.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { Messenger } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { callPeople } from './call-people.ts';
import { sendTelegram } from './send-telegram.ts';
import { purgeMessages } from './store.ts';

/** People are called within a second; what was told long ago is forgotten. */
export function alarmJobs(deps: Deps, messenger: Messenger | undefined): void {
  deps.queue.every('call-people', SECOND_MS, () => callPeople(deps));
  // A chat takes one message a second
  deps.queue.every('send-telegram', SECOND_MS, () => sendTelegram({ ...deps, messenger }));
  deps.queue.every('purge-alarms', HOUR_MS, async () => void (await purgeMessages(deps.db, deps.clock.now() - LETTERS_KEPT_MS)));
}
