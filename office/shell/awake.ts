import { SECOND_MS } from '#core/time.ts';

const KEY = 'office-awake-at';
/** Least time between two reports. */
const REPORT_EVERY_MS = 30 * SECOND_MS;

/** Time of the last activity in any tab of this browser. */
export function readLastActivity(): number {
  const stored = Number(localStorage.getItem(KEY));
  return Number.isFinite(stored) && stored > 0 && stored <= Date.now() ? stored : Date.now();
}

/** Records activity, and calls `report` when none was reported for a while. */
export function reportActivity(report: () => void): void {
  const now = Date.now();
  const stored = Number(localStorage.getItem(KEY));
  if (stored <= now && now - stored < REPORT_EVERY_MS) return;
  localStorage.setItem(KEY, String(now));
  report();
}
