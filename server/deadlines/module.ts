import type { Module } from '#server/module.ts';
import { deadlineJobs } from './jobs.ts';

export const deadlinesModule: Module = {
  name: 'deadlines',
  tables: ['missed_promises'],
  jobs: deadlineJobs,
};
