import { createHash } from 'node:crypto';
import { retryDelayMs } from '#core/mail/allowance.ts';
import { canWait, MERGED_FROM, NOTICES_PER_DAY, type NoticeEvent } from '#core/notices/events.ts';
import { quietUntil } from '#core/notices/quiet-hours.ts';
import { DAY_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { logThrown } from '#server/platform/db/away.ts';
import type { LetterKinds, Story } from '#server/mails/letter-kind.ts';
import type { ChannelAnswer, Notice, NoticeChannel } from './channel.ts';
import * as store from './store.ts';
import { findWishes, type Wishes, wants } from './wishes.ts';

export type NoticeDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'settings' | 't'> & {
  readonly letterKinds: LetterKinds;
  readonly channels: readonly NoticeChannel[];
};

const TRIED_FOR_MS = DAY_MS;

interface Ready {
  readonly waiting: store.WaitingNotice;
  readonly story: Story;
  readonly event: NoticeEvent;
}

/** Our page without whatever opens it in a letter: the guest's key stays in the mail, nobody's chat has it. */
function plainUrl({ settings }: NoticeDeps, { line, notice }: Story): string {
  const url = new URL(notice?.url ?? line.url);
  const { origin } = new URL(settings.publicUrl);
  return url.origin === origin ? `${origin}${url.pathname}` : origin;
}

/** The same notice has the same id, whoever writes it. */
function idOf(told: readonly store.WaitingNotice[]): string {
  const text = told.map(({ id, version }) => `${id}.${version}`).join();
  const hex = createHash('sha256').update(`notice ${text}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

function single(deps: NoticeDeps, { waiting, story }: Ready): Notice {
  const { letter, line, locale, notice } = story;
  return {
    id: idOf([waiting]),
    about: `${waiting.kind}.${waiting.subject}`,
    locale,
    title: letter.heading,
    text: [line.label, notice?.text ?? letter.lead].filter((text) => text !== '').join('. '),
    url: plainUrl(deps, story),
  };
}

/** Many at once are one message: what each is about and what happened. */
function merged(deps: NoticeDeps, all: readonly Ready[]): Notice {
  const locale = all.at(-1)?.story.locale ?? 'ru';
  return {
    id: idOf(all.map(({ waiting }) => waiting)),
    about: 'several',
    locale,
    title: deps.t(locale, 'notices.several', { count: all.length }),
    text: all.map(({ story }) => `${story.line.label}: ${story.letter.heading}`).join('\n'),
    url: deps.settings.publicUrl,
  };
}

/** What of this can be told now; the rest is dropped or waits. */
async function readyNow(deps: NoticeDeps, waiting: store.WaitingNotice, wishes: Wishes | undefined): Promise<Ready | undefined> {
  const { kind, subject, version, topic, is_paid: isPaid, channel } = waiting;
  const story = await deps.letterKinds[kind]?.tell({ kind, subject, version, topic, isPaid });
  const event = story?.notice?.event;
  const isUnwanted = event !== undefined && wishes !== undefined && !wants(wishes, channel, event);
  if (story === undefined || event === undefined || isUnwanted) {
    await store.dropNotice(deps.db, waiting);
    return undefined;
  }
  const quiet = wishes?.quiet ?? null;
  const until = quiet !== null && canWait(event) ? quietUntil(deps.clock.now(), quiet) : undefined;
  if (until !== undefined) await store.putBack(deps.db, waiting, until);
  return until === undefined ? { waiting, story, event } : undefined;
}

async function keep(deps: NoticeDeps, told: readonly Ready[], answer: ChannelAnswer): Promise<void> {
  const now = deps.clock.now();
  for (const { waiting } of told) {
    const isGivenUp = now - waiting.changed_at.getTime() > TRIED_FOR_MS;
    if (answer.outcome === 'told') await store.markTold(deps.db, waiting, now);
    else if (answer.outcome === 'gone' || isGivenUp) await store.dropNotice(deps.db, waiting);
    else await store.postponeNotice(deps.db, waiting, now + Math.max(answer.afterMs, retryDelayMs(waiting.attempts)));
  }
}

/** Tells one place what waits for it, oldest first: each thing by itself, or all at once where they are many. */
export async function tellPlace(deps: NoticeDeps, all: readonly [store.WaitingNotice, ...store.WaitingNotice[]]): Promise<void> {
  const [{ channel: name, place_id: placeId }] = all;
  const channel = deps.channels.find((one) => one.name === name);
  const place = channel && (await store.findPlace(deps.db, all[0]));
  const since = deps.clock.now() - DAY_MS;
  const isFlooded = (await store.countTold(deps.db, placeId, since)) >= NOTICES_PER_DAY;
  if (channel === undefined || place === undefined || isFlooded) {
    for (const waiting of all) await store.dropNotice(deps.db, waiting);
    return;
  }
  const wishes = place.user_id === null ? undefined : await findWishes(deps.db, place.user_id);
  const ready: Ready[] = [];
  for (const waiting of all) {
    try {
      const one = await readyNow(deps, waiting, wishes);
      if (one !== undefined) ready.push(one);
    } catch (error) {
      // Its claim ends by itself: what cannot be told now stops nothing else
      logThrown(deps.log, { error, letter: waiting.kind, subject: waiting.subject }, 'notice_not_written');
    }
  }
  const groups = ready.length >= MERGED_FROM ? [ready] : ready.map((one) => [one]);
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    await keep(deps, group, await channel.tell(placeId, group.length === 1 ? single(deps, first) : merged(deps, group)));
  }
}
