import { expect, test } from 'vitest';
import { oncePerPage, sharingReads, visitorOncePerPage, withoutSharedReads } from './page-reads.ts';

/** A read that returns how often it was made. */
function counted() {
  let times = 0;
  return async () => await Promise.resolve((times += 1));
}

test('the calls of one page share a read; other pages and calls outside a page make their own', async () => {
  const read = counted();
  const page = () => sharingReads(async () => await Promise.all([oncePerPage('order 1', read), oncePerPage('order 1', read)]));
  expect(await Promise.all([page(), page()])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect([await oncePerPage('order 1', read), await oncePerPage('order 1', read)]).toEqual([3, 4]);
});

test('a call that may change something reads for itself, and the page reads again after it', async () => {
  const read = counted();
  const seen = await sharingReads(async () => {
    const before = await oncePerPage('order 1', read);
    const inside = await withoutSharedReads(async () => [await oncePerPage('order 1', read), await oncePerPage('order 1', read)]);
    return [before, ...inside, await oncePerPage('order 1', read), await oncePerPage('order 1', read)];
  });
  expect(seen).toEqual([1, 2, 3, 4, 4]);
});

test('visitors are shared by cookie, and not where the call counts as the user’s action', async () => {
  const tokens: string[] = [];
  const { authenticate } = visitorOncePerPage({
    authenticate: async (token) => await Promise.resolve((tokens.push(token), { kind: 'guest' } as const)),
  });
  await sharingReads(async () => {
    for (const token of ['a', 'a', 'b']) await authenticate(token, { isUserAction: false });
    for (const token of ['a', 'a']) await authenticate(token, { isUserAction: true });
  });
  expect(tokens).toEqual(['a', 'b', 'a', 'a']);
});
