import { DEFAULT_LOCALE, type Locale } from '#core/locale.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Bot, BotUpdate } from '#server/adapters/messengers/port.ts';
import type { Deps } from '#server/deps.ts';
import { isUnavailable } from '#server/platform/errors.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type BotRow, releaseLease, markHandled, saveBotSeen, acquireLease } from './bot-store.ts';
import { createChatLimits } from './chat-limits.ts';
import type { BotHandler, BotMessage, ReceivedFile } from './handler.ts';
import { endLinksOfChat, linksOfChat } from './link-store.ts';
import { deleteUnsentOfChat } from './message-store.ts';

type RunDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'log'>;

/** Longer than a call for updates takes. */
const LEASE_MS = MINUTE_MS;
const NAME_TTL_MS = HOUR_MS;
/** After a week without updates Telegram restarts their numbers, so an old offset is not used. */
const OFFSET_VALID_MS = 6 * DAY_MS;
/** Tries of an update before it is marked as failed, so that it does not block later ones. */
const MAX_TRIES = 3;
const MAX_WAIT_MS = MINUTE_MS;
/** Telegram's limit of a message's text. */
const MAX_TEXT_LENGTH = 4096;

const COMMAND = /^\/([a-z0-9_]{1,32})(?:@\w{1,64})?(?:\s+([\s\S]*))?$/i;

type MessageUpdate = Extract<BotUpdate, { kind: 'message' }>;

/** Checks the bytes of an untrusted file and stores it. */
export type StoreFile = (bytes: Buffer, chat: string) => Promise<ReceivedFile>;

/** The largest file that is fetched. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface RunnerOptions {
  readonly bot: Bot;
  readonly handlers: readonly BotHandler[];
  readonly storeFile: StoreFile;
}

/** Fetches and stores a message's file. This happens before the transaction, which must contain no network calls. */
async function receiveFile({ bot, storeFile }: RunnerOptions, { chat, file }: MessageUpdate): Promise<ReceivedFile | null> {
  if (file === null) return null;
  if ((file.size ?? 0) > MAX_FILE_BYTES) return { outcome: 'too_large' };
  const fetched = await bot.fetch(file.id, MAX_FILE_BYTES);
  if (fetched.outcome === 'too_large') return fetched;
  return fetched.outcome === 'fetched' ? await storeFile(fetched.bytes, chat) : { outcome: 'not_fetched' };
}

async function messageOf(tx: Tx, { update, file }: { update: MessageUpdate; file: ReceivedFile | null }, at: number): Promise<BotMessage> {
  const links = await linksOfChat(tx, update.chat);
  const text = (update.text ?? '').slice(0, MAX_TEXT_LENGTH);
  const [, command, argument] = file === null ? (COMMAND.exec(text) ?? []) : [];
  const guessedLocale: Locale = update.language === null || /^(ru|be|uk|kk)/.test(update.language) ? DEFAULT_LOCALE : 'en';
  return {
    updateId: update.id,
    chat: update.chat,
    command: command?.toLowerCase() ?? null,
    text: command === undefined ? text : (argument ?? ''),
    file,
    locale: links[0]?.locale ?? guessedLocale,
    links,
    at,
  };
}

/** Handles updates, each in the transaction that marks it as handled, so that one repeated after a crash takes effect once. */
function createUpdateHandler(deps: RunDeps, options: RunnerOptions) {
  const { bot, handlers } = options;
  const limits = createChatLimits(deps.clock);
  let failing = { updateId: -1, times: 0 };

  /** Prepares an update; undefined when there is nothing to handle or the chat is over its limit. */
  async function prepare(update: BotUpdate): Promise<{ readonly update: MessageUpdate; readonly file: ReceivedFile | null } | undefined> {
    if (update.kind !== 'message' || !limits.allow(update.chat)) return undefined;
    if (update.file !== null && !limits.allowFile(update.chat)) return { update, file: { outcome: 'too_many' } };
    return { update, file: await receiveFile(options, update) };
  }

  async function handle(tx: Tx, update: BotUpdate, prepared: Awaited<ReturnType<typeof prepare>>): Promise<void> {
    const now = deps.clock.now();
    if (!(await markHandled(tx, { botId: bot.id, updateId: update.id, now, hasFailed: false }))) return;
    if (update.kind === 'blocked') {
      await endLinksOfChat(tx, update.chat, 'blocked', now);
      await deleteUnsentOfChat(tx, update.chat);
    }
    if (prepared === undefined) return;
    const message = await messageOf(tx, prepared, now);
    for (const handler of handlers) if (handler.takes(message) && (await handler.handle(tx, message))) return;
  }

  /** Handles an update. False if it failed for now: Telegram will repeat it. */
  return async (update: BotUpdate): Promise<boolean> => {
    try {
      const prepared = await prepare(update);
      await deps.db.tx(async (tx) => await handle(tx, update, prepared));
      return true;
    } catch (error) {
      logFailure(deps.log, { error, update: update.id }, 'telegram_update_failed');
      if (isUnavailable(error)) return false;
      failing = { updateId: update.id, times: failing.updateId === update.id ? failing.times + 1 : 1 };
      if (failing.times < MAX_TRIES) return false;
      await deps.db.tx(async (tx) => await markHandled(tx, { botId: bot.id, updateId: update.id, now: deps.clock.now(), hasFailed: true }));
      return true;
    }
  };
}

