import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite` and `vite preview` proxy the API to this service. */
const api = process.env.ASSAY_URL ?? 'http://127.0.0.1:3000';
const proxy = { '/v1': api, '/docs': api, '/openapi.json': api };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows only files of this origin, so nothing is inlined as a data: URL.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
});
