import type { AcquirerSettings, Read } from './settings.ts';
import { type Signature, templatesOfSignature } from './signature.ts';
import { namesIn, secretsOfTemplates } from './template.ts';

const pathsOf = ({ reference, payment, amount, currency, status, given_back: givenBack }: Read): string[] =>
  [reference, payment, amount, currency, status, givenBack].filter((path) => path !== undefined);

/** Which of what is read from a callback its signature does not cover: it could be changed by anybody who has seen one. */
function uncovered({ over }: Signature, read: Read): string[] {
  if (over === 'body') return [];
  if ('text' in over) return pathsOf(read).filter((path) => !namesIn(over.text).includes(`field.${path}`));
  return pathsOf(read).filter((path) => path.includes('.') || over.sorted.without.includes(path) || Object.hasOwn(over.sorted.add, path));
}

/** Two values with nothing between them can be cut elsewhere and still be signed. */
const runsTogether = ({ over }: Signature): boolean =>
  over !== 'body' && ('text' in over ? /\}\{/.test(over.text) : over.sorted.join === '');
/** Values in the order of their names, without the names: under other names they are signed as well. */
const leavesNames = ({ over }: Signature): boolean => over !== 'body' && 'sorted' in over;
const isBroken = ({ kind, algorithm }: Signature): boolean => kind === 'hash' && (algorithm === 'md5' || algorithm === 'sha1');

/** What a plain hash covers can be written on by anybody who has seen it, unless a secret stands at its end. */
const canBeWrittenOn = ({ kind, over }: Signature): boolean =>
  kind === 'hash' && over !== 'body' && 'text' in over && !/\{secret\.[A-Za-z0-9_.-]+\}$/.test(over.text);

/** What only the acquirer can sign with stands in no call and in no file. */
function isAnybodys(signature: Signature): boolean {
  const { kind, key = '' } = signature;
  if (namesIn(key).some((name) => name.startsWith('field.'))) return true;
  if (kind === 'rsa') return key === '';
  return secretsOfTemplates(kind === 'hmac' ? [key] : templatesOfSignature({ ...signature, key: undefined })).length === 0;
}

/** Secrets that sign what every customer sees: what he has got signed there might be taken for a call. */
function shownSecrets({ offer, callback }: AcquirerSettings): string[] {
  if (offer.kind !== 'form' || offer.signature === undefined || callback.signature === undefined) return [];
  if (offer.signature.kind === 'rsa') return [];
  const shown = new Set(secretsOfTemplates(templatesOfSignature(offer.signature)));
  return secretsOfTemplates(templatesOfSignature(callback.signature)).filter((name) => shown.has(name));
}

const ASK = 'let callbacks be asked about (believed: asked)';

/** What may be wrong where callbacks count by themselves. */
function problemsOfBelief(settings: AcquirerSettings, signature: Signature): string[] {
  const { callback, status } = settings;
  const { read } = callback;
  const problems = uncovered(signature, read).map((path) => `callback.signature does not cover ${path}`);
  const wrong: readonly (readonly [boolean, string])[] = [
    [isAnybodys(signature), 'callback.signature can be made by anybody: no secret of the acquirer is in it'],
    [runsTogether(signature), `callback.signature lets values run together: ${ASK}`],
    [leavesNames(signature), `callback.signature does not cover which value stands where: ${ASK}`],
    [canBeWrittenOn(signature), 'callback.signature must end what it hashes in a secret: anybody could write on'],
    [isBroken(signature), `callback.signature is made of a broken hash: ${ASK}`],
    [shownSecrets(settings).length > 0, `callback.signature is made with a secret that signs what customers see: ${ASK}`],
    [
      status !== undefined && (read.payment === undefined) !== (status.read.payment === undefined),
      'callback.read and status.read must both say where the payment stands, or neither: it would be counted under two names',
    ],
  ];
  return [...problems, ...wrong.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []))];
}

/** What is wrong with how the acquirer calls us: most losses begin here. */
export function problemsOfCallback(settings: AcquirerSettings): string[] {
  const { callback, status } = settings;
  const { signature, believed, read } = callback;
  const problems: string[] = [];
  if (read.reference === undefined) problems.push('callback.read must say where our reference stands');
  if (signature !== undefined && callback.in === undefined) problems.push('callback.in must say where its signature stands');
  if (believed === 'asked')
    return status === undefined ? [...problems, 'callback.believed is asked, but there is no status to ask'] : problems;
  if (signature === undefined) return [...problems, 'callback.signature is required where callbacks count by themselves'];
  return [...problems, ...problemsOfBelief(settings, signature)];
}
