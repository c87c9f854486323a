import { expect, test } from 'vitest';
import {
  acceptOf,
  BUSINESS_FILE,
  CARD_PHOTO,
  CATALOGUE_FILE,
  CHAT_FILE,
  CHEQUE_FILE,
  type FileRule,
  PAYOUT_PROOF,
  STATEMENT_FILE,
  fileRefusal,
} from './file-rules.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });
const wrongOf = (chosen: ReturnType<typeof file>, rule: FileRule) => {
  const refusal = fileRefusal(chosen, rule);
  return refusal && [refusal.code, refusal.message ?? null];
};

test('an empty file and a file one byte above the limit are refused', () => {
  for (const rule of [CHEQUE_FILE, CARD_PHOTO, BUSINESS_FILE, CHAT_FILE, PAYOUT_PROOF]) {
    expect(wrongOf(file('a.pdf', 'application/pdf', 0), rule)).toEqual(['invalid_file_type', 'file_empty']);
    expect(fileRefusal(file('a', '', rule.maxBytes), rule)).toBeNull();
    expect(fileRefusal(file('a', '', rule.maxBytes + 1), rule)).toEqual({
      code: 'file_too_large',
      params: { max: rule === CARD_PHOTO || rule === CHAT_FILE ? 10 : 5 },
    });
  }
});

test('a known wrong type is refused with the message of its field, before the size is checked', () => {
  expect(wrongOf(file('a.jpg', 'image/jpeg'), CHEQUE_FILE)).toEqual(['invalid_file_type', 'cheque_pdf']);
  expect(wrongOf(file('a.pdf', 'application/pdf'), CARD_PHOTO)).toEqual(['invalid_file_type', 'card_picture']);
  expect(wrongOf(file('a.gif', 'image/gif'), CHAT_FILE)).toEqual(['invalid_file_type', 'plain_file']);
  expect(wrongOf(file('a.docx', 'application/msword'), BUSINESS_FILE)).toEqual(['invalid_file_type', 'plain_file']);
  expect(wrongOf(file('a.mp4', 'video/mp4', 99_000_000), PAYOUT_PROOF)).toEqual(['invalid_file_type', 'proof_type']);
  expect(wrongOf(file('a.xls', 'application/vnd.ms-excel'), STATEMENT_FILE)).toEqual(['invalid_file_type', 'bank_statement_file']);
  expect(wrongOf(file('a.pdf', 'application/pdf'), CATALOGUE_FILE)).toEqual(['invalid_file_type', 'catalogue_import_file']);
  expect(wrongOf(file('a.csv', 'text/csv', 0), CATALOGUE_FILE)).toEqual(['invalid_file_type', 'file_empty']);
});

test('a file that may be valid is left to the server: valid and unknown types, and valid extensions under another type', () => {
  expect(fileRefusal(file('a.PDF', 'application/pdf'), CHEQUE_FILE)).toBeNull();
  expect(fileRefusal(file('a.pdf', 'application/x-pdf'), CHEQUE_FILE)).toBeNull();
  expect(fileRefusal(file('scan', ''), CHEQUE_FILE)).toBeNull();
  expect(fileRefusal(file('IMG_1.HEIC', ''), CARD_PHOTO)).toBeNull();
  expect(fileRefusal(file('a', 'application/octet-stream'), CHAT_FILE)).toBeNull();
  expect(fileRefusal(file('a.csv', 'application/vnd.ms-excel'), STATEMENT_FILE)).toBeNull();
  expect(fileRefusal(file('1c_to_kl.txt', 'text/plain'), STATEMENT_FILE)).toBeNull();
  expect(fileRefusal(file('directions.json', 'application/json'), CATALOGUE_FILE)).toBeNull();
  expect(acceptOf(CHEQUE_FILE)).toBe('application/pdf,.pdf');
});
