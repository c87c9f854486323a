import { describe, expect, it } from 'vitest';
import { renderReceipt, type ReceiptText } from './render-receipt.ts';

const receipt = (lines: ReceiptText['lines']): ReceiptText => ({
  title: 'Размен · квитанция',
  subtitle: 'Заявка fsk49kd9yqj3fh4hkc1p',
  lines,
  verify: 'Отсканируйте код, чтобы проверить подлинность квитанции.',
  verifyUrl: 'https://razmen.example/receipt/verify/fsk49kd9yqj3fh4hkc1p?c=abcdefghijklmnop',
  footer: 'Деньги отправлены, заявка закрыта.',
  createdAt: new Date(0),
});
const amount = { label: 'Отдано, Сбербанк', value: '9000 ₽', strong: true } as const;
const hash = { label: 'Наша выплата', value: '5c1fb9763f361ce1fa13c55ef866cba53b52de4ec08c2b4b0f588e68c46d0dc9' };

async function pagesOf(lines: ReceiptText['lines']): Promise<readonly number[]> {
  const text = (await renderReceipt(receipt(lines))).toString('latin1');
  return [...text.matchAll(/\/MediaBox \[0 0 340 (\d+)/g)].map((match) => Number(match[1]));
}

describe('the page of a receipt', () => {
  it('is a single page, as long as its longest values need', async () => {
    const [plain = 0] = await pagesOf([amount]);
    const short = await pagesOf([amount, { label: 'Наша выплата', value: '1' }]);
    const long = await pagesOf([amount, hash]);
    expect([short.length, long.length]).toEqual([1, 1]);
    const [ofShort = 0, ofLong = 0] = [short[0], long[0]];
    expect(ofShort - plain).toBeGreaterThan(15);
    // The hash takes three lines of the column
    expect(ofLong - ofShort).toBeGreaterThan(20);
  });

  it('keeps the QR code above the torn edge, however long the content', async () => {
    const many = Array.from({ length: 12 }, () => hash);
    const [height = 0] = await pagesOf(many);
    // Twelve times three lines of 9.5 points with their rules, the header, the code of 104 points
    expect(height).toBeGreaterThan(12 * 44 + 200);
    expect(await pagesOf(many)).toHaveLength(1);
  });
});
