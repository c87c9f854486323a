import { callTemplates, type Part, signatureTemplates } from './call-templates.ts';
import { problemsOfCallback } from './check-callback.ts';
import { DESTINATION, payoutParts, problemsOfPayout } from './check-payout.ts';
import type { AcquirerSettings } from './settings.ts';
import { namesIn, secretsOfTemplates } from './signature.ts';

/** Names of an amount in templates. */
const MONEY_NAMES = ['amount', 'amount_minor'] as const;

const ORDER_NAMES = ['reference', 'order', ...MONEY_NAMES, 'currency'] as const;

/** Names that templates may use, by part; secrets are allowed everywhere, fields in callbacks. */
const OFFER_NAMES = [...ORDER_NAMES, 'locale', 'success_url', 'failure_url', 'callback_url', 'signature'] as const;
const STATUS_NAMES = [...ORDER_NAMES, 'payment', 'signature'] as const;
const REFUND_NAMES = [...ORDER_NAMES, 'payment', 'refund', 'signature'] as const;
const REFUND_ANSWER_NAMES = [...REFUND_NAMES, 'refund_id'] as const;

/** The parts of the settings that a process of one role uses. */
export function partsOf(settings: AcquirerSettings, role: 'web' | 'jobs' | 'all'): Part[] {
  const { offer, callback, status, refund } = settings;
  const offerParts: Part[] =
    offer.kind === 'form'
      ? [
          { at: 'offer', templates: [offer.url, ...Object.values(offer.fields)], names: OFFER_NAMES, isShown: true },
          { at: 'offer.signature', templates: signatureTemplates(offer.signature), names: OFFER_NAMES },
        ]
      : [{ at: 'offer.create', templates: callTemplates(offer.create), names: OFFER_NAMES }];
  const callbackPart: Part = {
    at: 'callback',
    templates: [
      ...signatureTemplates(callback.signature),
      ...signatureTemplates(callback.reply?.signature),
      ...(callback.reply === undefined ? [] : [callback.reply.text]),
    ],
    names: ['signature'],
  };
  if (role === 'web') return [...offerParts, callbackPart];
  return [
    ...offerParts,
    callbackPart,
    ...(status === undefined ? [] : [{ at: 'status', templates: callTemplates(status.call), names: STATUS_NAMES }]),
    ...(refund === undefined ? [] : [{ at: 'refund', templates: callTemplates(refund.call), names: REFUND_NAMES }]),
    ...(refund?.ask === undefined ? [] : [{ at: 'refund.ask', templates: callTemplates(refund.ask), names: REFUND_ANSWER_NAMES }]),
    ...payoutParts(settings),
  ];
}

const secretsIn = ({ templates }: Part): string[] => secretsOfTemplates(templates);

/** The secrets that a process of one role needs. */
export const secretsOf = (settings: AcquirerSettings, role: 'web' | 'jobs' | 'all'): string[] => [
  ...new Set(partsOf(settings, role).flatMap(secretsIn)),
];

function problemsOfPart(part: Part): string[] {
  const names = part.templates.flatMap(namesIn);
  const prefixes = ['secret.', ...(part.at === 'callback' ? ['field.'] : []), ...(part.at.startsWith('payout') ? [DESTINATION] : [])];
  const unknown = names.filter((name) => !prefixes.some((prefix) => name.startsWith(prefix)) && !part.names.includes(name));
  return [
    ...unknown.map((name) => `${part.at} names {${name}}, which there is not`),
    ...(part.isShown === true ? secretsIn(part).map((name) => `${part.at} would show {secret.${name}} to customers`) : []),
  ];
}

const isLoopback = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

/** URLs that receive money or secrets must be https, except loopback in demo mode. */
function problemsOfAddress(at: string, url: string, mode: 'demo' | 'production'): string[] {
  if (!URL.canParse(url)) return [`${at} must begin with a whole address`];
  const parsed = new URL(url);
  const isLocalDemo = parsed.protocol === 'http:' && mode === 'demo' && isLoopback(parsed);
  return parsed.protocol === 'https:' || isLocalDemo ? [] : [`${at} must be https`];
}

