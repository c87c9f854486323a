import type { Endpoint } from './endpoint.ts';

const VERSION = /^v\d+$/;

/**
 * Accepted resource types of request documents (contract 1): the plural in the path, its last segment, and the reply's type. Clients derive
 * the type from any of them.
 */
export function requestTypes({ path, reply, bodyType }: Endpoint): readonly string[] {
  const segments = path.split('/');
  const named = segments.slice(segments.findIndex((segment) => VERSION.test(segment)) + 1).filter((segment) => !segment.startsWith('{'));
  const types = [bodyType, 'type' in reply ? reply.type : undefined, named[0], named.at(-1)];
  return [...new Set(types.filter((type) => type !== undefined))];
}
