import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { officeListWork } from '#contract/office/orders/work.ts';
import type { LaneName } from '#core/staff/work.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { alertsByNotification, alertsBySound } from '#office/chat/chat-alerts.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const STORAGE_KEY = 'office-bell';

/** Alarms sound on this device unless they are muted. */
export const isBellOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';

export const storeBell = (isOn: boolean): void => localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');

const TONES = [660, 880] as const;
const TONE_SECONDS = 0.18;

let context: AudioContext | undefined;

/** Two short tones. Silent before the first gesture on the page: browsers allow no more. */
async function soundTones(): Promise<void> {
  if (!navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  await context.resume();
  for (const [index, hertz] of TONES.entries()) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const from = context.currentTime + index * TONE_SECONDS;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
  }
}

/** Sounds an alarm unless muted on this device. */
export async function ring(): Promise<void> {
  if (isBellOn()) await soundTones();
}

/** Fallback: the live stream says when work has changed. */
const POLL_MS = 30_000;

export interface LaneCount {
  readonly count: number;
  readonly late: number;
}

interface WaitingWork {
  /** Work waiting for this operator, by lane. */
  readonly lanes: Readonly<Partial<Record<LaneName, LaneCount>>>;
  /** Number of lanes and alarms that an operator should look at now. */
  readonly calling: number;
}

const NO_WORK: WaitingWork = { lanes: {}, calling: 0 };

/** Work waiting for this operator, of all screens. */
export function useWaitingWork(): WaitingWork {
  const api = useApi();
  const work = useQuery({
    queryKey: keys.work(),
    queryFn: async ({ signal }): Promise<WaitingWork> => {
      const { data, meta } = await api(officeListWork, { signal });
      return { lanes: Object.fromEntries(data.map(({ id, attributes }) => [id, attributes])), calling: Number(meta['calling'] ?? 0) };
    },
    refetchInterval: POLL_MS,
  });
  return work.data ?? NO_WORK;
}

/** Alerts when more customers wait for an answer than before, as chosen on this device. */
export function useChatAlert(): void {
  const { t } = useTranslation();
  const chats = useWaitingWork().lanes.chats?.count ?? 0;
  const before = useRef(chats);
  useEffect(() => {
    const isMore = chats > before.current;
    before.current = chats;
    if (!isMore) return;
    if (alertsBySound()) void soundTones();
    if (alertsByNotification() && document.visibilityState === 'hidden')
      void new Notification(t('office.chat_call', { count: chats }), { tag: 'office-chat' });
  }, [chats, t]);
}

const COUNTED = /^\(\d+\) /;

/** Puts the count before the title that a page sets. */
function countInTitle(count: number): () => void {
  const write = () => {
    const bare = document.title.replace(COUNTED, '');
    const title = count === 0 ? bare : `(${count}) ${bare}`;
    if (document.title !== title) document.title = title;
  };
  write();
  const observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** Shows the count of waiting work in the tab's title, and sounds when it grows (domain 11). */
export function useAlarmBell(): void {
  const { calling: count } = useWaitingWork();
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) void ring();
    before.current = count;
    return countInTitle(count);
  }, [count]);
}