/** Reads the bot's user name, asked again after an hour; undefined while it is unknown. */
function createNameReader({ clock, log }: RunDeps, bot: Bot): () => Promise<string | undefined> {
  let cached: { readonly username: string; readonly at: number } | undefined;
  return async () => {
    const now = clock.now();
    if (cached !== undefined && now - cached.at < NAME_TTL_MS) return cached.username;
    const answer = await bot.me();
    if (answer.outcome === 'known') cached = { username: answer.username, at: now };
    else log.warn({ reason: answer.reason }, 'telegram_bot_unknown');
    return cached?.username;
  };
}

/** Time without calls after a failed one; it doubles with each failure. */
function createBackOff({ clock, log }: RunDeps) {
  let until = 0;
  let failures = 0;
  return {
    isActive: () => clock.now() < until,
    reset: () => void (failures = 0),
    extend(reason: string, afterMs: number): void {
      failures += 1;
      log.warn({ reason, failures }, 'telegram_updates_failed');
      until = clock.now() + Math.max(afterMs, Math.min(SECOND_MS * 2 ** Math.min(failures, 10), MAX_WAIT_MS));
    },
  };
}

/** Polls and handles the bot's updates. Of all processes only the holder of the lease polls. */
export function createBotRunner(deps: RunDeps, options: RunnerOptions) {
  const { bot } = options;
  const holder = deps.random.uuid();
  const stopping = new AbortController();
  const handleUpdate = createUpdateHandler(deps, options);
  const readName = createNameReader(deps, bot);
  const backOff = createBackOff(deps);

  async function acquire(): Promise<BotRow | undefined> {
    const now = deps.clock.now();
    return await acquireLease(deps.db, { botId: bot.id, holder, now, until: now + LEASE_MS });
  }

  async function poll(row: BotRow): Promise<void> {
    const now = deps.clock.now();
    const isOld = row.last_update_at === null || now - row.last_update_at.getTime() > OFFSET_VALID_MS;
    const answer = await bot.updates(isOld || row.next_update === null ? null : Number(row.next_update), stopping.signal);
    if (stopping.signal.aborted) return;
    if (answer.outcome !== 'updates') return backOff.extend(answer.reason, answer.outcome === 'later' ? answer.afterMs : 0);
    backOff.reset();
    for (const update of answer.updates) {
      // Files take time, so the loop stops if another process has taken the lease
      if (update.kind === 'message' && update.file !== null && (await acquire()) === undefined) return;
      if (!(await handleUpdate(update))) return;
    }
  }

  return {
    /** Polls once, for half a minute at most; does nothing while another process polls. */
    async pollOnce(): Promise<void> {
      if (stopping.signal.aborted || backOff.isActive()) return;
      const row = await acquire();
      if (row === undefined) return;
      const username = await readName();
      if (username === undefined) return backOff.extend('no_name', 0);
      await saveBotSeen(deps.db, bot.id, { username, now: deps.clock.now() });
      await poll(row);
    },
    /** Aborts the open call and releases the lease. */
    async stop(): Promise<void> {
      stopping.abort();
      await releaseLease(deps.db, bot.id, holder).catch((error: unknown) => logFailure(deps.log, { error }, 'telegram_bot_not_left'));
    },
  };
}
