import type { Module } from '#server/module.ts';
import { officeIncidentRoutes } from './office-routes.ts';
import { incidentWork } from './work.ts';

export const incidentsModule: Module = {
  name: 'incidents',
  tables: ['incident_causes', 'incidents'],
  routes: officeIncidentRoutes,
  work: { incidents: incidentWork },
};
