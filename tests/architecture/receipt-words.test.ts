import { expect, test } from 'vitest';
import { filesBelow, textOf } from './files.ts';

/** The document we issue is a receipt ("квитанция"); the bank document that a customer uploads is a cheque ("чек"). The words are never swapped. */
const OURS = /receipt|completed|email_hint/i;
const WORDS = {
  ru: { ours: /квитанц/i, theirs: /(?<![а-яё])чек(?:а|у|ом|е|и|ов)?(?![а-яё])/i },
  en: { ours: /\breceipts?\b/i, theirs: /\bpayment slips?\b|\bcheques?\b|\bproofs? of payment\b/i },
} as const;

const sentences = (locale: 'ru' | 'en') =>
  filesBelow(`locales/${locale}`, /\.json$/).flatMap((file) => {
    const name = /(\w+)\.json$/.exec(file)?.[1] ?? '';
    const lines = [...textOf(file).matchAll(/"([\w.]+)": "((?:[^"\\]|\\.)*)"|"(\w+)": \{|\}/g)];
    const path: string[] = [];
    return lines.flatMap(([whole, key, text, opens]) => {
      if (opens !== undefined) path.push(opens);
      else if (whole === '}') path.pop();
      return key === undefined || text === undefined ? [] : [{ key: [name, ...path, key].join('.'), text }];
    });
  });

test.each(['ru', 'en'] as const)('a receipt is ours and a cheque the customer’s, %s', (locale) => {
  const { ours, theirs } = WORDS[locale];
  const spoken = sentences(locale).filter(({ text }) => ours.test(text) || theirs.test(text));
  expect(spoken.length).toBeGreaterThan(10);
  const mixed = spoken.filter(({ key, text }) => (OURS.test(key) ? theirs : ours).test(text));
  expect(mixed.map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
});

test("one English term for the customer's upload, the specification’s", () => {
  expect(sentences('en').filter(({ text }) => /payment slip/i.test(text))).toEqual([]);
});