/** The origin of a URL template, which must be literal: no value may change the host. */
const hostOf = (template: string): string => /^[a-z]+:\/\/[^/{}]+(?:\/|$)/.exec(template)?.[0] ?? '';

function problemsOfAddresses(settings: AcquirerSettings, mode: 'demo' | 'production'): string[] {
  const { offer, status, refund, payout, balance, origins } = settings;
  const calls = { 'offer.create': offer.kind === 'redirect' ? offer.create : undefined, status: status?.call, refund: refund?.call };
  const outgoing = { 'refund.ask': refund?.ask, 'payout.call': payout?.call, 'payout.ask': payout?.ask.call, balance: balance?.call };
  const callProblems = Object.entries({ ...calls, ...outgoing }).flatMap(([at, call]) =>
    call === undefined ? [] : problemsOfAddress(`${at}.url`, hostOf(call.url), mode),
  );
  const originProblems = origins.flatMap((origin) => [
    ...problemsOfAddress(`origins (${origin})`, origin, mode),
    ...(new URL(origin).origin === origin ? [] : [`origins (${origin}) must be an origin without a path`]),
  ]);
  if (offer.kind !== 'form') return [...callProblems, ...originProblems];
  const host = hostOf(offer.url);
  const isKnown = URL.canParse(host) && origins.includes(new URL(host).origin);
  return [...callProblems, ...originProblems, ...(isKnown ? [] : ['offer.url must lead to one of origins'])];
}

function problemsOfMode({ test, origins }: AcquirerSettings, mode: 'demo' | 'production'): string[] {
  if (mode === 'production') return test ? ['test must be false in production mode: the money of a test shop is none'] : [];
  const isReal = !test && origins.some((origin) => !isLoopback(new URL(origin)));
  return isReal ? ['test must be true in demo mode: its money would be real'] : [];
}

/** Ambiguities in a response about our references. */
function problemsOfStatus({ status }: AcquirerSettings): string[] {
  if (status === undefined) return [];
  const { call, list, read } = status;
  const isAskedAbout = callTemplates(call)
    .flatMap(namesIn)
    .some((name) => name === 'reference' || name === 'order' || name === 'payment');
  return [
    ...(read.always !== undefined && list === undefined
      ? ['status.read.always would take any answer for money: let it read a status']
      : []),
    ...(read.reference === undefined && !isAskedAbout ? ['status neither asks about {reference} nor reads it'] : []),
  ];
}

const ORDER_ID_NAMES = ['reference', 'order'] as const;

/** Problems of well-formed settings; empty: none. */
export function checkSettings(settings: AcquirerSettings, mode: 'demo' | 'production'): string[] {
  const mappings = [settings.callback.read, ...(settings.status === undefined ? [] : [settings.status.read])];
  const sent = partsOf(settings, 'all')
    .filter(({ at }) => at === 'offer' || at === 'offer.create')
    .flatMap(({ templates }) => templates.flatMap(namesIn));
  const isSent = (names: readonly string[]): boolean => names.some((name) => sent.includes(name));
  return [
    ...partsOf(settings, 'all').flatMap(problemsOfPart),
    ...problemsOfCallback(settings),
    ...problemsOfStatus(settings),
    ...problemsOfPayout(settings),
    ...problemsOfAddresses(settings, mode),
    ...problemsOfMode(settings, mode),
    ...(isSent(MONEY_NAMES) ? [] : ['offer must name {amount} or {amount_minor}']),
    ...(isSent(ORDER_ID_NAMES) ? [] : ['offer must name {reference} or {order}']),
    ...(mappings.some((mapping) => mapping.currency === undefined) && Object.keys(settings.currencies).length > 1
      ? ['currencies must be one where the acquirer does not say which it took']
      : []),
  ];
}
