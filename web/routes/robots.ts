import type { LoaderFunctionArgs } from 'react-router';
import { siteContext } from '#web/api/site-context.ts';
import { robotsText } from '#web/head/robots.ts';
import { textAnswer } from '#web/head/text-answer.ts';

export const loader = ({ context }: LoaderFunctionArgs): Response =>
  textAnswer(robotsText(context.get(siteContext).publicUrl), 'text/plain');
