import { loadQuestion } from '#web/content/load-texts.ts';
import { TextMissing } from '#web/content/TextMissing.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('content');

export const loader = loadQuestion;

/** Never drawn: its address leads to the question among the others. */
export default function FaqQuestion() {
  return null;
}

export function ErrorBoundary({ error }: { readonly error: unknown }) {
  return <TextMissing error={error} />;
}
