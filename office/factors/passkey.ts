import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { addPasskey, askNewPasskey, askPasskey, giveSecondFactor } from '#contract/account/second-factors.ts';
import type { Api } from '#office/api/use-api.ts';

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type RegistrationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Whether this browser supports passkeys; they need a secure page. */
export const canPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Signs the server's challenge with a passkey of this device and sends it as the second factor. */
export async function givePasskey(api: Api) {
  const { data } = await api(askPasskey, {});
  // The options are those of the server's WebAuthn library, passed on unchanged
  const response = await startAuthentication({ optionsJSON: data.attributes.options as unknown as AuthenticationOptions });
  return api(giveSecondFactor, { body: { passkey: { ...response } } });
}

/** Creates a passkey on this device and stores it on the server under this name. */
export async function makePasskey(api: Api, name: string) {
  const { data } = await api(askNewPasskey, {});
  const response = await startRegistration({ optionsJSON: data.attributes.options as unknown as RegistrationOptions });
  return api(addPasskey, { body: { name, passkey: { ...response } } });
}
