import { cleanChatText, MAX_CHAT_TEXT } from '#core/chat/text.ts';
import type { Locale } from '#core/locale.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { KeptFile } from './files.ts';
import { countRecent, insertMessage, insertThread, lockByKey, saveCustomerWord, type ThreadKey, type ThreadRow } from './store.ts';
import { dueOf } from './support.ts';
import { tellChanged } from './tell.ts';

/** So many messages are taken of one talk in five minutes, and in a day (quality R36). */
const SOON_MS = 5 * MINUTE_MS;
const MOST_SOON = 20;
const MOST_A_DAY = 300;

export interface CustomerWord {
  readonly key: ThreadKey;
  readonly text: string;
  readonly file: KeptFile | null;
  readonly aboutOrder: string | null;
  readonly locale: Locale;
  /** Where he wants to be answered, checked; null: he does not say. */
  readonly email: string | null;
  readonly via: 'site' | 'telegram';
  /** The messenger's chat that an answer goes to. */
  readonly telegram: string | null;
  /** What another program calls this message. */
  readonly sourceKey: string | null;
}

type SayDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'shop'>;
type Refused = 'required' | 'too_long' | 'too_many_requests';

/** The thread, written where there is none, locked. One that goes up in another meanwhile is made anew. */
async function openThread({ random, clock }: SayDeps, tx: Tx, { key, locale }: CustomerWord): Promise<ThreadRow> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const found = await lockByKey(tx, key);
    if (found !== undefined) return found;
    await insertThread(tx, { id: random.uuid(), key, locale, now: new Date(clock.now()) });
  }
  throw new Error('a thread that was just written is gone');
}

/** Seconds until this talk has room again; undefined where it has. */
export async function waitOf({ clock }: Pick<Deps, 'clock'>, db: Queryable, threadId: string): Promise<number | undefined> {
  const now = clock.now();
  const { soon, day, oldest } = await countRecent(db, threadId, { soon: new Date(now - SOON_MS), day: new Date(now - DAY_MS) });
  if (soon >= MOST_SOON) return Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + SOON_MS - now) / SECOND_MS));
  return day >= MOST_A_DAY ? HOUR_MS / SECOND_MS : undefined;
}

/** A customer's word: it waits for somebody from now on, also where the talk was closed. Gives its id; null where it is here already. */
export async function sayAsCustomer(deps: SayDeps, tx: Tx, word: CustomerWord): Promise<Result<string | null, Refused>> {
  const text = cleanChatText(word.text);
  if (text === '' && word.file === null) return refuse({ code: 'required', field: 'text' });
  if (text.length > MAX_CHAT_TEXT) return refuse({ code: 'too_long', field: 'text', params: { max: MAX_CHAT_TEXT } });
  const thread = await openThread(deps, tx, word);
  const seconds = await waitOf(deps, tx, thread.id);
  if (seconds !== undefined) return refuse({ code: 'too_many_requests', message: 'chat_too_many', params: { seconds } });
  const now = deps.clock.now();
  const id = deps.random.uuid();
  const nr = await insertMessage(tx, {
    id,
    threadId: thread.id,
    author: 'customer',
    operatorId: null,
    via: word.via,
    text,
    aboutOrder: word.aboutOrder,
    sourceKey: word.sourceKey,
    now: new Date(now),
    answeredAfterSeconds: null,
    file: word.file,
  });
  if (nr === undefined) return accept(null);
  const { locale, email, telegram } = word;
  const dueAt = new Date(dueOf(deps, now));
  await saveCustomerWord(tx, { threadId: thread.id, nr, now: new Date(now), dueAt, locale, email, telegram });
  tellChanged(deps, tx, thread);
  return accept(id);
}
