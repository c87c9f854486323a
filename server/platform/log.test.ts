import { expect, it, vi } from 'vitest';
import { createLog } from './log.ts';

function lines(write: (log: ReturnType<typeof createLog>) => void): string {
  const out: string[] = [];
  write(createLog({ level: 'debug', destination: { write: (line: string) => void out.push(line) } }));
  return out.join('');
}

const CANARIES = {
  email: 'canary@example.org',
  card_number: '4111111111111111',
  access_token: 'canary-token',
  currentPassword: 'canary-password',
  headers: { authorization: 'canary-auth', cookie: 'session=canary-cookie', 'order-token': 'canary-order' },
  outcomeRequisites: { card_number: '2202200000000000', phone: '+79991234567' },
  nested: [{ inner: { secretKey: 'canary-secret' } }],
};

it('masks by field name, at any depth and in either case style', () => {
  const text = lines((log) => log.info(CANARIES, 'request'));
  for (const canary of ['canary@', '4111111111111111', 'canary-', '79991234567', '2202200000000000']) expect(text).not.toContain(canary);
  expect(JSON.parse(text)).toMatchObject({ event: 'request', level: 30 });
});

it('masks card numbers, e-mail addresses, tokens and passwords inside texts and errors', () => {
  const error = new Error('card 4111 1111-1111 1111 of canary@example.org at https://u:canary-p@host/?token=canary-t', {
    cause: new TypeError('4111111111111111'),
  });
  Object.assign(error, { detail: 'Key (email)=(canary@example.org) exists', code: '23505' });
  const text = lines((log) =>
    log.error({ error, url: '/order/1?access_token=canary-t#token=canary-f' }, 'failed 4111111111111111'.slice(0, 6)),
  );
  for (const canary of ['1111-1111', 'canary', '4111111111111111']) expect(text).not.toContain(canary);
  expect(text).toContain('411111…1111');
  expect(JSON.parse(text).error).toMatchObject({ type: 'Error', code: '23505', cause: { type: 'TypeError' } });
});

it('leaves amounts, times and identifiers unchanged', () => {
  const fields = {
    amount: 123456789012345678901234567890n,
    at: new Date(0),
    order: '3f9k2m',
    digits: '1234567890123456',
    at_ms: 1763670000000,
  };
  expect(JSON.parse(lines((log) => log.warn(fields, 'x')))).toMatchObject({
    amount: '123456789012345678901234567890',
    at: '1970-01-01T00:00:00.000Z',
    order: '3f9k2m',
    digits: '1234567890123456',
    at_ms: 1763670000000,
  });
});

it('handles circular values, huge texts and bytes', () => {
  const circle: Record<string, unknown> = { bytes: Buffer.alloc(10), text: 'x'.repeat(100_000) };
  circle['self'] = circle;
  expect(lines((log) => log.info(circle, 'x')).length).toBeLessThan(60_000);
});

it('passes faults to error reporting, and no entries of a lower level', () => {
  const onFault = vi.fn();
  const log = createLog({ level: 'silent', onFault });
  log.warn({}, 'refused');
  log.error({ error: new Error('x') }, 'fault');
  expect(onFault).toHaveBeenCalledTimes(1);
});
