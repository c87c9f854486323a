import type { ReactNode } from 'react';

/** A narrow page with a title and one form. */
export function NarrowPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-md gap-5 px-4 py-8 sm:px-6 md:py-14">
      <h1 className="text-2xl font-semibold text-balance">{title}</h1>
      {children}
    </div>
  );
}
