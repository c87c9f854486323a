import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { robotsText } from '#web/head/robots.ts';
import { textResponse } from '#web/head/text-response.ts';

export const loader = ({ context }: LoaderFunctionArgs): Response =>
  textResponse(robotsText(context.get(siteContext).publicUrl), 'text/plain');
