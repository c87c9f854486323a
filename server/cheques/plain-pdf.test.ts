import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chequePdf, compressedPdf } from '#tests/make/pdf.ts';
import { isPlainPdf, isTruncatedPdf } from './plain-pdf.ts';

const SCRIPT = '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>';
const ordinary = await chequePdf(['Payment 9 000,00 RUB', 'to card 2202 20** **** 0008']);

describe('a cheque', () => {
  test('from common programs is accepted, with its compressed objects', () => {
    expect(isPlainPdf(ordinary)).toBe(true);
    expect(isPlainPdf(compressedPdf(''))).toBe(true);
    expect(isPlainPdf(compressedPdf('/Lang (ru)', { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter [ /FlateDecode ]' }))).toBe(true);
  });

  test.each([
    ['a script', SCRIPT],
    ['an escaped script', '/Open#41ction << /S /#4aavaScript /J#53 (x) >>'],
    ['a launch', '/AA << /WC << /S /Launch /F (calc.exe) >> >>'],
    ['a link', '/A << /S /URI /URI (https://evil.example) >>'],
    ['a link to another file', '/A << /S /GoToR /F (other.pdf) >>'],
    ['an embedded file', '/Names << /EmbeddedFiles 9 0 R >>'],
  ])('with %s is refused, plain and compressed', (_name, extra) => {
    const open = Buffer.from(`%PDF-1.4\n1 0 obj << /Type /Catalog ${extra} >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF`);
    expect([isPlainPdf(open), isPlainPdf(compressedPdf(extra))]).toEqual([false, false]);
  });

  test.each([
    ['another compression', { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode', pack: (bytes: Buffer) => bytes }],
    [
      'two compressions',
      {
        dictionary: '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]',
        pack: (bytes: Buffer) => Buffer.from(deflateSync(bytes).toString('hex')),
      },
    ],
    ['a compression named in another object', { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter 7 0 R' }],
    ['a predictor', { dictionary: '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>' }],
    ['broken bytes', { pack: (bytes: Buffer) => deflateRawSync(bytes) }],
    ['no declared type', { dictionary: '/N 1 /First 4 /Filter /FlateDecode' }],
    ['nothing declared', { dictionary: '/Filter /FlateDecode' }],
    ['a disguised declaration', { dictionary: '/Type /Obj#53tm /N 1 /F#69rst 4 /Filter /Flate#44ecode' }],
  ])('that hides a script behind %s is refused', (_name, packing) => {
    expect(isPlainPdf(compressedPdf(SCRIPT, packing))).toBe(false);
  });

  test('is refused for content of an earlier or later revision', () => {
    const active = compressedPdf(SCRIPT);
    expect(isPlainPdf(Buffer.concat([active, compressedPdf('')]))).toBe(false);
    expect(isPlainPdf(Buffer.concat([compressedPdf(''), active]))).toBe(false);
  });

  test('is refused when encrypted, a decompression bomb, truncated or HTML in disguise', () => {
    const encrypted = Buffer.from(`%PDF-1.7\ntrailer << /Encrypt 5 0 R /Root 1 0 R >>\n%%EOF`);
    const bomb = compressedPdf('', { pack: () => deflateSync(Buffer.alloc(40 * 1024 * 1024, '1 0 ')) });
    const page = Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>\n%%EOF');
    expect([encrypted, bomb, ordinary.subarray(0, ordinary.length - 200), page].map(isPlainPdf)).toEqual([false, false, false, false]);
  });
});

test('a PDF without its end is reported as truncated; complete PDFs and other files are not', () => {
  const whole = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  expect(isTruncatedPdf(whole)).toBe(false);
  expect(isTruncatedPdf(whole.subarray(0, -8))).toBe(true);
  expect(isTruncatedPdf(Buffer.from('GIF89a'))).toBe(false);
});
