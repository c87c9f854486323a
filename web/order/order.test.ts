import { describe, expect, it } from 'vitest';
import { MAX_CHEQUE_BYTES } from '#core/cheque.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { formatLeft } from '#core/format/moment.ts';
import { chequeProblem } from './ChequeUpload.tsx';
import { isKeyText } from './order-key.ts';
import { STATE_VIEW } from './states/by-status.ts';

describe('states', () => {
  it('all have a picture', () => {
    expect(Object.keys(STATE_VIEW).sort()).toEqual([...ORDER_STATUSES].sort());
  });
});

describe('the guest’s key', () => {
  it('never carries anything that could break a header', () => {
    expect(['abc', 'A-_9'].every(isKeyText)).toBe(true);
    expect(['', 'a;b', 'a\r\nSet-Cookie: x', 'a b', 'é', 'x'.repeat(201)].some(isKeyText)).toBe(false);
  });
});

describe('a cheque', () => {
  it('is a PDF by its content, at most 5 MiB', async () => {
    expect(await chequeProblem(new Blob(['%PDF-1.7 ...']))).toBeNull();
    expect(await chequeProblem(new Blob(['GIF89a'], { type: 'application/pdf' }))).toBe('not_pdf');
    expect(await chequeProblem(new Blob([new Uint8Array(MAX_CHEQUE_BYTES + 1)]))).toBe('too_large');
  });
});

describe('time left', () => {
  it('reads like a clock and never goes below zero', () => {
    expect([1_200_000, 59_001, 3_600_000, 0, -5_000].map(formatLeft)).toEqual(['20:00', '01:00', '1:00:00', '00:00', '00:00']);
  });
});
