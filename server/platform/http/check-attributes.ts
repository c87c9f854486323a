import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import type { Attributes } from './read-document.ts';

type InputCode = 'required' | 'too_short' | 'too_long' | 'invalid_format';
type Issue = z.core.$ZodIssue;

const MAX_REFUSALS = 50;
const MAX_FIELD_LENGTH = 200;

/** The value at a path of the request's attributes; undefined where there is none. */
function valueAt(attributes: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    attributes,
  );
}

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

function reasonOf(issue: Issue, value: unknown): Pick<Refusal<InputCode>, 'code' | 'message' | 'params'> {
  if (isMissing(value)) return { code: 'required' };
  if (issue.code === 'too_small' && issue.origin === 'string') return { code: 'too_short', params: { min: Number(issue.minimum) } };
  if (issue.code === 'too_big' && issue.origin === 'string') return { code: 'too_long', params: { max: Number(issue.maximum) } };
  if (issue.code === 'invalid_format' && issue.format === 'email') return { code: 'invalid_format', message: 'invalid_email' };
  return { code: 'invalid_format' };
}

/** Checks attributes against the endpoint's body schema: one refusal per invalid field. Unknown members are dropped. */
export function checkAttributes(endpoint: Endpoint, attributes: Attributes): Result<Attributes, InputCode> {
  if (endpoint.body === undefined) return accept({});
  const parsed = z.safeParse(endpoint.body, attributes);
  if (parsed.success) return accept(parsed.data);
  const byField = new Map<string, Refusal<InputCode>>();
  for (const issue of parsed.error.issues) {
    const field = issue.path.map(String).join('/').slice(0, MAX_FIELD_LENGTH);
    if (!byField.has(field)) byField.set(field, { ...reasonOf(issue, valueAt(attributes, issue.path)), field });
  }
  return { ok: false, refusals: [...byField.values()].slice(0, MAX_REFUSALS) };
}
