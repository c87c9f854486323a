import { describe, expect, it } from 'vitest';
import { MAX_CHEQUE_BYTES } from '#core/file/file-rules.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { formatTimeLeft } from '#core/format/moment.ts';
import { chequeProblem } from './ChequeUpload.tsx';
import { isKeyText } from '#web/api/order-key.ts';
import { STATE_VIEW } from './states/by-status.ts';

describe('statuses', () => {
  it('all have a component', () => {
    expect(Object.keys(STATE_VIEW).sort()).toEqual([...ORDER_STATUSES].sort());
  });
});

describe('a public id or key', () => {
  it('contains no character that could break a header', () => {
    expect(['abc', 'A-_9'].every(isKeyText)).toBe(true);
    expect(['', 'a;b', 'a\r\nSet-Cookie: x', 'a b', 'é', 'x'.repeat(201)].some(isKeyText)).toBe(false);
  });
});

describe('a cheque', () => {
  it('is a PDF by its content, at most 5 MiB', async () => {
    const problem = async (content: BlobPart, type = 'application/pdf') =>
      (await chequeProblem(new File([content], 'cheque', { type })))?.message ?? null;
    expect(await problem('%PDF-1.7 ...')).toBeNull();
    expect(await problem('%PDF-1.7 ...', '')).toBeNull();
    expect(await problem('GIF89a')).toBe('cheque_pdf');
    expect(await problem('GIF89a', 'image/gif')).toBe('cheque_pdf');
    expect(await problem('')).toBe('file_empty');
    const large = new File([new Uint8Array(MAX_CHEQUE_BYTES + 1)], 'cheque');
    expect((await chequeProblem(large))?.code).toBe('file_too_large');
  });
});

describe('time left', () => {
  it('is formatted as a clock and never negative', () => {
    expect([1_200_000, 59_001, 3_600_000, 0, -5_000].map(formatTimeLeft)).toEqual(['20:00', '01:00', '1:00:00', '00:00', '00:00']);
  });
});
