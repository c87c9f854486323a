import type { LoaderFunctionArgs } from 'react-router';
import { Overview } from '#web/account/earnings/Overview.tsx';
import { requireUser } from '#web/account/user.ts';

export const loader = async (args: LoaderFunctionArgs) => {
  await requireUser(args);
  return null;
};

export default Overview;
