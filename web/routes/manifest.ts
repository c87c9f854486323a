import type { LoaderFunctionArgs } from 'react-router';
import { manifestOf } from '#web/head/manifest.ts';
import { textAnswer } from '#web/head/text-answer.ts';
import { localeOf } from '#web/i18n/locale.ts';

export const loader = ({ request }: LoaderFunctionArgs): Response =>
  textAnswer(JSON.stringify(manifestOf(localeOf(new URL(request.url).pathname))), 'application/manifest+json');
