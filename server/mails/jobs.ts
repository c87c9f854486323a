import { LETTERS_KEPT_MS } from '#core/mail/allowance.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { LetterKinds } from './letter-kind.ts';
import { createPostman } from './postman.ts';
import { purgeLetters } from './store.ts';

const LOOK_EVERY_MS = 250;

/** Letters go out as they are due; old ones are forgotten. */
export function mailJobs(deps: Deps, letterKinds: LetterKinds): void {
  const postman = createPostman({ ...deps, letterKinds });
  deps.queue.every('send-mails', LOOK_EVERY_MS, postman.pass);
  deps.queue.every('purge-letters', HOUR_MS, async () => await purgeLetters(deps.db, deps.clock.now() - LETTERS_KEPT_MS));
}
