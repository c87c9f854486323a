import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Bot, BotUpdate } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { isAway } from '#server/platform/away.ts';
import { logThrown } from '#server/platform/db/away.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type BotRow, leaveBot, markHandled, markSeen, takeBot } from './bot-store.ts';
import { createChatLimits } from './chat-limits.ts';
import type { BotHandler, BotMessage, ReceivedFile } from './handler.ts';
import { endLinksOfChat, linksOfChat } from './link-store.ts';
import { dropMessagesOf } from './message-store.ts';

type RunDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log'>;

/** Longer than a call for updates may take. */
const LEASE_MS = MINUTE_MS;
const NAME_EVERY_MS = HOUR_MS;
/** After a week without updates their numbers begin anew somewhere: nothing is asked "from here on" any more. */
const NUMBERS_LAST_MS = 6 * DAY_MS;
/** An update that cannot be handled is tried so often, then marked as failed and left: nobody behind it waits for a bug. */
const TRIES = 3;
const MOST_WAIT_MS = MINUTE_MS;
/** Telegram's own limit; more never reaches a handler. */
const MOST_CHARACTERS = 4096;

const COMMAND = /^\/([a-z0-9_]{1,32})(?:@\w{1,64})?(?:\s+([\s\S]*))?$/i;

type Said = Extract<BotUpdate, { kind: 'message' }>;

/** Looks at the bytes of a stranger's file and keeps what is good of them. */
export type KeepFile = (bytes: Buffer, chat: string) => Promise<ReceivedFile>;

/** The largest file that is fetched. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface RunnerOptions {
  readonly bot: Bot;
  readonly handlers: readonly BotHandler[];
  readonly keepFile: KeepFile;
}

/** What came with a message, fetched and kept before its transaction: nobody waits for a network in one. */
async function receive({ bot, keepFile }: RunnerOptions, { chat, file }: Said): Promise<ReceivedFile | null> {
  if (file === null) return null;
  if ((file.size ?? 0) > MAX_FILE_BYTES) return { outcome: 'too_large' };
  const fetched = await bot.fetch(file.id, MAX_FILE_BYTES);
  if (fetched.outcome === 'too_large') return fetched;
  return fetched.outcome === 'fetched' ? await keepFile(fetched.bytes, chat) : { outcome: 'not_fetched' };
}

async function messageOf(tx: Tx, { update, file }: { update: Said; file: ReceivedFile | null }, at: number): Promise<BotMessage> {
  const links = await linksOfChat(tx, update.chat);
  const text = (update.text ?? '').slice(0, MOST_CHARACTERS);
  const [, command, rest] = file === null ? (COMMAND.exec(text) ?? []) : [];
  const guessed: Locale = update.language === null || /^(ru|be|uk|kk)/.test(update.language) ? DEFAULT_LOCALE : 'en';
  return {
    updateId: update.id,
    chat: update.chat,
    command: command?.toLowerCase() ?? null,
    text: command === undefined ? text : (rest ?? ''),
    file,
    locale: links[0]?.locale ?? guessed,
    links,
    at,
  };
}

/**
 * One process's turn at the bot: of all processes one asks for updates, the others stand by. Each update is handled in the transaction
 * that marks it, so that a process may die anywhere: the update comes again, and is done once.
 */
