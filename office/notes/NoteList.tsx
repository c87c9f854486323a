import type { ReactNode } from 'react';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

export interface ShownNote {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly at: string;
  /** Further facts of the note. */
  readonly beside?: ReactNode;
}

/** Internal notes. */
export function NoteList({ notes }: { readonly notes: readonly ShownNote[] }) {
  const { locale } = useTranslation();
  return (
    <ul className="list notes">
      {notes.map(({ id, text, author, at, beside }) => (
        <li key={id}>
          <p className="note" translate="no">
            {text}
          </p>
          <p className="dim">
            {author} · {clockTime(at, locale)}
            {beside}
          </p>
        </li>
      ))}
    </ul>
  );
}
