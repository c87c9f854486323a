import { loadQuestion } from '#web/content/load-texts.ts';
import { TextNotFound } from '#web/content/TextNotFound.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('content');

export const loader = loadQuestion;

/** Never rendered: the loader redirects to the question in the list. */
export default function FaqQuestion() {
  return null;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <TextNotFound error={error} />;
}
