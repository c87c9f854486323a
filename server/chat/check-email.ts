import * as z from 'zod/mini';
import { accept, refuse, type Result } from '#core/result.ts';

const Email = z.string().check(z.maxLength(254), z.email());

/** An address as somebody gave it; null where he gave none. */
export function checkEmail(typed: string | undefined): Result<string | null, 'invalid_format'> {
  const text = typed?.trim() ?? '';
  if (text === '') return accept(null);
  return Email.safeParse(text).success ? accept(text) : refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
}
