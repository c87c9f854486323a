import { describe, expect, test } from 'vitest';
import { chequePdf } from '#tests/make/pdf.ts';
import { inspectPdf } from './inspect-cheque.ts';

const LINES = ['Payment 9 000,00 RUB', 'to card 2202 20** **** 0008', 'on 21.11.2026 at 14:32:55, operation 771-204-995'];
const hex = (hash: Buffer | null) => hash?.toString('hex');

describe('the fingerprint of a cheque', () => {
  test('is independent of how the file is encoded', async () => {
    const first = await chequePdf(LINES, { Title: 'Cheque' });
    const again = await chequePdf(LINES, { Title: 'Cheque, saved again by another program', Producer: 'Another' });
    expect(again.equals(first)).toBe(false);
    const [a, b] = [await inspectPdf(first), await inspectPdf(again)];
    expect(hex(a.pictureSha256)).toMatch(/^[0-9a-f]{64}$/);
    expect([hex(b.pictureSha256), hex(b.textSha256)]).toEqual([hex(a.pictureSha256), hex(a.textSha256)]);
  });

  test('matches another page size by its text, and not another amount', async () => {
    const [first, other] = [await chequePdf(LINES), await chequePdf([...LINES.slice(1), 'Payment 9 001,00 RUB'])];
    const wrapped = await chequePdf([LINES.join('   ')]);
    const [a, b, c] = [await inspectPdf(first), await inspectPdf(other), await inspectPdf(wrapped)];
    expect([hex(b.pictureSha256) === hex(a.pictureSha256), hex(b.textSha256) === hex(a.textSha256)]).toEqual([false, false]);
    expect([hex(c.pictureSha256) === hex(a.pictureSha256), hex(c.textSha256) === hex(a.textSha256)]).toEqual([false, true]);
  });

  test('is missing for blank pages, short texts and files that are not PDFs', async () => {
    expect(await inspectPdf(await chequePdf([]))).toEqual({ pictureSha256: null, textSha256: null });
    expect((await inspectPdf(await chequePdf(['Paid 100']))).textSha256).toBeNull();
    expect(await inspectPdf(Buffer.from('%PDF-1.4\nnothing\n%%EOF'))).toEqual({ pictureSha256: null, textSha256: null });
  });
});
