import { call, type CallResult } from '#contract/call.ts';
import type { Transport } from '#contract/call.ts';
import { addPasskey, askNewPasskey, askPasskey, giveSecondFactor } from '#contract/second-factors.ts';
import { askPasskeySignIn, signInByPasskey } from '#contract/ways-in.ts';
import type { AccountCall } from '#web/account/fresh/use-account-call.ts';

/** The browser showed no passkey: cancelled, or it has none. */
export const NOT_SHOWN = 'not shown';

type Options = Readonly<Record<string, unknown>>;

/** Comes when it is needed: most people never do. The options travel as the server's library wrote them for the browser's. */
async function shown(options: Options, kind: 'sign' | 'make') {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  try {
    if (kind === 'sign')
      return await startAuthentication({ optionsJSON: options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] });
    return await startRegistration({ optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'] });
  } catch {
    return NOT_SHOWN;
  }
}

/** One of his keys as a factor. */
export async function givePasskey(transport: Transport): Promise<CallResult<typeof giveSecondFactor> | typeof NOT_SHOWN> {
  const question = await call(askPasskey, {}, transport);
  if (!question.ok) return question;
  const response = await shown(question.data.attributes.options, 'sign');
  return response === NOT_SHOWN ? response : call(giveSecondFactor, { body: { passkey: { ...response } } }, transport);
}

/** A new key on this device, kept under this name. */
export async function makePasskey(api: AccountCall, name: string): Promise<CallResult<typeof addPasskey> | typeof NOT_SHOWN> {
  const question = await api(askNewPasskey, {});
  if (!question.ok) return question;
  const response = await shown(question.data.attributes.options, 'make');
  return response === NOT_SHOWN ? response : api(addPasskey, { body: { name, passkey: { ...response } } });
}

/** Whoever has a key of ours on this device. */
export async function enterByPasskey(
  transport: Transport,
  remember: boolean,
): Promise<CallResult<typeof signInByPasskey> | typeof NOT_SHOWN> {
  const question = await call(askPasskeySignIn, {}, transport);
  if (!question.ok) return question;
  const response = await shown(question.data.attributes.options, 'sign');
  return response === NOT_SHOWN ? response : call(signInByPasskey, { body: { passkey: { ...response }, remember } }, transport);
}
