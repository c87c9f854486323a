import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { accept, refuse } from '#core/result.ts';
import { route } from '#server/platform/http/route.ts';

/** Endpoints of every kind without business logic, for platform tests. */
const Attributes = z.object({ name: z.string(), amount: z.nullable(z.string()) });
const reply = { kind: 'resource', type: 'examples', attributes: Attributes, status: 200 } as const;
const params = z.object({ id: z.string().check(z.maxLength(20)) });

export const getExample = endpoint({
  name: 'getExample',
  summary: 'One example',
  method: 'GET',
  path: '/api/v1/examples/{id}',
  action: 'browse',
  params,
  query: z.object({ include: z.optional(z.array(z.enum(['friend']))) }),
  reply,
  refusals: ['not_found'],
});

export const listExamples = endpoint({
  name: 'listExamples',
  summary: 'Examples',
  method: 'GET',
  path: '/api/v1/examples',
  action: 'browse',
  query: z.object({
    page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
    per: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
    status: z.optional(z.string()),
    include: z.optional(z.array(z.enum(['friend', 'enemy']))),
    excluded: z.optional(z.array(z.string())),
  }),
  payload: true,
  reply: { kind: 'collection', type: 'examples', attributes: Attributes, paged: true },
  refusals: [],
});

export const publicExamples = endpoint({
  name: 'publicExamples',
  summary: 'Examples for everybody',
  method: 'GET',
  path: '/api/v1/public_examples',
  action: 'browse',
  reply: { kind: 'collection', type: 'examples', attributes: Attributes },
  refusals: [],
  cache: 'public',
});

export const calculateExample = endpoint({
  name: 'calculateExample',
  summary: 'No effect',
  method: 'POST',
  path: '/api/v1/examples/calculate',
  action: 'browse',
  body: z.object({
    name: z.string().check(z.minLength(2), z.maxLength(10)),
    amount: z.optional(z.string()),
    requisites: z._default(z.record(z.string(), z.string()), {}),
  }),
  reply,
  refusals: ['not_allowed_amount', 'rate_changed'],
  effect: 'calculation',
});

export const createExample = endpoint({
  name: 'createExample',
  summary: 'Creates',
  method: 'POST',
  path: '/api/v1/examples',
  action: 'browse',
  body: z.object({ name: z.string(), amount: z.optional(z.string()) }),
  reply: { ...reply, status: 201 },
  refusals: ['has_no_reserves'],
});

export const deleteExample = endpoint({
  name: 'deleteExample',
  summary: 'Deletes',
  method: 'DELETE',
  path: '/api/v1/examples/{id}',
  action: 'browse',
  params,
  reply: { kind: 'empty', status: 204 },
  refusals: [],
});

export const uploadExample = endpoint({
  name: 'uploadExample',
  summary: 'Takes a file',
  method: 'POST',
  path: '/api/v1/examples/{id}/file',
  action: 'browse',
  params,
  body: z.object({ name: z.string() }),
  files: { cheque: { required: true, maxBytes: 1000 } },
  reply,
  refusals: ['invalid_file_type'],
  effect: 'calculation',
});

export const officeExample = endpoint({
  name: 'officeExample',
  summary: 'For operators',
  method: 'GET',
  path: '/api/office/v1/examples',
  action: 'enter_office',
  reply: { kind: 'collection', type: 'examples', attributes: Attributes },
  refusals: [],
});

export const exampleEvents = endpoint({
  name: 'exampleEvents',
  summary: 'Live',
  method: 'GET',
  path: '/api/v1/examples/{id}/events',
  action: 'browse',
  params,
  reply: { kind: 'stream' },
  refusals: ['not_found'],
});

export const exampleFile = endpoint({
  name: 'exampleFile',
  summary: 'Bytes',
  method: 'GET',
  path: '/api/v1/examples/{id}/file.pdf',
  action: 'browse',
  params,
  reply: { kind: 'file', mediaType: 'application/pdf' },
  refusals: ['not_found'],
});

const example = (id: string, name = id) => ({ type: 'examples', id, attributes: { name, amount: null } });
const TOTAL = 45;
const SOME_AMOUNTS = ['10', '9.5', '10.25'];

async function* twoEvents(from: string | undefined) {
  yield { id: '1', event: 'example', data: { from: from ?? null } };
  yield { id: '2', event: 'example', data: 'line one\nline two' };
}

/** Routes without a database. */
export const exampleRoutes = [
  route(getExample, async ({ params: { id }, query }) => {
    if (id === 'broken') throw new Error('secret detail of the inside');
    if (id === 'none') return refuse({ code: 'not_found' });
    const friend = { ...example('friend'), relationships: { friend: { data: { type: 'examples', id } } } };
    return accept({
      data: { ...example(id), relationships: { friend: { data: { type: 'examples', id: 'friend' } } } },
      ...(query.include === undefined ? {} : { included: [friend, friend, example(id)] }),
    });
  }),
  route(listExamples, async ({ query }) => {
    const page = Number(query.page ?? '1');
    const per = Number(query.per ?? '20');
    return accept({ data: [example(JSON.stringify(query))], page: { page, per, total: TOTAL } });
  }),
  route(publicExamples, async ({ locale }) =>
    accept({
      data: Array.from({ length: 40 }, (_, index) => {
        const { attributes, ...rest } = example(`${locale}-${index}`);
        return { ...rest, attributes: { ...attributes, amount: SOME_AMOUNTS[index] ?? null } };
      }),
    }),
  ),
  route(calculateExample, async ({ body }) => {
    if (body.name === 'both') return refuse({ code: 'not_allowed_amount', field: 'amount' }, { code: 'rate_changed' });
    return accept({ data: { type: 'examples', id: 'x', attributes: { name: body.name, amount: JSON.stringify(body.requisites) } } });
  }),
  route(uploadExample, async ({ body, files }) =>
    accept({ data: example('file', `${body.name} ${files['cheque']?.fileName} ${files['cheque']?.bytes.length}`) }),
  ),
  route(officeExample, async () => accept({ data: [] })),
  route(exampleEvents, async ({ params: { id }, header }) =>
    id === 'none' ? refuse({ code: 'not_found' }) : accept({ events: twoEvents(header('last-event-id')) }),
  ),
  route(exampleFile, async () => accept({ bytes: Buffer.from('%PDF-'), fileName: 'чек.pdf', disposition: 'attachment' })),
];
