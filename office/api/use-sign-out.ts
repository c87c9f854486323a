import { deleteSession } from '#contract/account/sessions.ts';
import { useCommand } from './use-command.ts';
import { BASE } from '#office/paths.ts';

const reload = () => window.location.assign(BASE);

/** Ends the session and reloads the page, so that nothing read with it stays. */
export const useSignOut = () => useCommand(deleteSession, { onDone: reload, onRefused: reload });
