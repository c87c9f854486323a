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
  wrongFile,
} from './chosen-file.ts';

const file = (name: string, type: string, size = 1_000) => ({ name, type, size });
const wrongOf = (chosen: ReturnType<typeof file>, rule: FileRule) => {
  const refusal = wrongFile(chosen, rule);
  return refusal && [refusal.code, refusal.message ?? null];
};

test('an empty file is refused everywhere, and a file one byte beyond the limit', () => {
  for (const rule of [CHEQUE_FILE, CARD_PHOTO, BUSINESS_FILE, CHAT_FILE, PAYOUT_PROOF]) {
    expect(wrongOf(file('a.pdf', 'application/pdf', 0), rule)).toEqual(['invalid_file_type', 'file_empty']);
    expect(wrongFile(file('a', '', rule.maxBytes), rule)).toBeNull();
    expect(wrongFile(file('a', '', rule.maxBytes + 1), rule)).toEqual({
      code: 'file_too_large',
      params: { max: rule === CARD_PHOTO || rule === CHAT_FILE ? 10 : 5 },
    });
  }
});

test('a known wrong type is refused in the words of its field; the type is named before the size', () => {
  expect(wrongOf(file('a.jpg', 'image/jpeg'), CHEQUE_FILE)).toEqual(['invalid_file_type', 'cheque_pdf']);
  expect(wrongOf(file('a.pdf', 'application/pdf'), CARD_PHOTO)).toEqual(['invalid_file_type', 'card_picture']);
  expect(wrongOf(file('a.gif', 'image/gif'), CHAT_FILE)).toEqual(['invalid_file_type', 'plain_file']);
  expect(wrongOf(file('a.docx', 'application/msword'), BUSINESS_FILE)).toEqual(['invalid_file_type', 'plain_file']);
  expect(wrongOf(file('a.mp4', 'video/mp4', 99_000_000), PAYOUT_PROOF)).toEqual(['invalid_file_type', 'proof_type']);
  expect(wrongOf(file('a.xls', 'application/vnd.ms-excel'), STATEMENT_FILE)).toEqual(['invalid_file_type', 'bank_statement_file']);
  expect(wrongOf(file('a.pdf', 'application/pdf'), CATALOGUE_FILE)).toEqual(['invalid_file_type', 'catalogue_import_file']);
  expect(wrongOf(file('a.csv', 'text/csv', 0), CATALOGUE_FILE)).toEqual(['invalid_file_type', 'file_empty']);
});

test('what may be right is left to the server: right ones, unknown ones, right names under another type', () => {
  expect(wrongFile(file('a.PDF', 'application/pdf'), CHEQUE_FILE)).toBeNull();
  expect(wrongFile(file('a.pdf', 'application/x-pdf'), CHEQUE_FILE)).toBeNull();
  expect(wrongFile(file('scan', ''), CHEQUE_FILE)).toBeNull();
  expect(wrongFile(file('IMG_1.HEIC', ''), CARD_PHOTO)).toBeNull();
  expect(wrongFile(file('a', 'application/octet-stream'), CHAT_FILE)).toBeNull();
  expect(wrongFile(file('a.csv', 'application/vnd.ms-excel'), STATEMENT_FILE)).toBeNull();
  expect(wrongFile(file('1c_to_kl.txt', 'text/plain'), STATEMENT_FILE)).toBeNull();
  expect(wrongFile(file('directions.json', 'application/json'), CATALOGUE_FILE)).toBeNull();
  expect(acceptOf(CHEQUE_FILE)).toBe('application/pdf,.pdf');
});
