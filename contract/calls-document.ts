import type { Endpoint, Reply } from './endpoint.ts';

const OFFICE = '/api/office/v1/';

const answerOf = (reply: Reply): string => {
  if (reply.kind === 'file') return [reply.mediaType].flat().join(' or ');
  if (reply.kind === 'stream') return 'events';
  if (reply.kind === 'empty') return String(reply.status);
  return reply.kind === 'collection' ? `list of \`${reply.type}\`` : `\`${reply.type}\``;
};

const codes = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ');

/** Query members, then body members and files. */
function takes({ query, body, files }: Endpoint): string {
  const names = (shape: Endpoint['body']): string[] => (shape === undefined ? [] : Object.keys(shape._zod.def.shape));
  const queried = names(query);
  const sent = [...names(body), ...Object.keys(files ?? {})];
  return [queried.length > 0 ? `?${codes(queried)}` : '', codes(sent)].filter((part) => part !== '').join(' · ');
}

const rowOf = (endpoint: Endpoint): string =>
  `| ${endpoint.method} \`${endpoint.path}\` | \`${endpoint.action}\`${endpoint.scope === undefined ? '' : ` · \`${endpoint.scope}\``} | ${takes(endpoint)} | ${answerOf(endpoint.reply)} | ${endpoint.summary} |`;

const table = (calls: readonly Endpoint[]): string[] => [
  '| Call | Permission | Request | Response | |',
  '|---|---|---|---|---|',
  ...calls.map(rowOf),
];

/** The text of `docs/calls.md`, generated from the endpoints (architecture 2.3; a boundary test compares them). */
export function callsDocument(endpoints: readonly Endpoint[]): string {
  const isOffice = ({ path }: Endpoint): boolean => path.startsWith(OFFICE);
  return [
    '# All calls',
    '',
    'Generated from `contract/all.ts` by `npm run docs`; do not edit by hand. Request: query members after `?`, then body members. Schemas, limits and refusals: `/api/openapi.json`; semantics: [the contract](contract.md). Permission: the action, and the scope of the [partner API](how-to/partner-api.md) where a partner’s key may make the call.',
    '',
    '## Customers and visitors',
    '',
    ...table(endpoints.filter((endpoint) => !isOffice(endpoint))),
    '',
    '## Operators',
    '',
    ...table(endpoints.filter(isOffice)),
    '',
  ].join('\n');
}
