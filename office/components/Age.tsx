import { useSyncExternalStore } from 'react';
import { ageParts } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = Math.floor(Date.now() / 1000);

/** One timer for all clocks of the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    second = Math.floor(Date.now() / 1000);
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Current time in ms, updated every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => second) * 1000;

/** Time since `at`. `serverOffsetMs`: server clock minus the browser's. */
export function Age({ at, serverOffsetMs }: { readonly at: string; readonly serverOffsetMs: number }) {
  const { t } = useTranslation();
  const { unit, count } = ageParts(Date.parse(at), useNow() + serverOffsetMs);
  return <time dateTime={at}>{t(`office.age.${unit}`, { count })}</time>;
}

/** Time left until a promised moment, or that it is overdue. */
export function Due({ at, serverOffsetMs }: { readonly at: string; readonly serverOffsetMs: number }) {
  const { t } = useTranslation();
  if (Date.parse(at) > useNow() + serverOffsetMs) return <Left until={at} serverOffsetMs={serverOffsetMs} />;
  return (
    <time className="late" dateTime={at}>
      {t('office.queue.overdue')}
    </time>
  );
}

/** Time left until a deadline as a clock; a dash when there is none. */
export function Left({ until, serverOffsetMs }: { readonly until: string | null; readonly serverOffsetMs: number }) {
  const now = useNow() + serverOffsetMs;
  if (until === null) return <span className="dim">—</span>;
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const text = `${hours > 0 ? `${hours}:` : ''}${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return (
    <time className={`figures ${seconds < 120 ? 'late' : ''}`} dateTime={until}>
      {text}
    </time>
  );
}
