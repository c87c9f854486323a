import type { ReactNode } from 'react';

/** The paper slip: a narrow sheet with a torn lower edge. `fresh` lets it slide out of the counter. */
export function Slip({ children, fresh = 'no' }: { readonly children: ReactNode; readonly fresh?: 'yes' | 'no' }) {
  return (
    <div className={`drop-shadow-slip ${fresh === 'yes' ? 'slide-out' : ''}`}>
      <div className="torn rounded-t-tray bg-sheet px-5 pt-6 pb-10 sm:px-8">{children}</div>
    </div>
  );
}

export interface SlipRow {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names on the left, figures in a column on the right, leaders between them. */
export function SlipRows({ rows }: { readonly rows: readonly SlipRow[] }) {
  return (
    <dl className="figures text-sm leading-6">
      {rows.map((row, index) => (
        <div key={`${index} ${row.name}`} className="flex items-baseline gap-2 py-1">
          <dt className="max-w-[60%] min-w-0 break-words text-muted">{row.name}</dt>
          <span aria-hidden="true" className="min-w-3 flex-1 border-b border-dotted border-line" />
          <dd className="max-w-[70%] min-w-0 text-right font-medium break-words">{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The perforation between two parts of a slip. */
export function Perforation() {
  return <hr className="my-6 border-0 border-t-2 border-dashed border-line" />;
}
