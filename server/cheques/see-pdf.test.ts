import { describe, expect, test } from 'vitest';
import { chequePdf } from '#tests/make/pdf.ts';
import { seePdf } from './see-pdf.ts';

const LINES = ['Payment 9 000,00 RUB', 'to card 2202 20** **** 0008', 'on 21.11.2026 at 14:32:55, operation 771-204-995'];
const hex = (hash: Buffer | null) => hash?.toString('hex');

describe('the look of a cheque', () => {
  test('is the same however its file was written anew', async () => {
    const first = await chequePdf(LINES, { Title: 'Cheque' });
    const again = await chequePdf(LINES, { Title: 'Cheque, saved again by another program', Producer: 'Another' });
    expect(again.equals(first)).toBe(false);
    const [a, b] = [await seePdf(first), await seePdf(again)];
    expect(hex(a.pictureSha256)).toMatch(/^[0-9a-f]{64}$/);
    expect([hex(b.pictureSha256), hex(b.textSha256)]).toEqual([hex(a.pictureSha256), hex(a.textSha256)]);
  });

  test('of another page size is the same by its words; of another sum it is another', async () => {
    const [first, other] = [await chequePdf(LINES), await chequePdf([...LINES.slice(1), 'Payment 9 001,00 RUB'])];
    const wrapped = await chequePdf([LINES.join('   ')]);
    const [a, b, c] = [await seePdf(first), await seePdf(other), await seePdf(wrapped)];
    expect([hex(b.pictureSha256) === hex(a.pictureSha256), hex(b.textSha256) === hex(a.textSha256)]).toEqual([false, false]);
    expect([hex(c.pictureSha256) === hex(a.pictureSha256), hex(c.textSha256) === hex(a.textSha256)]).toEqual([false, true]);
  });

  test('of blank pages, of few words and of what is no PDF is nobody’s', async () => {
    expect(await seePdf(await chequePdf([]))).toEqual({ pictureSha256: null, textSha256: null });
    expect((await seePdf(await chequePdf(['Paid 100']))).textSha256).toBeNull();
    expect(await seePdf(Buffer.from('%PDF-1.4\nnothing\n%%EOF'))).toEqual({ pictureSha256: null, textSha256: null });
  });
});
