import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { robotsText, textResponse } from '#web/head/text-files.ts';

export const loader = ({ context }: LoaderFunctionArgs): Response =>
  textResponse(robotsText(context.get(siteContext).publicUrl), 'text/plain');
