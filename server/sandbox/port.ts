import { Unavailable } from '#server/platform/errors.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';

/** The sandbox process is down or starting: the client is asked to retry. Real orders are not affected. */
export class SandboxUnavailable extends Unavailable {
  override readonly name = 'SandboxUnavailable';
  readonly what = 'sandbox';
}

/** Port and token of a running sandbox. */
export interface OpenSandbox {
  readonly port: number;
  readonly token: string;
}

/** A caller in the sandbox: the partner of a key, without other data of the account. */
export type SandboxCaller = Pick<SignedPartner, 'userId' | 'keyId' | 'scopes' | 'quotas'>;

/** The environment of sandbox keys (decision 0064). */
export interface Sandbox {
  /** `here`: this process is a demo as a whole; `beside`: a separate process and database; `none`: no sandbox. */
  readonly place: 'here' | 'beside' | 'none';
  /** Starts the sandbox if it is not running: a sandbox key exists. */
  wake(): void;
  /** Waits briefly for a starting sandbox; throws `SandboxUnavailable`. */
  open(): Promise<OpenSandbox>;
  /** Reads JSON from a path of the sandbox; throws `SandboxUnavailable`. */
  read(target: string): Promise<unknown>;
  stop(): Promise<void>;
}

export interface HasSandbox {
  /** Test environment of sandbox keys. */
  readonly sandbox: Sandbox;
}

const noProcess = () => Promise.reject(new Error('No sandbox stands beside this process'));

const withoutProcess = (place: 'here' | 'none'): Sandbox => ({
  place,
  wake: () => undefined,
  open: noProcess,
  read: noProcess,
  stop: () => Promise.resolve(),
});

export const SANDBOX_HERE: Sandbox = withoutProcess('here');
export const NO_SANDBOX: Sandbox = withoutProcess('none');
