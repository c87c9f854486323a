import type { Endpoint, Reply } from './endpoint.ts';

const OFFICE = '/api/office/v1/';

const answerOf = (reply: Reply): string => {
  if (reply.kind === 'file') return [reply.mediaType].flat().join(' or ');
  if (reply.kind === 'stream') return 'events';
  if (reply.kind === 'empty') return String(reply.status);
  return reply.kind === 'collection' ? `list of \`${reply.type}\`` : `\`${reply.type}\``;
};

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');

/** Query of a call, then its body with files. */
function takes({ query, body, files }: Endpoint): string {
  const names = (shape: Endpoint['body']): string[] => (shape === undefined ? [] : Object.keys(shape._zod.def.shape));
  const queried = names(query);
  const sent = [...names(body), ...Object.keys(files ?? {})];
  return [queried.length > 0 ? `?${codes(queried)}` : '', codes(sent)].filter((part) => part !== '').join(' · ');
}

const rowOf = (one: Endpoint): string =>
  `| ${one.method} \`${one.path}\` | \`${one.action}\`${one.scope === undefined ? '' : ` · \`${one.scope}\``} | ${takes(one)} | ${answerOf(one.reply)} | ${one.summary} |`;

const table = (calls: readonly Endpoint[]): string[] => [
  '| Call | Who may | Takes | Answers | |',
  '|---|---|---|---|---|',
  ...calls.map(rowOf),
];

/** The table of all calls, written from the endpoints (architecture 2.3): `docs/calls.md` is exactly this text (a boundary test compares them). */
export function callsDocument(endpoints: readonly Endpoint[]): string {
  const isOffice = ({ path }: Endpoint): boolean => path.startsWith(OFFICE);
  return [
    '# All calls',
    '',
    'Generated from `contract/all.ts` by `npm run docs`; do not edit by hand. `?` stands before what is asked in the query, the rest is the body. Shapes, limits and refusals: `/api/openapi.json`; what they mean: [the contract](contract.md). A second word under "who may" is the scope by which [a partner’s program](how-to/partner-api.md) may.',
    '',
    '## Customers and visitors',
    '',
    ...table(endpoints.filter((one) => !isOffice(one))),
    '',
    '## Operators',
    '',
    ...table(endpoints.filter(isOffice)),
    '',
  ].join('\n');
}
