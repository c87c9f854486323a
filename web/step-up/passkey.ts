import { useSyncExternalStore } from 'react';
import { addPasskey, askNewPasskey, askPasskey, giveSecondFactor } from '#contract/account/second-factors.ts';
import { askPasskeySignIn, signInByPasskey } from '#contract/account/sign-in-methods.ts';
import { call, type CallResult, type Transport } from '#contract/call.ts';
import type { AccountCall } from './use-account-call.ts';

/** The user cancelled the passkey prompt, or the browser has no passkey. */
export const NO_PASSKEY = 'not shown';

type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Opens the browser's passkey prompt. The library loads on demand; `options` come from its server part unchanged. */
async function promptPasskey(options: PasskeyOptions, kind: 'authenticate' | 'register') {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  try {
    if (kind === 'authenticate')
      return await startAuthentication({ optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] });
    return await startRegistration({ optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'] });
  } catch {
    return NO_PASSKEY;
  }
}

/** Verifies the second factor by a passkey. */
export async function verifyPasskey(transport: Transport): Promise<CallResult<typeof giveSecondFactor> | typeof NO_PASSKEY> {
  const challenge = await call(askPasskey, {}, transport);
  if (!challenge.ok) return challenge;
  const response = await promptPasskey(challenge.data.attributes.options, 'authenticate');
  return response === NO_PASSKEY ? response : call(giveSecondFactor, { body: { passkey: { ...response } } }, transport);
}

/** Registers a new passkey under a name. */
export async function registerPasskey(api: AccountCall, name: string): Promise<CallResult<typeof addPasskey> | typeof NO_PASSKEY> {
  const challenge = await api(askNewPasskey, {});
  if (!challenge.ok) return challenge;
  const response = await promptPasskey(challenge.data.attributes.options, 'register');
  return response === NO_PASSKEY ? response : api(addPasskey, { body: { name, passkey: { ...response } } });
}

/** Signs in by a passkey. */
export async function signInWithPasskey(
  transport: Transport,
  remember: boolean,
): Promise<CallResult<typeof signInByPasskey> | typeof NO_PASSKEY> {
  const challenge = await call(askPasskeySignIn, {}, transport);
  if (!challenge.ok) return challenge;
  const response = await promptPasskey(challenge.data.attributes.options, 'authenticate');
  return response === NO_PASSKEY ? response : call(signInByPasskey, { body: { passkey: { ...response }, remember } }, transport);
}

const subscribeToNothing = () => () => undefined;
const isSupported = (): boolean => typeof PublicKeyCredential === 'function';

/** Whether this browser supports passkeys; needs scripts and a secure page. */
export const useCanPasskeys = (): boolean => useSyncExternalStore(subscribeToNothing, isSupported, () => false);
