import type { Module } from '#server/module.ts';
import { chatHandler, keepBotFile } from './bot-handler.ts';
import { cannedRoutes } from './canned-routes.ts';
import { CHAT_EMAIL, chatEmails } from './chat-emails.ts';
import { chatJobs } from './jobs.ts';
import { officeChatRoutes } from './office-routes.ts';
import { chatRoutes } from './routes.ts';
import { chatSearcher } from './search-chats.ts';
import { chatWork } from './work.ts';

export const chatModule: Module = {
  name: 'chat',
  tables: ['canned_replies', 'chat_messages', 'chat_notes', 'chat_threads'],
  routes: (deps, { signIn }) => [...chatRoutes(signIn), ...officeChatRoutes(deps), ...cannedRoutes(deps)],
  jobs: chatJobs,
  work: { chats: chatWork },
  emails: (deps) => ({ [CHAT_EMAIL]: chatEmails(deps) }),
  botHandlers: (deps) => [chatHandler(deps)],
  keepBotFile,
  searcher: chatSearcher,
};
