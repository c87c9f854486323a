import * as z from 'zod/mini';
import { accept, refuse, type Result } from '#core/result.ts';

const Email = z.string().check(z.maxLength(254), z.email());

/** An optional address; null when empty. */
export function checkEmail(input: string | undefined): Result<string | null, 'invalid_format'> {
  const text = input?.trim() ?? '';
  if (text === '') return accept(null);
  return Email.safeParse(text).success ? accept(text) : refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
}
