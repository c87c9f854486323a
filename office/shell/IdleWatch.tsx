import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepAwake } from '#contract/office/shop/operator.ts';
import { IDLE_MS } from '#core/security/sign-in.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

const KEY = 'office-awake-at';
/** Least time between two reports. */
const REPORT_EVERY_MS = 30 * SECOND_MS;

/** Time of the last activity in any tab of this browser. */
function readLastActivity(): number {
  const stored = Number(localStorage.getItem(KEY));
  return Number.isFinite(stored) && stored > 0 && stored <= Date.now() ? stored : Date.now();
}

/** Records activity, and calls `report` when none was reported for a while. */
function reportActivity(report: () => void): void {
  const now = Date.now();
  const stored = Number(localStorage.getItem(KEY));
  if (stored <= now && now - stored < REPORT_EVERY_MS) return;
  localStorage.setItem(KEY, String(now));
  report();
}

/** Warning time before the session ends. */
const WARNING_MS = MINUTE_MS;
/** Slightly later than the server, so that the next call finds the session ended. */
const GRACE_MS = 2 * SECOND_MS;
const ACTIVITY_EVENTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Seconds left before the session ends, undefined while there is plenty. */
function useSecondsLeft(): number | undefined {
  const [secondsLeft, setLeft] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => {
      const leftMs = readLastActivity() + IDLE_MS - Date.now();
      setLeft(leftMs > WARNING_MS ? undefined : Math.ceil(leftMs / SECOND_MS));
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft;
}

/**
 * Reports activity to the server, at most twice a minute and from any tab; warns a minute before the session ends, then makes the gate ask
 * for sign-in.
 */
export function IdleWatch() {
  const api = useApi();
  const queries = useQueryClient();
  const { t } = useTranslation();
  const secondsLeft = useSecondsLeft();
  useEffect(() => {
    // The idle time starts with the page load: its own calls count as activity
    const report = () => reportActivity(() => void api(keepAwake, {}).catch(() => undefined));
    report();
    for (const name of ACTIVITY_EVENTS) document.addEventListener(name, report, { passive: true, capture: true });
    return () => {
      for (const name of ACTIVITY_EVENTS) document.removeEventListener(name, report, { capture: true });
    };
  }, [api]);
  const isOver = secondsLeft !== undefined && secondsLeft <= -GRACE_MS / SECOND_MS;
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: keys.operator() });
  }, [isOver, queries]);
  return (
    <Modal
      opened={secondsLeft !== undefined && secondsLeft > 0}
      centered
      withCloseButton={false}
      title={t('office_door.idle.title')}
      onClose={() => undefined}
    >
      <p>{t('office_door.idle.left', { count: Math.max(1, secondsLeft ?? 1) })}</p>
      <p className="dim">{t('office_door.idle.hint')}</p>
    </Modal>
  );
}
