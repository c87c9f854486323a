import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from '#contract/endpoint.ts';

interface NamedEndpoint {
  readonly endpoint: Endpoint;
  /** Its name in code. */
  readonly path: string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'refusals' in value && 'reply' in value;
const isPlain = (value: object): boolean => Object.getPrototypeOf(value) === Object.prototype;

function endpointsIn(value: unknown, path: string): readonly NamedEndpoint[] {
  if (!isObject(value)) return [];
  if (isEndpoint(value)) return [{ endpoint: value, path }];
  return isPlain(value) ? Object.entries(value).flatMap(([key, inner]) => endpointsIn(inner, `${path}.${key}`)) : [];
}

/** All endpoints exported by the contract's files, directly or in tables. */
export async function contractEndpoints(): Promise<readonly NamedEndpoint[]> {
  const files = globSync('contract/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map(async (file) => (await import(/* @vite-ignore */ pathToFileURL(file).href)) as object));
  return modules.flatMap((module) => Object.entries(module).flatMap(([name, value]) => endpointsIn(value, name)));
}
