import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditDeed, auditText } from './audit-text.ts';

const deed: AuditDeed = { id: 'a', actorId: 'b', action: 'order.cancel', subjectType: 'order', subjectId: 'c', detail: { x: 1 } };

test('a deed is the same text after any way through JSON, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (detail) => {
      const turned = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(detail)) as object).toReversed()) as Record<
        string,
        unknown
      >;
      expect(auditText({ ...deed, detail: turned })).toBe(auditText({ ...deed, detail }));
    }),
  );
});

test('every member counts', () => {
  const changed: Partial<AuditDeed>[] = [
    { id: 'z' },
    { actorId: 'z' },
    { action: 'order.refund' },
    { subjectType: 'user' },
    { subjectId: 'z' },
    { detail: { x: 2 } },
    { detail: { x: '1' } },
    { detail: { x: 1, y: null } },
  ];
  const texts = new Set([deed, ...changed.map((change) => ({ ...deed, ...change }))].map(auditText));
  expect(texts.size).toBe(changed.length + 1);
});
