import { SECOND_MS } from '#core/time.ts';

const KEY = 'office-awake-at';
/** Signs closer together than this are one. */
const EVERY_MS = 30 * SECOND_MS;

/** Time of the last activity in any tab of this browser. */
export function readLastSign(): number {
  const kept = Number(localStorage.getItem(KEY));
  return Number.isFinite(kept) && kept > 0 && kept <= Date.now() ? kept : Date.now();
}

/** Records activity, and calls `report` when none was reported for a while. */
export function reportActivity(say: () => void): void {
  const now = Date.now();
  const kept = Number(localStorage.getItem(KEY));
  if (kept <= now && now - kept < EVERY_MS) return;
  localStorage.setItem(KEY, String(now));
  say();
}
