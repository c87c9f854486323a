import type { LoaderFunctionArgs } from 'react-router';
import { manifestOf } from '#web/head/manifest.ts';
import { textResponse } from '#web/head/text-files.ts';
import { localeOf } from '#web/i18n/locale.ts';

export const loader = ({ request }: LoaderFunctionArgs): Response =>
  textResponse(JSON.stringify(manifestOf(localeOf(new URL(request.url).pathname))), 'application/manifest+json');
