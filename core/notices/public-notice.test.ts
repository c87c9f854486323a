import { describe, expect, it } from 'vitest';
import { ANNOUNCED_BEFORE_MS, nextBreak, noticeAt, overlap, type PublicNotice, shownNotice } from './public-notice.ts';
import type { Switch } from '#core/staff/switches.ts';

const NOW = 1_900_000_000_000;
const notice = (from: number, until: number | null, kind: PublicNotice['kind'] = 'info'): PublicNotice => ({
  id: `${from}`,
  kind,
  text: { ru: 'Текст', en: 'Text' },
  link: null,
  from: NOW + from,
  until: until === null ? null : NOW + until,
  dismissible: true,
  revision: 1,
});
const planned = (from: number, kind: Switch['kind'] = 'shop'): Switch => ({
  id: `${from}`,
  kind,
  subject: null,
  side: 'both',
  reason: 'maintenance',
  text: null,
  from: NOW + from,
  until: null,
});

describe('notices to all visitors', () => {
  it('are shown from their start to their end', () => {
    const one = notice(0, 10);
    expect([-1, 0, 9, 10].map((ms) => noticeAt([one], NOW + ms) === one)).toEqual([false, true, true, false]);
  });

  it.each([
    [notice(0, 10), notice(10, 20), false],
    [notice(0, 11), notice(10, 20), true],
    [notice(0, null), notice(10, 20), true],
    [notice(10, 20), notice(0, null), true],
    [notice(20, null), notice(0, 20), false],
    [notice(0, null), notice(5, null), true],
  ])('%# detects whether two notices overlap, in either order', (a, b, isSo) => {
    expect([overlap(a, b), overlap(b, a)]).toEqual([isSo, isSo]);
  });

  it('a break of the shop is announced a day ahead, the nearest first, until it begins', () => {
    const [near, far] = [planned(1), planned(ANNOUNCED_BEFORE_MS + 1)];
    expect(nextBreak([far, planned(0), planned(1, 'payouts')], NOW)).toBeNull();
    expect(nextBreak([far, near], NOW)).toBe(near);
    expect(nextBreak([far], NOW + 1)).toBe(far);
  });

  it('an upcoming break replaces information, never an outage', () => {
    const ahead = planned(1);
    expect([shownNotice(null, null), shownNotice(null, ahead), shownNotice(notice(0, 1), ahead)]).toEqual([null, 'break', 'break']);
    expect([shownNotice(notice(0, 1, 'outage'), ahead), shownNotice(notice(0, 1, 'warning'), ahead)]).toEqual(['notice', 'notice']);
  });
});
