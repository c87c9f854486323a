import { AsyncLocalStorage } from 'node:async_hooks';
import type { Authenticator } from './context.ts';

/** What the calls of the page that is being rendered have read, by key. */
const reads = new AsyncLocalStorage<Map<string, Promise<unknown>>>();

/** Renders a page: what several of its calls need is read once. */
export const sharingReads = <T>(render: () => Promise<T>): Promise<T> => reads.run(new Map(), render);

/** Makes a call that may change something: it reads for itself, and what the page read before is read again. */
export async function withoutSharedReads<T>(call: () => Promise<T>): Promise<T> {
  const shared = reads.getStore();
  try {
    return await reads.exit(call);
  } finally {
    shared?.clear();
  }
}

/** The result of `read`, shared by the calls of one page. `key`: what is read, its id included. Outside a page: no sharing. */
export function oncePerPage<T>(key: string, read: () => Promise<T>): Promise<T> {
  const shared = reads.getStore();
  const known = shared?.get(key);
  // A key stands for one `read`
  if (known !== undefined) return known as Promise<T>;
  const result = read();
  shared?.set(key, result);
  return result;
}

/** As the authenticator; the calls of one page share the visitor, except those that count as the user's own action. */
export const visitorOncePerPage = (authenticator: Authenticator): Authenticator => ({
  authenticate: (token, options) =>
    options.isUserAction
      ? authenticator.authenticate(token, options)
      : oncePerPage(`visitor ${token}`, () => authenticator.authenticate(token, options)),
});
