import type { Module } from '#server/module.ts';
import { sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { chatHandler, storeBotFile } from './bot-handler.ts';
import { cannedRoutes } from './canned-replies.ts';
import { CHAT_EMAIL, chatEmails } from './chat-emails.ts';
import { chatJobs } from './jobs.ts';
import { officeChatRoutes } from './office-routes.ts';
import { chatRoutes } from './routes.ts';
import { chatSearcher } from './office-present.ts';

/** Threads that wait for an answer (spec 9: 15 to 60 minutes). */
const chatWork: WorkLane = {
  covers: { 'chat_threads.state': ['waiting'] },
  rows: () => sql`
    select id as subject, null as order_id, unanswered_since as since, due_at as due, false as is_taken, true as calls
    from chat_threads where state = 'waiting'`,
};

export const chatModule: Module = {
  name: 'chat',
  tables: ['canned_replies', 'chat_messages', 'chat_notes', 'chat_threads'],
  routes: (deps, { signIn }) => [...chatRoutes(signIn), ...officeChatRoutes(deps), ...cannedRoutes(deps)],
  jobs: chatJobs,
  work: { chats: chatWork },
  emails: (deps) => ({ [CHAT_EMAIL]: chatEmails(deps) }),
  botHandlers: (deps) => [chatHandler(deps)],
  storeBotFile,
  searcher: chatSearcher,
};
