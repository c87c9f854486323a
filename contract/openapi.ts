import type { Endpoint } from './endpoint.ts';
export const openApi = (endpoints: readonly Endpoint[], publicUrl: string): unknown => ({ endpoints: endpoints.length, publicUrl });
