import { describe, expect, it } from 'vitest';
import { NOTICE_INTERVAL_MS, type WaitingRequest, requestsToNotify } from './reserve-request.ts';

const NOW = 1_900_000_000_000;
const waits = (...amounts: readonly bigint[]): WaitingRequest[] =>
  amounts.map((amount, i) => ({ id: `${i}`, amount, lastNotifiedAt: null }));
const notifiedIds = (waiting: readonly WaitingRequest[], reserve: bigint, taken = 0n) =>
  requestsToNotify(waiting, { reserve, notifiedAmount: taken, now: NOW }).join('');

describe('requests to notify', () => {
  it.each([
    ['are none while the reserve is empty', waits(1n), 0n, 0n, ''],
    ['are as many as the reserve covers, oldest first', waits(100n, 100n, 100n), 250n, 0n, '01'],
    ['are all if the reserve covers all', waits(100n, 150n), 250n, 0n, '01'],
    ['do not include one above the reserve, which does not block later ones', waits(1000n, 100n), 250n, 0n, '1'],
    ['do not include later ones if an earlier one exceeds the rest', waits(100n, 200n, 10n), 250n, 0n, '0'],
    ['do not use the amount that others were notified of recently', waits(100n, 100n), 250n, 100n, '0'],
    ['are none if that amount exceeds the reserve', waits(100n), 50n, 100n, ''],
  ] as const)('%s', (_name, waiting, reserve, taken, ids) => expect(notifiedIds(waiting, reserve, taken)).toBe(ids));

  it('a mailbox is notified of a system once a day, and blocks no other request', () => {
    const [first, second] = waits(100n, 100n);
    const again = { id: '0', amount: 100n, lastNotifiedAt: NOW - NOTICE_INTERVAL_MS + 1 };
    expect(notifiedIds([again, ...(second === undefined ? [] : [second])], 1000n)).toBe('1');
    expect(notifiedIds([{ ...again, lastNotifiedAt: NOW - NOTICE_INTERVAL_MS }], 1000n)).toBe(first?.id);
  });
});
