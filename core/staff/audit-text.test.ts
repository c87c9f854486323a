import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditRecord, auditText, auditTexts, legacyAuditText } from './audit-text.ts';

const record: AuditRecord = { id: 'a', actorId: 'b', action: 'order.cancel', subjectType: 'order', subjectId: 'c', detail: { x: 1 } };

test('a record gives the same text after JSON, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (detail) => {
      const turned = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(detail)) as object).toReversed()) as Record<
        string,
        unknown
      >;
      expect(auditText({ ...record, detail: turned })).toBe(auditText({ ...record, detail }));
    }),
  );
});

test('every member counts', () => {
  const changed: Partial<AuditRecord>[] = [
    { id: 'z' },
    { actorId: 'z' },
    { action: 'order.refund' },
    { subjectType: 'user' },
    { subjectId: 'z' },
    { detail: { x: 2 } },
    { detail: { x: '1' } },
    { detail: { x: 1, y: null } },
  ];
  const texts = new Set([record, ...changed.map((change) => ({ ...record, ...change }))].map(auditText));
  expect(texts.size).toBe(changed.length + 1);
});

test('the text of a record stays the one it was chained with; where members look like numbers both texts are known', () => {
  const nested: AuditRecord = { ...record, detail: { note: 'да', hash: 'x', payload: { bb: [1, null], a: { z: 1, b: 2 } } } };
  const golden = '["a","b","order.cancel","order","c",{"hash":"x","note":"да","payload":{"a":{"b":2,"z":1},"bb":[1,null]}}]';
  expect(auditTexts(nested)).toEqual([golden]);
  const numbered: AuditRecord = { ...record, detail: { a: 1, '9': 2, '10': 3 } };
  expect(auditText(numbered)).toBe('["a","b","order.cancel","order","c",{"10":3,"9":2,"a":1}]');
  expect(legacyAuditText(numbered)).toBe('["a","b","order.cancel","order","c",{"9":2,"10":3,"a":1}]');
});
