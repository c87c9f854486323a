import { useActionData, useLoaderData } from 'react-router';
import { lettersAction, loadLetters } from '#web/settings/letters/letters.ts';
import { LettersPage } from '#web/settings/letters/LettersPage.tsx';
import { loadMessages } from '#web/i18n/load-messages.ts';

await loadMessages('own', 'notices');

export const loader = loadLetters;
export const action = lettersAction;

export default function AccountLetters() {
  return <LettersPage {...useLoaderData<typeof loader>()} returned={useActionData<typeof action>()} />;
}
