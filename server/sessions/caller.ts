import type { Deps } from '#server/deps.ts';
import { sessionCookies } from './cookies.ts';
import { newSessionToken, sessionTokenHash } from './session-token.ts';

const MAX_USER_AGENT_LENGTH = 300;

interface RequestSource {
  readonly ip: string;
  readonly header: (name: string) => string | undefined;
}

/** Where a call comes from, for security events. A browser without a device token is given one. */
export function callerOf({ random, settings }: Pick<Deps, 'random' | 'settings'>, { ip, header }: RequestSource) {
  const cookies = header('cookie');
  const storedToken = sessionCookies(settings.publicUrl).readDevice(cookies);
  const isKnown = storedToken !== undefined && sessionTokenHash(storedToken) !== undefined;
  const device = (header('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  return { ip, device, cookies, deviceToken: isKnown ? storedToken : newSessionToken(random), isKnown };
}

/** Hash of a session's token, from the id in a visitor. */
export const hashOfId = (sessionId: string): Buffer => Buffer.from(sessionId, 'base64url');
