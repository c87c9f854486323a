import type { KeyboardEvent } from 'react';

/** Ctrl+Enter in a multi-line field submits its form. */
export function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
}
