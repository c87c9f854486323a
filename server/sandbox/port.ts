import type { SignedPartner } from '#server/platform/http/route.ts';

/** Where the world of test orders answers, and what says that it is we who ask. */
export interface OpenSandbox {
  readonly port: number;
  readonly token: string;
}

/** Whose calls are made there: of a key its partner, without anything of his account. */
export type SandboxCaller = Pick<SignedPartner, 'userId' | 'keyId' | 'scopes' | 'quotas'>;

/** The world in which sandbox keys trade (decision 0064). */
export interface Sandbox {
  /** `here`: a demonstration is one as a whole; `beside`: a process and a database of its own; `none`: nowhere. */
  readonly place: 'here' | 'beside' | 'none';
  /** Begins it where it is not running: somebody has a key of it. */
  wake(): void;
  /** Waits a little for one that begins; throws `SandboxAway`. */
  open(): Promise<OpenSandbox>;
  /** What it says of itself at an address of its own, parsed as JSON; throws `SandboxAway`. */
  read(target: string): Promise<unknown>;
  stop(): Promise<void>;
}

const nowhere = () => Promise.reject(new Error('No sandbox stands beside this process'));

const nothing = (place: 'here' | 'none'): Sandbox => ({
  place,
  wake: () => undefined,
  open: nowhere,
  read: nowhere,
  stop: () => Promise.resolve(),
});

export const SANDBOX_HERE: Sandbox = nothing('here');
export const NO_SANDBOX: Sandbox = nothing('none');
