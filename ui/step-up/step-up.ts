import { createContext, useCallback, useRef, useState } from 'react';

/** Asks for a fresh proof of identity; true when it was given. */
export type RequestProof = () => Promise<boolean>;

/** Null where no dialog is available. */
export const StepUpContext = createContext<RequestProof | null>(null);

interface Refusable {
  readonly ok: boolean;
  readonly errors?: readonly { readonly code: string }[];
}

/** Sends a call; one refused with `fresh_factor_required` is sent again after the user gave a proof. */
export async function sendWithProof<R extends Refusable>(send: () => Promise<R>, requestProof: RequestProof | null): Promise<R> {
  const result = await send();
  const needsProof = !result.ok && result.errors?.[0]?.code === 'fresh_factor_required';
  return needsProof && requestProof !== null && (await requestProof()) ? send() : result;
}

/** State of the dialog: all calls that wait for the proof continue when it finishes. */
export function useProofDialog() {
  const [isOpen, setOpen] = useState(false);
  const pending = useRef<((isProven: boolean) => void)[]>([]);
  const requestProof = useCallback<RequestProof>(
    () =>
      new Promise((resolve) => {
        pending.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const finish = (isProven: boolean) => {
    for (const resolve of pending.current.splice(0)) resolve(isProven);
    setOpen(false);
  };
  return { isOpen, requestProof, finish };
}
