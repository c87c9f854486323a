import { type ReactNode, useId } from 'react';

export interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** A titled section with its error message. */
export function Part({ title, hint, problem, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 border-t border-line pt-5">
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {hint === undefined ? null : <p className="max-w-prose text-sm text-muted">{hint}</p>}
      {problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {problem}
        </p>
      )}
      {children}
    </section>
  );
}
