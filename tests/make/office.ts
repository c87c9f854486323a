import sql from 'sql-template-tag';
import { JSON_API } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import type { Route } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createTestApp, type TestApp } from './app.ts';
import type { World } from './world.ts';

export interface OfficeAnswer {
  readonly status: number;
  // A test reads documents loosely; the recorder checks their shape
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly raw: Buffer;
}

export interface Person {
  readonly id: string;
  readonly send: (method: 'GET' | 'POST' | 'DELETE', url: string, attributes?: object, headers?: Record<string, string>) => Promise<OfficeAnswer>;
}

export interface Office {
  readonly test: TestApp;
  /** A signed-in user of this role; `customer` is one too. */
  person(role: string, name?: string): Promise<Person>;
  readonly guest: Person;
  close(): Promise<void>;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const bodyType = new Map<string, string>([
  ['/moves', 'moves'],
  ['/reserve_postings', 'reserve_postings'],
  ['/slots', 'slots'],
]);

/** The office's routes in this process over a world, with users of any role. */
export async function createOffice(world: World, routes: readonly Route[]): Promise<Office> {
  const people = new Map<string, Visitor>();
  const test = await createTestApp(routes, {
    db: world.deps.db,
    clock: world.deps.clock,
    visitors: {
      authenticate: async (token) => people.get(token) ?? { kind: 'guest' },
      isOperator: (visitor) => visitor.kind === 'user' && visitor.role !== 'customer',
    },
  });
  const personOf = (id: string): Person => ({
    id,
    async send(method, url, attributes, headers = {}) {
      const type = [...bodyType].find(([end]) => url.endsWith(end))?.[1];
      const answer = await test.app.inject({
        method,
        url,
        headers: { accept: JSON_API, 'site-locale': 'en', ...(id === '' ? {} : { cookie: `session=${id}` }), ...(attributes ? { 'content-type': JSON_API } : {}), ...headers },
        ...(attributes ? { payload: JSON.stringify({ data: { type, attributes } }) } : {}),
      });
      return { status: answer.statusCode, body: parsed(answer.body), headers: answer.headers, raw: answer.rawPayload };
    },
  });
  return {
    test,
    guest: personOf(''),
    async person(role, name = role) {
      const userId = systemRandom.uuid();
      const email = `${name}-${userId.slice(0, 8)}@example.com`;
      await world.deps.db.run(sql`insert into users (id, email, full_name, role) values (${userId}, ${email}, ${name}, ${role})`);
      people.set(userId, { kind: 'user', userId, sessionId: userId, role, email });
      return personOf(userId);
    },
    close: () => test.close(),
  };
}

/** An address of an endpoint with every parameter filled in by something that does not exist. */
export const someUrlOf = (endpoint: Endpoint): string => endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