export function createBotRunner(deps: RunDeps, options: RunnerOptions) {
  const { bot, handlers } = options;
  const holder = deps.random.uuid();
  const stopping = new AbortController();
  const limits = createChatLimits(deps.clock);
  let named: { username: string; at: number } | undefined;
  let failing = { updateId: -1, times: 0 };
  let quietUntil = 0;
  let failures = 0;

  async function take(): Promise<BotRow | undefined> {
    const now = deps.clock.now();
    return await takeBot(deps.db, { botId: bot.id, holder, now, until: now + LEASE_MS });
  }

  /** What is heard of an update before it is handled: undefined where its chat has said too much. */
  async function hear(update: BotUpdate): Promise<{ readonly update: Said; readonly file: ReceivedFile | null } | undefined> {
    if (update.kind !== 'message' || !limits.allow(update.chat)) return undefined;
    if (update.file !== null && !limits.allowFile(update.chat)) return { update, file: { outcome: 'too_many' } };
    return { update, file: await receive(options, update) };
  }

  async function handle(tx: Tx, update: BotUpdate, heard: Awaited<ReturnType<typeof hear>>): Promise<void> {
    const now = deps.clock.now();
    if (!(await markHandled(tx, { botId: bot.id, updateId: update.id, now, hasFailed: false }))) return;
    if (update.kind === 'blocked') {
      await endLinksOfChat(tx, update.chat, 'blocked', now);
      await dropMessagesOf(tx, update.chat);
    }
    if (heard === undefined) return;
    const message = await messageOf(tx, heard, now);
    for (const handler of handlers) if (handler.takes(message) && (await handler.handle(tx, message))) return;
  }

  /** False: it could not be handled now, it comes again. */
  async function settle(update: BotUpdate): Promise<boolean> {
    try {
      const heard = await hear(update);
      await deps.db.tx(async (tx) => await handle(tx, update, heard));
      return true;
    } catch (error) {
      logThrown(deps.log, { error, update: update.id }, 'telegram_update_failed');
      if (isAway(error)) return false;
      failing = { updateId: update.id, times: failing.updateId === update.id ? failing.times + 1 : 1 };
      if (failing.times < TRIES) return false;
      await deps.db.tx(async (tx) => await markHandled(tx, { botId: bot.id, updateId: update.id, now: deps.clock.now(), hasFailed: true }));
      return true;
    }
  }

  async function nameOf(): Promise<string | undefined> {
    const now = deps.clock.now();
    if (named !== undefined && now - named.at < NAME_EVERY_MS) return named.username;
    const answer = await bot.me();
    if (answer.outcome === 'known') named = { username: answer.username, at: now };
    else deps.log.warn({ reason: answer.reason }, 'telegram_bot_unknown');
    return named?.username;
  }

  function wait(reason: string, afterMs: number): void {
    failures += 1;
    deps.log.warn({ reason, failures }, 'telegram_updates_failed');
    quietUntil = deps.clock.now() + Math.max(afterMs, Math.min(SECOND_MS * 2 ** Math.min(failures, 10), MOST_WAIT_MS));
  }

  async function listen(row: BotRow): Promise<void> {
    const now = deps.clock.now();
    const isOld = row.last_update_at === null || now - row.last_update_at.getTime() > NUMBERS_LAST_MS;
    const answer = await bot.updates(isOld || row.next_update === null ? null : Number(row.next_update), stopping.signal);
    if (stopping.signal.aborted) return;
    if (answer.outcome !== 'updates') return wait(answer.reason, answer.outcome === 'later' ? answer.afterMs : 0);
    failures = 0;
    for (const update of answer.updates) {
      // Files take their time: whoever has lost the bot to another process meanwhile leaves the rest to it
      if (update.kind === 'message' && update.file !== null && (await take()) === undefined) return;
      if (!(await settle(update))) return;
    }
  }

  return {
    /** Asks once, for half a minute at most; does nothing while another process asks. */
    async turn(): Promise<void> {
      const now = deps.clock.now();
      if (stopping.signal.aborted || now < quietUntil) return;
      const row = await take();
      if (row === undefined) return;
      const username = await nameOf();
      if (username === undefined) return wait('no_name', 0);
      await markSeen(deps.db, bot.id, { username, now: deps.clock.now() });
      await listen(row);
    },
    /** Ends the call that is open and gives the bot to the next process. */
    async stop(): Promise<void> {
      stopping.abort();
      await leaveBot(deps.db, bot.id, holder).catch((error: unknown) => logThrown(deps.log, { error }, 'telegram_bot_not_left'));
    },
  };
}
