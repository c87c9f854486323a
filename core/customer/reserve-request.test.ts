import { describe, expect, it } from 'vitest';
import { NOTICE_INTERVAL_MS, type WaitingRequest, requestsToNotify } from './reserve-request.ts';

const NOW = 1_900_000_000_000;
const waits = (...amounts: readonly bigint[]): WaitingRequest[] =>
  amounts.map((amount, i) => ({ id: `${i}`, amount, lastNotifiedAt: null }));
const notifiedIds = (waiting: readonly WaitingRequest[], reserve: bigint, taken = 0n) =>
  requestsToNotify(waiting, { reserve, notifiedAmount: taken, now: NOW }).join('');

describe('requests to notify', () => {
  it.each([
    ['nobody while there is nothing', waits(1n), 0n, 0n, ''],
    ['as many as it serves, the longest waiting first', waits(100n, 100n, 100n), 250n, 0n, '01'],
    ['all of it is enough', waits(100n, 150n), 250n, 0n, '01'],
    ['who wants more than there is keeps nobody waiting', waits(1000n, 100n), 250n, 0n, '1'],
    ['who wants more than is left has his turn first', waits(100n, 200n, 10n), 250n, 0n, '0'],
    ['what others were told a moment ago is not told again', waits(100n, 100n), 250n, 100n, '0'],
    ['nor more than there ever was', waits(100n), 50n, 100n, ''],
  ] as const)('%s', (_name, waiting, reserve, taken, ids) => expect(notifiedIds(waiting, reserve, taken)).toBe(ids));

  it('a mailbox is notified of a system once a day, and blocks no other request', () => {
    const [first, second] = waits(100n, 100n);
    const again = { id: '0', amount: 100n, lastNotifiedAt: NOW - NOTICE_INTERVAL_MS + 1 };
    expect(notifiedIds([again, ...(second === undefined ? [] : [second])], 1000n)).toBe('1');
    expect(notifiedIds([{ ...again, lastNotifiedAt: NOW - NOTICE_INTERVAL_MS }], 1000n)).toBe(first?.id);
  });
});
