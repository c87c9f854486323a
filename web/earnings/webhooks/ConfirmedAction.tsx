import type { ReactNode } from 'react';

/** An action behind a disclosure, so that it needs a second press. */
export function ConfirmedAction({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{name}</summary>
      <div className="mt-2 grid justify-items-start gap-3">{children}</div>
    </details>
  );
}
