import type { Endpoint } from './endpoint.ts';

const VERSION = /^v\d+$/;

/**
 * Types a request document of this call may name (contract 1): the plural in the path, the last segment and the reply's type,
 * so that a client which takes the type from the address, from its model or from the answer is right each time.
 */
export function requestTypes({ path, reply, bodyType }: Endpoint): readonly string[] {
  const segments = path.split('/');
  const named = segments.slice(segments.findIndex((segment) => VERSION.test(segment)) + 1).filter((segment) => !segment.startsWith('{'));
  const types = [bodyType, 'type' in reply ? reply.type : undefined, named[0], named.at(-1)];
  return [...new Set(types.filter((type) => type !== undefined))];
}
