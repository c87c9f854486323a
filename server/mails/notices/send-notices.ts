import { createHash } from 'node:crypto';
import { retryDelayMs } from '#core/mail/allowance.ts';
import { canWait, MERGE_FROM, type NoticeEvent, NOTICES_PER_DAY } from '#core/notices/events.ts';
import { quietUntil } from '#core/notices/quiet-hours.ts';
import { DAY_MS, MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { EmailContent, EmailKinds } from '#server/mails/email-kind.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import { MORE } from '#server/platform/queue/queue.ts';
import type { ChannelAnswer, Notice, NoticeChannel } from './channel.ts';
import { findNoticeSettings, isNoticeEnabled, type NoticeSettings } from './notice-settings.ts';
import * as store from './store.ts';

export type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 't'> & {
  readonly emailKinds: EmailKinds;
  readonly channels: readonly NoticeChannel[];
};

const GIVE_UP_AFTER_MS = DAY_MS;

interface ReadyNotice {
  readonly waiting: store.WaitingNotice;
  readonly content: EmailContent;
  readonly event: NoticeEvent;
}

/** The URL without any token, because a guest's order token appears only in mails. */
function plainUrl({ settings }: NoticeDeps, { line, notice }: EmailContent): string {
  const url = new URL(notice?.url ?? line.url);
  const { origin } = new URL(settings.publicUrl);
  return url.origin === origin ? `${origin}${url.pathname}` : origin;
}

/** Equal for the same notices in every process. */
function idOf(notices: readonly store.WaitingNotice[]): string {
  const text = notices.map(({ id, version }) => `${id}.${version}`).join();
  const hex = createHash('sha256').update(`notice ${text}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

function singleNotice(deps: NoticeDeps, { waiting, content }: ReadyNotice): Notice {
  const { email, line, locale, notice } = content;
  return {
    id: idOf([waiting]),
    topic: `${waiting.kind}.${waiting.subject}`,
    locale,
    title: email.heading,
    text: [line.label, notice?.text ?? email.lead].filter((text) => text !== '').join('. '),
    url: plainUrl(deps, content),
  };
}

/** Several notices at once as one message. */
function mergedNotice(deps: NoticeDeps, all: readonly ReadyNotice[]): Notice {
  const locale = all.at(-1)?.content.locale ?? 'ru';
  return {
    id: idOf(all.map(({ waiting }) => waiting)),
    topic: 'several',
    locale,
    title: deps.t(locale, 'notices.several', { count: all.length }),
    text: all.map(({ content }) => `${content.line.label}: ${content.email.heading}`).join('\n'),
    url: deps.settings.publicUrl,
  };
}

/** Prepares a notice that can be sent now. Undefined if it was dropped or deferred. */
async function prepareNotice(
  deps: NoticeDeps,
  waiting: store.WaitingNotice,
  settings: NoticeSettings | undefined,
): Promise<ReadyNotice | undefined> {
  const { kind, subject, version, topic, is_paid: isPaid, channel } = waiting;
  const content = await deps.emailKinds[kind]?.compose({ kind, subject, version, topic, isPaid });
  const event = content?.notice?.event;
  const isDisabled = event !== undefined && settings !== undefined && !isNoticeEnabled(settings, channel, event);
  if (content === undefined || event === undefined || isDisabled) {
    await store.dropNotice(deps.db, waiting);
    return undefined;
  }
  const quiet = settings?.quiet ?? null;
  const until = quiet !== null && canWait(event) ? quietUntil(deps.clock.now(), quiet) : undefined;
  if (until !== undefined) await store.deferNotice(deps.db, waiting, until);
  return until === undefined ? { waiting, content, event } : undefined;
}

async function saveAnswer(deps: NoticeDeps, sent: readonly ReadyNotice[], answer: ChannelAnswer): Promise<void> {
  const now = deps.clock.now();
  for (const { waiting } of sent) {
    const shouldGiveUp = now - waiting.changed_at.getTime() > GIVE_UP_AFTER_MS;
    if (answer.outcome === 'told') await store.markSent(deps.db, waiting, now);
    else if (answer.outcome === 'gone' || shouldGiveUp) await store.dropNotice(deps.db, waiting);
    else await store.postponeNotice(deps.db, waiting, now + Math.max(answer.afterMs, retryDelayMs(waiting.attempts)));
  }
}

/** Sends one channel its due notices, oldest first, one by one or merged when there are many. */
async function sendToPlace(deps: NoticeDeps, all: readonly [store.WaitingNotice, ...store.WaitingNotice[]]): Promise<void> {
  const [{ channel: name, place_id: placeId }] = all;
  const channel = deps.channels.find((candidate) => candidate.name === name);
  const place = channel && (await store.findPlace(deps.db, all[0]));
  const since = deps.clock.now() - DAY_MS;
  const isOverLimit = (await store.countSent(deps.db, placeId, since)) >= NOTICES_PER_DAY;
  if (channel === undefined || place === undefined || isOverLimit) {
    for (const waiting of all) await store.dropNotice(deps.db, waiting);
    return;
  }
  const settings = place.user_id === null ? undefined : await findNoticeSettings(deps.db, place.user_id);
  const ready: ReadyNotice[] = [];
  for (const waiting of all) {
    try {
      const prepared = await prepareNotice(deps, waiting, settings);
      if (prepared !== undefined) ready.push(prepared);
    } catch (error) {
      // The claim expires. Other notices are not affected
      logFailure(deps.log, { error, letter: waiting.kind, subject: waiting.subject }, 'notice_not_written');
    }
  }
  const groups = ready.length >= MERGE_FROM ? [ready] : ready.map((notice) => [notice]);
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    await saveAnswer(deps, group, await channel.send(placeId, group.length === 1 ? singleNotice(deps, first) : mergedNotice(deps, group)));
  }
}

const MAX_PER_PASS = 100;
/** Longer than all calls for one channel may take. */
const CLAIM_MS = 2 * MINUTE_MS;

function byPlace(all: readonly store.WaitingNotice[]): readonly [store.WaitingNotice, ...store.WaitingNotice[]][] {
  const places = new Map<string, [store.WaitingNotice, ...store.WaitingNotice[]]>();
  for (const notice of all) {
    const key = `${notice.channel} ${notice.place_id}`;
    const group = places.get(key);
    if (group === undefined) places.set(key, [notice]);
    else group.push(notice);
  }
  return [...places.values()];
}

/** Sends due notices. Several processes may run it: each notice is claimed by one of them. */
export async function sendDueNotices(deps: NoticeDeps): Promise<typeof MORE | undefined> {
  const now = deps.clock.now();
  const claimed = await store.claimNotices(deps.db, { now, until: now + CLAIM_MS, limit: MAX_PER_PASS });
  await Promise.all(
    byPlace(claimed).map(async (waiting) => {
      try {
        await sendToPlace(deps, waiting);
      } catch (error) {
        // The claim expires, and the notice is tried again
        logFailure(deps.log, { error, channel: waiting[0].channel }, 'notice_failed');
      }
    }),
  );
  return claimed.length === MAX_PER_PASS ? MORE : undefined;
}
