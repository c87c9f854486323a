import { sql } from '#server/platform/db/db.ts';
import type { LightMyRequestResponse } from 'fastify';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { type ErrorObject, JSON_API, type Resource } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Route, Visitor } from '#server/platform/http/route.ts';
import { systemRandom } from '#server/platform/random.ts';
import { createTestApp, type TestApp } from './app.ts';
import type { World } from './world.ts';

export interface OfficeAnswer<Attributes> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly raw: Buffer;
  /** The single resource; throws when there is none. */
  readonly one: Resource<Attributes>;
  /** The resources of a list; throws otherwise. */
  readonly rows: readonly Resource<Attributes>[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** The first error; empty when there is none, so that an unexpected success fails the comparison. */
  readonly error: Partial<ErrorObject>;
  readonly errors: readonly ErrorObject[];
}

export interface Person {
  readonly id: string;
  send<Attributes = Readonly<Record<string, unknown>>>(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    attributes?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<OfficeAnswer<Attributes>>;
}

interface ParsedDocument {
  readonly data?: unknown;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly ErrorObject[];
}

function parse(text: string): ParsedDocument {
  try {
    return JSON.parse(text) as ParsedDocument;
  } catch {
    return {};
  }
}

function answerOf<Attributes>(answer: LightMyRequestResponse): OfficeAnswer<Attributes> {
  const { data, meta = {}, errors = [] } = parse(answer.body);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    raw: answer.rawPayload,
    get one() {
      if (typeof data !== 'object' || data === null || Array.isArray(data)) throw new Error(`no resource in ${answer.body}`);
      return data as Resource<Attributes>;
    },
    get rows() {
      if (!Array.isArray(data)) throw new Error(`no list in ${answer.body}`);
      return data as Resource<Attributes>[];
    },
    meta,
    error: errors[0] ?? {},
    errors,
  };
}

export interface Office {
  readonly test: TestApp;
  /** A signed-in user with this role; `customer` is one too. */
  person(role: string, name?: string): Promise<Person>;
  readonly guest: Person;
  /** The user has just re-authenticated. */
  prove(person: Person): void;
  close(): Promise<void>;
}

/** The resource type that the endpoint's document names. */
function typeOf(method: string, url: string): string | undefined {
  const [path = ''] = url.split('?');
  const called = ALL_ENDPOINTS.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return called?.bodyType ?? (called?.reply.kind === 'resource' || called?.reply.kind === 'collection' ? called.reply.type : undefined);
}

/** The office routes in this process over a world, with users of any role. */
export async function createOffice(world: World, routes: readonly Route[]): Promise<Office> {
  const people = new Map<string, Visitor>();
  const test = await createTestApp(routes, {
    db: world.deps.db,
    clock: world.deps.clock,
    authenticator: {
      authenticate: async (token) => people.get(token) ?? { kind: 'guest' },
    },
  });
  const personOf = (id: string): Person => ({
    id,
    async send(method, url, attributes, headers = {}) {
      const type = typeOf(method, url);
      const answer = await test.app.inject({
        method,
        url,
        headers: {
          accept: JSON_API,
          'site-locale': 'en',
          ...(id === '' ? {} : { cookie: `session=${id}` }),
          ...(attributes ? { 'content-type': JSON_API } : {}),
          ...headers,
        },
        ...(attributes ? { payload: JSON.stringify({ data: { type, attributes } }) } : {}),
      });
      return answerOf(answer);
    },
  });
  return {
    test,
    guest: personOf(''),
    prove({ id }) {
      const visitor = people.get(id);
      if (visitor?.kind === 'user') people.set(id, { ...visitor, provedAt: world.deps.clock.now() });
    },
    async person(role, name = role) {
      const userId = systemRandom.uuid();
      const email = `${name}-${userId.slice(0, 8)}@example.com`;
      await world.deps.db.run(sql`insert into users (id, email, full_name, role) values (${userId}, ${email}, ${name}, ${role})`);
      people.set(userId, { kind: 'user', userId, sessionId: userId, role, email, hasVerifiedEmail: true });
      return personOf(userId);
    },
    close: () => test.close(),
  };
}

/** A URL of an endpoint with nonexistent parameters. */
export const someUrlOf = (endpoint: Endpoint): string => endpoint.path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
