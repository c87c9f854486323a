import { expect, it } from 'vitest';
import { decodeStatement, formatOf } from './read-file.ts';

/** Russian letters as DOS wrote them: `а` is the byte that Windows shows as a space that never breaks. */
const dos = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      if (code >= 0x4_10 && code <= 0x4_3f) return code - 0x4_10 + 0x80;
      return code >= 0x4_40 && code <= 0x4_4f ? code - 0x4_40 + 0xe0 : code;
    }),
  );

it('reads the encodings of banks and spreadsheets', () => {
  const exchange = '1CClientBankExchange\r\nКодировка=DOS\r\nРасчСчет=1\r\n';
  expect(decodeStatement(dos(exchange))).toBe(exchange);
  const table = 'Дата\tСумма\tОписание\r\n21.11.2026\t100,00\tПеревод\r\n';
  const wide = decodeStatement(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]));
  expect([wide, formatOf(wide)]).toEqual([table, 'csv']);
});
