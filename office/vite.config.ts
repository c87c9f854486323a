import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { subsetFonts } from '#ui/fonts/subset-fonts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The operators' own bundle, served at `/office` by `server/office-site`. */
export default defineConfig({
  root: here('.'),
  base: '/office/',
  plugins: [react()],
  resolve: { alias: { '@fonts': await subsetFonts(here('../node_modules/.cache/fonts')) } },
  // The server replaces the placeholder by the nonce of each response
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    // An inlined font or image would need a wider content policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One bundle for the whole office, measured gzipped (quality G2)
    chunkSizeWarningLimit: 900,
  },
});
