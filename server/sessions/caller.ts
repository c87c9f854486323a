import type { Deps } from '#server/deps.ts';
import { sessionCookies } from './cookies.ts';
import { newSessionToken, sessionTokenHash } from './session-token.ts';

const MAX_DEVICE = 300;

interface Called {
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/** Where a call comes from, as the lines at the door name it. A browser that has no name of ours yet is given one. */
export function callerOf({ random, settings }: Pick<Deps, 'random' | 'settings'>, { ip, header }: Called) {
  const cookies = header('cookie');
  const known = sessionCookies(settings.publicUrl).readDevice(cookies);
  const isKnown = known !== undefined && sessionTokenHash(known) !== undefined;
  const device = (header('user-agent') ?? '').slice(0, MAX_DEVICE);
  return { ip, device, cookies, deviceToken: isKnown ? known : newSessionToken(random), isKnown };
}

/** The row of a session, from the id a visitor carries. */
export const hashOfId = (sessionId: string): Buffer => Buffer.from(sessionId, 'base64url');
