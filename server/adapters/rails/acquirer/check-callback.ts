import type { AcquirerSettings, PaymentPaths } from './settings.ts';
import { namesIn, secretsOfTemplates, type Signature, templatesOfSignature } from './signature.ts';

const pathsOf = ({ reference, payment, amount, currency, status, given_back: givenBack }: PaymentPaths): string[] =>
  [reference, payment, amount, currency, status, givenBack].filter((path) => path !== undefined);

/** Fields read from a callback that its signature does not cover: anyone who has seen a callback could change them. */
function uncovered({ over }: Signature, read: PaymentPaths): string[] {
  if (over === 'body') return [];
  if ('text' in over) return pathsOf(read).filter((path) => !namesIn(over.text).includes(`field.${path}`));
  return pathsOf(read).filter((path) => path.includes('.') || over.sorted.without.includes(path) || Object.hasOwn(over.sorted.add, path));
}

/** Adjacent values without a separator can be split differently under the same signature. */
const lacksSeparator = ({ over }: Signature): boolean =>
  over !== 'body' && ('text' in over ? /\}\{/.test(over.text) : over.sorted.join === '');
/** Values sorted by name, without the names: the same signature is valid under other names. */
const omitsNames = ({ over }: Signature): boolean => over !== 'body' && 'sorted' in over;
const usesBrokenHash = ({ kind, algorithm }: Signature): boolean => kind === 'hash' && (algorithm === 'md5' || algorithm === 'sha1');

/** A plain hash can be extended by anyone who has seen it, unless its content ends with a secret. */
const isExtendable = ({ kind, over }: Signature): boolean =>
  kind === 'hash' && over !== 'body' && 'text' in over && !/\{secret\.[A-Za-z0-9_.-]+\}$/.test(over.text);

/** The signing key must be a secret: neither a field of the call nor absent. */
function isForgeable(signature: Signature): boolean {
  const { kind, key = '' } = signature;
  if (namesIn(key).some((name) => name.startsWith('field.'))) return true;
  if (kind === 'rsa') return key === '';
  return secretsOfTemplates(kind === 'hmac' ? [key] : templatesOfSignature({ ...signature, key: undefined })).length === 0;
}

/** Secrets that also sign the form shown to customers: its signature might be replayed as a callback. */
function sharedSecrets({ offer, callback }: AcquirerSettings): string[] {
  if (offer.kind !== 'form' || offer.signature === undefined || callback.signature === undefined) return [];
  if (offer.signature.kind === 'rsa') return [];
  const offerSecrets = new Set(secretsOfTemplates(templatesOfSignature(offer.signature)));
  return secretsOfTemplates(templatesOfSignature(callback.signature)).filter((name) => offerSecrets.has(name));
}

const ASK_HINT = 'let callbacks be asked about (believed: asked)';

/** Problems of a callback whose content is trusted by its signature. */
function problemsOfTrusted(settings: AcquirerSettings, signature: Signature): string[] {
  const { callback, status } = settings;
  const { read } = callback;
  const problems = uncovered(signature, read).map((path) => `callback.signature does not cover ${path}`);
  const checks: readonly (readonly [boolean, string])[] = [
    [isForgeable(signature), 'callback.signature can be forged: it contains no secret of the acquirer'],
    [lacksSeparator(signature), `callback.signature lets values run together: ${ASK_HINT}`],
    [omitsNames(signature), `callback.signature does not cover which value stands where: ${ASK_HINT}`],
    [isExtendable(signature), 'callback.signature must end its hashed text with a secret: otherwise the text can be extended'],
    [usesBrokenHash(signature), `callback.signature is made of a broken hash: ${ASK_HINT}`],
    [sharedSecrets(settings).length > 0, `callback.signature is made with a secret that signs what customers see: ${ASK_HINT}`],
    [
      status !== undefined && (read.payment === undefined) !== (status.read.payment === undefined),
      'callback.read and status.read must both say where the payment stands, or neither: it would be counted under two names',
    ],
  ];
  return [...problems, ...checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []))];
}

/** Problems of the callback settings: most losses of money start here. */
export function problemsOfCallback(settings: AcquirerSettings): string[] {
  const { callback, status } = settings;
  const { signature, believed, read } = callback;
  const problems: string[] = [];
  if (read.reference === undefined) problems.push('callback.read must say where our reference stands');
  if (signature !== undefined && callback.in === undefined) problems.push('callback.in must say where its signature stands');
  if (believed === 'asked')
    return status === undefined ? [...problems, 'callback.believed is asked, but there is no status to ask'] : problems;
  if (signature === undefined) return [...problems, 'callback.signature is required where callbacks count by themselves'];
  return [...problems, ...problemsOfTrusted(settings, signature)];
}
